/// A receipt that the app's server has kept.
package struct KeptReceipt: Sendable, Equatable {
  /// Whose it is, by the ledger's own users; empty where the source does not say.
  package let user: String
  /// As it was kept: text or DER.
  package let bytes: [UInt8]
  /// Where it was found, for complaints.
  package let place: String

  package init(user: String, bytes: [UInt8], place: String) {
    self.user = user
    self.bytes = bytes
    self.place = place
  }
}
