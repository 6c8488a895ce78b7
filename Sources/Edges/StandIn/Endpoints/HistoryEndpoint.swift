import Microhttpd
import Records
import SQLite

// The two histories of one customer (facts 2.3 and 2.7).
extension StoreCounter {
  static var pageSize: Int { 20 }

  func history(
    of id: String, _ request: IncomingRequest, _ environment: WorldEnvironment
  ) throws(Refusal) -> OutgoingResponse {
    let question = try HistoryQuestion(request)
    return try page(of: id, request, environment, question)
  }

  func refundHistory(
    of id: String, _ request: IncomingRequest, _ environment: WorldEnvironment
  ) throws(Refusal) -> OutgoingResponse {
    let question = HistoryQuestion.refunds
    return try page(of: id, request, environment, question)
  }

  private func page(
    of id: String, _ request: IncomingRequest, _ environment: WorldEnvironment,
    _ question: HistoryQuestion
  ) throws(Refusal) -> OutgoingResponse {
    let customer = try customer(of: id, environment)
    let asked = Self.question(request, customer)
    let start = try position(request.queryValue("revision"), asked, question)
    var found = try recalling { () throws(SQLiteFailure) in
      try world.history(
        of: customer, in: environment, at: clock.milliseconds, beyond: start,
        isDescending: question.isDescending, condition: question.condition,
        limit: Int64(Self.pageSize) + 1)
    }
    let hasMore = found.count > Self.pageSize
    if hasMore { found.removeLast() }
    var signed: [String] = []
    for record in found { signed.append(try sign(record.payload, at: clock)) }
    var body = PayloadText()
    body.add("revision", (found.last?.position ?? start).text(for: asked))
    body.add("hasMore", hasMore)
    body.add("bundleId", identity.bundleID)
    if environment == .production { body.add("appAppleId", identity.appAppleID) }
    body.add("environment", environment.rawValue)
    body.add("signedTransactions", signed)
    return .json(body.text)
  }

  private func position(
    _ revision: String?, _ asked: String, _ question: HistoryQuestion
  ) throws(Refusal) -> PagePosition {
    guard let revision else { return question.isDescending ? .end : .beginning }
    guard let position = PagePosition(text: revision, for: asked) else { throw .invalidRevision }
    return position
  }

  /// What must stay the same for a revision to hold; any id of the customer may lead to it.
  private static func question(_ request: IncomingRequest, _ customer: String) -> String {
    let filters = request.query.filter { $0.name != "revision" }.map { "\($0.name)=\($0.value)" }
    let endpoint = request.path.split(separator: "/").dropLast().joined(separator: "/")
    return ([endpoint, customer] + filters.sorted()).joined(separator: "&")
  }
}

extension HistoryQuestion {
  /// What was refunded, and stays so.
  static let refunds = HistoryQuestion(
    condition: """
      json_extract(v.payload, '$.revocationDate') IS NOT NULL
      AND json_extract(v.payload, '$.revocationType') <> 'FAMILY_REVOKE'
      """)

  private init(condition: String) {
    self.condition = condition
  }
}
