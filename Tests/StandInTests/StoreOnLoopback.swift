import Curl
import Formats
import Records
import StandIn
import System
import TestKit
import Testing

/// The moment of every world in these tests: 2026-03-10T03:00:00Z.
let clock = Instant(milliseconds: 1_773_111_600_000)

/// A store in a folder of its own, listening, with a caller that has its key.
struct StoreOnLoopback: ~Copyable {
  let folder: StoreFolder
  let server: StandInServer
  let token: String
  private let place: TemporaryFolder

  init(
    _ stories: [Story] = [], plainCustomers: Int = 0, faults: [Fault] = [],
    moment: Instant = clock, limits: HourlyLimits? = nil,
    now: @escaping @Sendable () -> Int64 = { Clock.nowMilliseconds() }
  ) throws {
    let place = try TemporaryFolder()
    let scenario = Scenario(stories: stories, plainCustomers: plainCustomers)
    let folder = try StoreFolder.create(
      at: "\(place.path)/store", .init(scenario: scenario, clock: clock))
    let server = try StandInServer(folder, clock: moment, faults: faults, limits: limits, now: now)
    token = try folder.bearerToken(nowMilliseconds: now())
    self.folder = folder
    self.server = server
    self.place = place
  }

  /// The same store at a later moment.
  func later(_ moment: Instant) throws -> StandInServer {
    try StandInServer(folder, clock: moment)
  }

  /// Asks with a good token unless another one is given.
  func get(
    _ path: String, token: String? = nil, of other: StandInServer? = nil
  ) throws -> HTTPResponse {
    try send(HTTPRequest(url: (other ?? server).baseURL + path, headers: bearer(token))).get()
  }

  func post(
    _ path: String, _ body: String, token: String? = nil, of other: StandInServer? = nil
  ) throws -> HTTPResponse {
    try send(
      HTTPRequest(
        method: .post, url: (other ?? server).baseURL + path, headers: bearer(token),
        body: Array(body.utf8))
    ).get()
  }

  /// The id that was sold in that place, from 0, as the feed lists them.
  func soldID(_ place: Int) throws -> String {
    let answer = try get("/feed", token: folder.identity.feedToken)
    let records = try #require(try answer.object["transactions"]?.array)
    try #require(place < records.count)
    return try #require(records[place].object?["transactionId"]?.string)
  }

  /// The types of all notifications of the last hundred days, with their subtypes.
  func notificationTypes(of other: StandInServer? = nil) throws -> [String] {
    let from = clock.milliseconds - 100 * Milliseconds.day
    let answer = try post(
      "/inApps/v1/notifications/history",
      "{\"startDate\":\(from),\"endDate\":\(clock.milliseconds * 2)}", of: other)
    return try #require(try answer.object["notificationHistory"]?.array).map { record in
      let sent = try payload(of: try #require(record.object?["signedPayload"]?.string))
      return [sent["notificationType"]?.string, sent["subtype"]?.string].compactMap(\.self)
        .joined(separator: " ")
    }
  }

  /// What happens on the way, failures too.
  func attempt(_ path: String) throws -> Result<HTTPResponse, TransferFailure> {
    try send(HTTPRequest(url: server.baseURL + path, headers: bearer(nil)))
  }

  private func bearer(_ other: String?) -> [(name: String, value: String)] {
    [(name: "Authorization", value: "Bearer \(other ?? token)")]
  }

}

private func send(_ request: HTTPRequest) throws -> Result<HTTPResponse, TransferFailure> {
  var transfers = try Transfers(connectionLimit: 1)
  try transfers.start(request, tag: 1)
  while true {
    if let ended = try transfers.wait(milliseconds: 1_000).first { return ended.result }
  }
}

/// Asks any server with a token; with a body it is a POST.
func ask(_ url: String, _ token: String, body: String? = nil) throws -> HTTPResponse {
  let headers = [(name: "Authorization", value: "Bearer \(token)")]
  guard let body else { return try send(HTTPRequest(url: url, headers: headers)).get() }
  return try send(
    HTTPRequest(method: .post, url: url, headers: headers, body: Array(body.utf8))
  ).get()
}

/// The machine's time.
func nowMilliseconds() -> Int64 { Clock.nowMilliseconds() }

extension HTTPResponse {
  /// The body, which must be an object of JSON.
  var object: JSONObject {
    get throws {
      var scanner = JSONScanner(body)
      return try #require(try scanner.document().object)
    }
  }
}

/// The middle part of a token, unverified.
func payload(of token: String) throws -> JSONObject {
  let parts = token.split(separator: ".")
  let encoded = Array(try #require(parts.count == 3 ? parts[1] : nil).utf8)
  var scanner = JSONScanner(try Base64.decode(encoded.span, .url, padding: .forbidden))
  return try #require(try scanner.document().object)
}

extension JSONObject {
  /// The tokens of a list.
  func tokens(_ key: String) throws -> [String] {
    try #require(self[key]?.array).compactMap(\.string)
  }

  /// A number that must be whole.
  func integer(_ key: String) -> Int64? { self[key]?.number.flatMap { Int64($0) } }
}

/// Percent-encodes all that is not unreserved.
func encoded(_ text: String) -> String {
  text.utf8.map { byte in
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(UnicodeScalar(byte))
    default: "%" + String(byte, radix: 16, uppercase: true)
    }
  }.joined()
}
