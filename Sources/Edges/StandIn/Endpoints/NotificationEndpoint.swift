import Formats
import Microhttpd
import Records
import SQLite

// The notifications of the whole app (facts 2.8 and 4.3).
extension StoreCounter {
  func notificationHistory(
    _ request: IncomingRequest, _ environment: WorldEnvironment
  ) throws(Refusal) -> OutgoingResponse {
    let question = try NotificationQuestion(request.body, environment, clock: clock)
    let customer = try question.transactionID.map { (id) throws(Refusal) in
      try self.customer(of: id, environment)
    }
    let asked = "\(environment.rawValue) \(question.text)"
    var start = PagePosition.beginning
    if let token = request.queryValue("paginationToken") {
      guard let position = PagePosition(text: token, for: asked) else {
        throw .invalidPaginationToken
      }
      start = position
    }
    var found = try recalling { () throws(SQLiteFailure) in
      try world.notifications(
        question, customer: customer, in: environment, beyond: start,
        limit: Int64(Self.pageSize) + 1)
    }
    let hasMore = found.count > Self.pageSize
    if hasMore { found.removeLast() }
    var records: [String] = []
    for notification in found { records.append(try record(notification, environment)) }
    var body = PayloadText()
    if hasMore { body.add("paginationToken", found.last?.position.text(for: asked)) }
    body.add("hasMore", hasMore)
    body.add("notificationHistory", literal: PayloadText.list(records))
    return .json(body.text)
  }

  private func record(
    _ notification: WorldDatabase.RememberedNotification, _ environment: WorldEnvironment
  ) throws(Refusal) -> String {
    var record = PayloadText()
    let sentAt = Instant(milliseconds: notification.position.at)
    let body = try body(notification, environment, sentAt)
    record.add("signedPayload", try sign(body, at: sentAt))
    record.add("sendAttempts", literal: PayloadText.list(attempts(notification)))
    return record.text
  }

  /// The notification as it was sent: everything in it was signed at that time.
  private func body(
    _ notification: WorldDatabase.RememberedNotification, _ environment: WorldEnvironment,
    _ sentAt: Instant
  ) throws(Refusal) -> String {
    var content = PayloadText()
    if environment == .production { content.add("appAppleId", identity.appAppleID) }
    content.add("bundleId", identity.bundleID)
    content.add("bundleVersion", "1.0")
    content.add("environment", environment.rawValue)
    content.add("signedTransactionInfo", try sign(notification.payload, at: sentAt))
    if let renewal = renewal(of: notification.payload) {
      content.add("signedRenewalInfo", try sign(renewal, at: sentAt))
      content.add("status", notification.type == "REFUND" || notification.type == "REVOKE" ? 5 : 1)
    }
    var body = PayloadText()
    body.add("notificationType", notification.type)
    body.add("subtype", notification.subtype)
    body.add("notificationUUID", notification.uuid)
    body.add("data", literal: content.text)
    body.add("version", "2.0")
    return body.text
  }

  /// What the store says about the next period; nil for what has none (facts 4.2).
  private func renewal(of record: String) -> String? {
    var scanner = JSONScanner(Array(record.utf8))
    guard let facts = try? scanner.document().object, facts["webOrderLineItemId"] != nil else {
      return nil
    }
    var renewal = PayloadText()
    renewal.add("originalTransactionId", facts["originalTransactionId"]?.string)
    renewal.add("autoRenewProductId", facts["productId"]?.string)
    renewal.add("productId", facts["productId"]?.string)
    renewal.add("autoRenewStatus", 1)
    renewal.add("environment", facts["environment"]?.string)
    renewal.add("renewalDate", facts["expiresDate"]?.number.flatMap { Int64($0) })
    renewal.add("appTransactionId", facts["appTransactionId"]?.string)
    return renewal.text
  }

  /// One attempt that was heard, or all those that were made in vain until now.
  private func attempts(_ notification: WorldDatabase.RememberedNotification) -> [String] {
    var moment = notification.position.at
    var made: [String] = []
    for pause in [0, 1, 12, 24, 48, 72] as [Int64] {
      moment += pause * Milliseconds.hour
      guard moment <= clock.milliseconds else { break }
      var attempt = PayloadText()
      attempt.add("attemptDate", moment)
      attempt.add("sendAttemptResult", notification.isHeard ? "SUCCESS" : "NO_RESPONSE")
      made.append(attempt.text)
      if notification.isHeard { break }
    }
    return made
  }
}
