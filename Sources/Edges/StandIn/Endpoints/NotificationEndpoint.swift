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
    var rows = try listed(page, environment)
    let hasMore = rows.count > Self.pageSize || twist?.promisesMore == true
    if rows.count > Self.pageSize { rows.removeLast() }
    let end = twist == .repeatRevision ? start : rows.last?.position ?? start
    if twist == .repeatNotification, let again = try listed(before: page, environment) ?? rows.first
    {
      rows.insert(again, at: 0)
    }
    var body = AnswerBody(capacity: 262_144)
    body.add("{")
    if hasMore { body.add("\"paginationToken\":\"\(end.text(for: words))\",") }
    body.add("\"hasMore\":\(hasMore),\"notificationHistory\":[")
    for (place, row) in rows.enumerated() {
      body.addComma(unless: place == 0)
      body.add("{\"signedPayload\":")
      body.addToken(signer.beginning, row.ending)
      body.add(",\"sendAttempts\":\(row.attempts)}")
    }
    body.add("]}")
    return .json(body.bytes)
  }

  /// A notification as it stands in an answer.
  private struct Listed {
    let position: PagePosition
    /// What follows the header in its signed text.
    let ending: [UInt8]
    let attempts: String
  }

  private func listed(
    _ page: WorldReader.NotificationPage, _ environment: WorldEnvironment
  ) throws(Refusal) -> [Listed] {
    var found: [Listed?] = []
    try recalling { () throws(SQLiteFailure) in
      try world.eachNotification(page) { found.append(self.listed($0, environment)) }
    }
    let whole = found.compactMap(\.self)
    guard whole.count == found.count else { throw .broken }
    return whole
  }

  private func listed(
    before page: WorldReader.NotificationPage, _ environment: WorldEnvironment
  ) throws(Refusal) -> Listed? {
    var found: Listed?
    try recalling { () throws(SQLiteFailure) in
      try world.notification(before: page) { found = self.listed($0, environment) }
    }
    return found
  }

  /// Nil for what cannot be signed.
  private func listed(
    _ row: borrowing Statement, _ environment: WorldEnvironment
  ) -> Listed? {
    let at = row.integer(at: 2) ?? 0
    let key = SignedTokens.Key(kind: .notification, number: row.integer(at: 9) ?? 0, moment: at)
    var ending = tokens.known(key)
    if ending == nil {
      // The notification as it was sent: everything in it was signed at that time, and stays so.
      let sentAt = Instant(milliseconds: at)
      let told = WorldReader.notification(row)
      ending = try? tokens.ending(key) { () throws(Refusal) in
        try signedEnding(try text(of: told, environment, sentAt), at: sentAt)
      }
    }
    return ending.map {
      Listed(
        position: WorldReader.position(row), ending: $0,
        attempts: attempts(row.text(at: 6) ?? "", since: at))
    }
  }

  /// The attempts that were made until now.
  private func attempts(_ results: String, since moment: Int64) -> String {
    let sending = Sending(results: results.split(separator: " ").map(String.init))
    let made = sending.attempts(since: moment).prefix { $0.at <= clock.milliseconds }
    return PayloadText.list(
      made.map { "{\"attemptDate\":\($0.at),\"sendAttemptResult\":\"\($0.result)\"}" })
  }

  private func position(_ token: String?, _ words: String) throws(Refusal) -> PagePosition {
    guard let token else { return .beginning }
    guard let position = PagePosition(text: token, for: words) else {
      throw .invalidPaginationToken
    }
    return position
  }
}
