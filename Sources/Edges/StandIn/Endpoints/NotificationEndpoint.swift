import Microhttpd
import Records
import SQLite

// The notifications of the whole app (facts 2.8 and 4.3).
extension StoreCounter {
  typealias RememberedNotification = WorldReader.RememberedNotification

  func notificationHistory(
    _ request: IncomingRequest, _ asked: StoreQuestion, _ twist: Twist?
  ) throws(Refusal) -> OutgoingResponse {
    let environment = asked.environment
    let question = try NotificationQuestion(request.body, environment, clock: clock)
    let customer = try question.transactionID.map { (id) throws(Refusal) in
      try self.customer(of: id, environment)
    }
    let words = "\(environment.rawValue) \(question.text)"
    let start = try position(request.queryValue("paginationToken"), words)
    var page = WorldReader.NotificationPage(
      question: question, customer: customer, environment: environment, position: start,
      limit: Int64(Self.pageSize) + 1, clock: clock.milliseconds)
    if case .lateNotifications(let delay) = twist { page.listedUntil = clock.milliseconds - delay }
    var found = try recalling { () throws(SQLiteFailure) in try world.notifications(page) }
    let hasMore = found.count > Self.pageSize || twist?.promisesMore == true
    if found.count > Self.pageSize { found.removeLast() }
    let end = twist == .repeatRevision ? start : found.last?.position ?? start
    if twist == .repeatNotification,
      let again = try recalling({ () throws(SQLiteFailure) in
        try world.notification(before: page) ?? found.first
      })
    {
      found.insert(again, at: 0)
    }
    var body = AnswerBody(capacity: 262_144)
    body.add("{")
    if hasMore { body.add("\"paginationToken\":\"\(end.text(for: words))\",") }
    body.add("\"hasMore\":\(hasMore),\"notificationHistory\":[")
    for (place, notification) in found.enumerated() {
      body.addComma(unless: place == 0)
      body.add("{\"signedPayload\":")
      body.addToken(signer.beginning, try ending(notification, environment))
      body.add(",\"sendAttempts\":\(attempts(notification))}")
    }
    body.add("]}")
    return .json(body.bytes)
  }

  private func position(_ token: String?, _ words: String) throws(Refusal) -> PagePosition {
    guard let token else { return .beginning }
    guard let position = PagePosition(text: token, for: words) else {
      throw .invalidPaginationToken
    }
    return position
  }

  /// The notification as it was sent: everything in it was signed at that time, and stays so.
  private func ending(
    _ notification: RememberedNotification, _ environment: WorldEnvironment
  ) throws(Refusal) -> [UInt8] {
    let key = SignedTokens.Key(
      kind: .notification, number: notification.first, moment: notification.at)
    return try tokens.ending(key) { () throws(Refusal) in
      let sentAt = Instant(milliseconds: notification.at)
      return try signedEnding(try text(of: notification, environment, sentAt), at: sentAt)
    }
  }

  /// The attempts that were made until now.
  private func attempts(_ notification: RememberedNotification) -> String {
    let made = notification.sending.attempts(since: notification.at).prefix {
      $0.at <= clock.milliseconds
    }
    return PayloadText.list(
      made.map { "{\"attemptDate\":\($0.at),\"sendAttemptResult\":\"\($0.result)\"}" })
  }
}
