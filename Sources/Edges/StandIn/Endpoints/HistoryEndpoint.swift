import Formats
import Microhttpd
import Records
import SQLite

// The two histories of one customer (facts 2.3 and 2.7).
extension StoreCounter {
  static var pageSize: Int { 20 }

  func history(
    _ request: IncomingRequest, _ asked: StoreQuestion, _ twist: Twist?
  ) throws(Refusal) -> OutgoingResponse {
    let question = try HistoryQuestion(request)
    return try page(request, asked, question, twist)
  }

  func refundHistory(
    _ request: IncomingRequest, _ asked: StoreQuestion, _ twist: Twist?
  ) throws(Refusal) -> OutgoingResponse {
    try page(request, asked, .refunds, twist)
  }

  private func page(
    _ request: IncomingRequest, _ asked: StoreQuestion, _ question: HistoryQuestion,
    _ twist: Twist?
  ) throws(Refusal) -> OutgoingResponse {
    let customer = try customer(of: asked.id, asked.environment)
    let words = Self.words(request, asked.endpoint, customer)
    let start = try position(request.queryValue("revision"), words, question)
    var rows = SignedRows()
    try recalling { () throws(SQLiteFailure) in
      try world.eachRecord(
        of: customer, in: asked.environment, at: clock.milliseconds, beyond: start, question,
        limit: Int64(Self.pageSize) + 1
      ) { position, row in
        rows.take(position) { self.ending(position.sequence, row.text(at: 2) ?? "") }
      }
    }
    if rows.isBroken { throw .broken }
    let last = twist == .repeatRevision ? start : rows.last ?? start
    var body = AnswerBody()
    body.add("{\"revision\":\"\(last.text(for: words))\",\"hasMore\":")
    body.add(rows.hasMore || twist?.promisesMore == true ? "true" : "false")
    body.add(about(asked.environment))
    body.add(",\"signedTransactions\":[")
    for (place, ending) in rows.endings.enumerated() {
      body.addComma(unless: place == 0)
      body.addToken(signer.beginning, ending)
    }
    body.add("]}")
    return .json(body.bytes)
  }

  /// The members that say whose answer it is.
  func about(_ environment: WorldEnvironment) -> String {
    let number = environment == .production ? ",\"appAppleId\":\(identity.appAppleID)" : ""
    return ",\"bundleId\":\(JSONWriter.quoted(identity.bundleID))\(number),\"environment\":\""
      + "\(environment.rawValue)\""
  }

  private func position(
    _ revision: String?, _ words: String, _ question: HistoryQuestion
  ) throws(Refusal) -> PagePosition {
    guard let revision else { return question.isDescending ? .end : .beginning }
    guard let position = PagePosition(text: revision, for: words) else { throw .invalidRevision }
    return position
  }

  /// What must stay the same for a revision to hold; any id of the customer may lead to it.
  private static func words(
    _ request: IncomingRequest, _ endpoint: StoreEndpoint, _ customer: String
  ) -> String {
    let filters = request.query.filter { $0.name != "revision" }.map { "\($0.name)=\($0.value)" }
    return ([endpoint.rawValue, customer] + filters.sorted()).joined(separator: "&")
  }
}

/// The rows of one page, signed.
struct SignedRows {
  private(set) var endings: [[UInt8]] = []
  private(set) var last: PagePosition?
  private(set) var hasMore = false
  private(set) var isBroken = false

  /// Takes the next row; the one after a full page only says that there is more.
  mutating func take(_ position: PagePosition, _ ending: () -> [UInt8]?) {
    guard endings.count < StoreCounter.pageSize else {
      hasMore = true
      return
    }
    guard let ending = ending() else {
      isBroken = true
      return
    }
    endings.append(ending)
    last = position
  }
}
