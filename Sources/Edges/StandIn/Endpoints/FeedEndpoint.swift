import Microhttpd
import Records
import SQLite

/// How the company's own feed lists the world.
package struct FeedStyle: Sendable, Equatable {
  /// How many records a page has.
  package var pageSize = 20
  /// Every so manieth record is the signed text; 0 for none.
  package var signedEvery = 0

  /// Twenty decoded records a page.
  package init() {}

  /// So many records a page, of which every so manieth is signed.
  package init(pageSize: Int, signedEvery: Int = 0) {
    self.pageSize = pageSize
    self.signedEvery = signedEvery
  }
}

// The app's own server, which saw every record of the world and tells it on.
extension StoreCounter {
  func feed(_ request: IncomingRequest, _ twist: Twist?) throws(Refusal) -> OutgoingResponse {
    guard request.header("Authorization") == "Bearer \(identity.feedToken)" else {
      return .unauthorized
    }
    var start = PagePosition(at: 0, sequence: 0)
    if let next = request.queryValue("next") {
      guard let position = PagePosition(text: next, for: "feed") else { throw .badRequest }
      start = position
    }
    var found = try recalling { () throws(SQLiteFailure) in
      try world.feedPage(
        at: clock.milliseconds, beyond: start.sequence, limit: Int64(feedStyle.pageSize) + 1)
    }
    let hasMore = found.count > feedStyle.pageSize
    if hasMore { found.removeLast() }
    var body = AnswerBody()
    body.add("{\"transactions\":[")
    for (place, record) in found.enumerated() {
      body.addComma(unless: place == 0)
      let every = Int64(feedStyle.signedEvery)
      if every > 0, record.number % every == 0 {
        guard let ending = ending(record.number, record.payload) else { throw .broken }
        body.addToken(signer.beginning, ending)
      } else {
        body.add(record.payload)
      }
    }
    body.add("]")
    let end = twist == .repeatRevision ? start.sequence : found.last?.number ?? start.sequence
    if hasMore || twist?.promisesMore == true {
      body.add(",\"next\":\"\(PagePosition(at: 0, sequence: end).text(for: "feed"))\"")
    }
    body.add("}")
    return .json(body.bytes)
  }
}

extension WorldReader {
  /// A record's place is that of its first version, so that pages stay where they are while the
  /// world goes on.
  static let feedSQL = """
    SELECT f.seq, (
      SELECT w.payload FROM versions w
      WHERE w.transaction_id = f.transaction_id AND w.environment = f.environment AND w.at <= ?1
      ORDER BY w.at DESC, w.seq DESC LIMIT 1)
    FROM versions f
    WHERE f.seq > ?2 AND f.at <= ?1 AND NOT EXISTS (
      SELECT 1 FROM versions e
      WHERE e.transaction_id = f.transaction_id AND e.environment = f.environment
        AND e.seq < f.seq)
    ORDER BY f.seq LIMIT ?3
    """

  func feedPage(
    at clock: Int64, beyond number: Int64, limit: Int64
  ) throws(SQLiteFailure) -> [(number: Int64, payload: String)] {
    try feed.bind(clock, at: 1)
    try feed.bind(number, at: 2)
    try feed.bind(limit, at: 3)
    defer { feed.reset() }
    var found: [(number: Int64, payload: String)] = []
    while try feed.step() { found.append((feed.integer(at: 0) ?? 0, feed.text(at: 1) ?? "")) }
    return found
  }
}
