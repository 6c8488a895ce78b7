import Reconciliation
import Records

/// Makes records of signed texts: believed, or kept as refused.
struct RecordIntake {
  let verifier: TransactionVerifier
  let bundleID: String

  /// A record with the gap that it leaves where it was refused.
  struct Taken {
    let record: PulledRecord
    var gap: Gap?
    /// The id of the chain that it belongs to, for a transaction that is believed.
    var chainID: String?
    /// What a refused record says of the chain that it belongs to; nobody has to believe it.
    var claimedID: String?
    /// What all of a customer's newer transactions share, for a transaction that is believed.
    var appTransactionID: String?
  }

  /// A notification with the records inside it.
  struct TakenNotification {
    var records: [Taken]
    /// What the envelope says; nil for one that is refused.
    var notification: PulledNotification?
  }

  /// Takes a signed transaction or renewal info; a renewal info names no bundle and is the app's.
  func statement(_ token: [UInt8], _ origin: Origin, in environment: String) -> Taken {
    do throws(Refusal) {
      let verified = try verifier.verify(token)
      return try believed(verified.payload, token, origin, bundleID, environment)
    } catch {
      return refused(token, error, origin, environment)
    }
  }

  /// Takes a notification, with each signed text inside it on its own (facts 4.3).
  func notification(
    _ token: [UInt8], attempts: [SendAttempt], in environment: String
  ) -> TakenNotification {
    do throws(Refusal) {
      let payload = try verifier.verify(token, as: .notification).payload
      let data = try NotificationSubject(payload.fields)?.fields
      let records = data.map { data in
        Self.contents.compactMap { field, kind in
          data.text(field).map { inner(Array($0.utf8), field, kind, data, environment) }
        }
      }
      var taken = TakenNotification(records: records ?? [])
      taken.notification = Self.notification(
        payload, data?.text(.environment) ?? environment, about: taken.records.first, attempts)
      return taken
    } catch {
      return TakenNotification(records: [refused(token, error, .notification, environment)])
    }
  }

  /// A notification without a number of its own is one that no list can name twice.
  private static func notification(
    _ payload: SignedPayload, _ environment: String, about taken: Taken?, _ attempts: [SendAttempt]
  ) -> PulledNotification? {
    guard let uuid = payload.fields.text(.notificationUUID) else { return nil }
    let isTransaction = taken?.record.kind == .transaction
    return PulledNotification(
      uuid: uuid, type: payload.fields.text(.notificationType) ?? "",
      subtype: payload.fields.text(.subtype), environment: environment,
      transactionID: isTransaction ? taken?.record.id : nil,
      originalTransactionID: isTransaction ? taken?.chainID : nil,
      signedAt: payload.signedAt?.milliseconds, attempts: attempts)
  }

  private static let contents: [(PayloadField, DocumentKind)] = [
    (.signedTransactionInfo, .transaction), (.signedRenewalInfo, .renewal),
  ]

  private func inner(
    _ token: [UInt8], _ field: PayloadField, _ kind: DocumentKind,
    _ data: ObjectFields<PayloadField>, _ environment: String
  ) -> Taken {
    do throws(Refusal) {
      let verified = try verifier.verify(token, as: kind)
      // A renewal info names no bundle; the envelope around it does.
      return try believed(
        verified.payload, token, .notification, data.text(.bundleId) ?? bundleID,
        data.text(.environment) ?? environment)
    } catch {
      return refused(token, error.inside(field), .notification, environment)
    }
  }

  private func believed(
    _ payload: SignedPayload, _ token: [UInt8], _ origin: Origin, _ bundleID: String,
    _ environment: String
  ) throws(Refusal) -> Taken {
    let fields = payload.fields
    let isTransaction = payload.kind == .transaction
    guard isTransaction || payload.kind == .renewal,
      let id = fields.text(isTransaction ? .transactionId : .originalTransactionId)
    else { throw Refusal(.wrongKind, "it names no transaction", claimed: Claim(token: token)) }
    let record = PulledRecord(
      kind: isTransaction ? .transaction : .renewal, origin: origin,
      bundleID: fields.text(.bundleId) ?? bundleID,
      // Transactions signed before the spring of 2022 may not say it (facts 2.11).
      environment: fields.text(.environment) ?? environment, id: id,
      signedAt: payload.signedAt?.milliseconds, payload: payload.json, token: token)
    let chainID = isTransaction ? fields.text(.originalTransactionId) ?? id : nil
    return Taken(
      record: record, chainID: chainID,
      appTransactionID: isTransaction ? fields.text(.appTransactionId) : nil)
  }

  private func refused(
    _ token: [UInt8], _ refusal: Refusal, _ origin: Origin, _ environment: String
  ) -> Taken {
    let claimed = refusal.claimed
    let gap = Gap(refusedBecause: refusal.words, claimed: claimed)
    let record = PulledRecord(
      kind: .refused, origin: origin, bundleID: bundleID, environment: environment,
      id: gap.transactionID ?? gap.originalTransactionID ?? "", signedAt: nil, payload: [],
      token: token, reason: refusal.words)
    let claimedID =
      claimed.originalTransactionID.isEmpty
      ? claimed.transactionID : claimed.originalTransactionID
    return Taken(record: record, gap: gap, claimedID: claimedID.isEmpty ? nil : claimedID)
  }
}
