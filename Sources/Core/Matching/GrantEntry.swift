package import Records

/// One ledger row of a match group.
package struct GrantEntry: Sendable, Equatable {
  /// The row's place in the book.
  package var place: Int
  /// What reports call it: its key, with the ledger's name where there are several; nil where the
  /// ledger has no key.
  package var name: String?
  /// The ledger's own key.
  package var rowID: String?
  package var ledger = LedgerShape().name
  package var role = LedgerRole.orders
  package var meaning = RowMeaning.state
  package var idAsFound: String
  package var user: String
  package var account: String
  package var accountToken: String?
  /// The product as the ledger names it.
  package var product: String
  /// Apple's id for it.
  package var storeProduct: String
  /// The environment that the row claims; nil where it says nothing.
  package var environment: String?
  package var state = GrantState.granted
  package var quantity: Int?
  package var amount: Money?
  package var purchaseTime: Instant?
  package var grantedAt: Instant?
  package var expiresAt: Instant?
  package var tie = Tie.none

  /// When the row came to be.
  package var writtenAt: Instant? { grantedAt ?? purchaseTime }
}

extension GrantEntry {
  /// A row that grants a product to a user, of which nothing more is known.
  package init(_ idAsFound: String, to user: String, product: String, place: Int = 0) {
    self.init(
      place: place, idAsFound: idAsFound, user: user, account: user, product: product,
      storeProduct: product)
  }
}
