import Formats

/// A notification whose signature holds, with what it carries.
///
/// Each signed text inside it was verified on its own: the outer signature says only that Apple
/// sent the envelope (facts 5.4).
package struct VerifiedNotification: Sendable {
  package let envelope: Verified<SignedPayload>
  package private(set) var transaction: Verified<SignedPayload>?
  package private(set) var renewal: Verified<SignedPayload>?
  package private(set) var appTransaction: Verified<SignedPayload>?

  init(
    _ envelope: Verified<SignedPayload>, verifier: TransactionVerifier
  ) throws(Refusal) {
    self.envelope = envelope
    let fields = envelope.payload.fields
    guard let data = try NotificationSubject(fields)?.fields else { return }
    transaction = try Self.inner(.signedTransactionInfo, .transaction, of: data, verifier)
    renewal = try Self.inner(.signedRenewalInfo, .renewal, of: data, verifier)
    appTransaction = try Self.inner(
      .signedAppTransactionInfo, .appTransaction, of: data, verifier)
  }

  /// The signed texts inside, each with the field it lies in.
  var contents: [(field: PayloadField, verified: Verified<SignedPayload>)] {
    [
      (.signedTransactionInfo, transaction), (.signedRenewalInfo, renewal),
      (.signedAppTransactionInfo, appTransaction),
    ].compactMap { field, verified in verified.map { (field, $0) } }
  }

  private static func inner(
    _ field: PayloadField, _ kind: DocumentKind, of data: ObjectFields<PayloadField>,
    _ verifier: TransactionVerifier
  ) throws(Refusal) -> Verified<SignedPayload>? {
    guard let text = data.text(field) else { return nil }
    do throws(Refusal) {
      return try verifier.verify(Array(text.utf8), as: kind)
    } catch {
      throw error.inside(field)
    }
  }
}

extension TransactionVerifier {
  /// Checks a notification and everything signed inside it.
  package func verifyNotification(_ token: [UInt8]) throws(Refusal) -> VerifiedNotification {
    try VerifiedNotification(verify(token, as: .notification), verifier: self)
  }
}

/// The one object that a notification is about; which it is depends on the notification's type.
struct NotificationSubject {
  let name: PayloadField
  let fields: ObjectFields<PayloadField>

  /// Finds the object; nil where the notification has none.
  init?(_ notification: ObjectFields<PayloadField>) throws(Refusal) {
    let names: [PayloadField] = [.data, .appData, .summary, .externalPurchaseToken]
    guard let name = names.first(where: { notification.has($0) }),
      let token = notification.token(name)
    else { return nil }
    do throws(JSONFailure) {
      fields = try ObjectFields(token, in: notification.scanner)
    } catch {
      throw Refusal(.badPayload, "its \(name.rawValue) cannot be read: \(error)")
    }
    self.name = name
  }
}
