import Bytes
import Formats
import StandIn
import System
import Testing

@Suite struct `what a run finds in its place` {
  @Test func `is no link where the newest report should be: nothing is asked`() throws {
    let store = try PretendStore()
    try Files.makeDirectories(store.scratch.path("reports/test/latest"))
    let answer = try store.run()
    #expect(answer.status == 73)
    #expect(answer.complaints.contains("reports/test/latest"))
    #expect(store.server.requestCount == 0)
    try Files.removeTree(store.scratch.path("reports/test/latest"))
    #expect(try store.run().status == 1)
  }

  @Test(arguments: [
    ("com.example.game\"", "com.example.other\""),
    ("appAppleId", "environment: \"Sandbox\", appAppleId"),
    ("name: \"test\"", "name: \"copy\""),
  ])
  func `is the state of another job, app or environment: nothing is mixed`(
    _ old: String, _ new: String
  ) throws {
    let store = try PretendStore()
    #expect(try store.run().status == 1)
    let asked = store.server.requestCount
    try store.edit { $0.replacing(old, with: new) }
    let answer = try store.run()
    #expect(answer.status == 78)
    #expect(answer.complaints.contains("belongs to the job `test` for com.example.game"))
    #expect(store.server.requestCount == asked)
    try store.edit { $0.replacing(new, with: old) }
    #expect(try store.run().status == 0)
  }

  /// A job that is edited between a kill and the next run is judged as it then is.
  @Test func `is what a killed run pulled, and a job that was edited since`() throws {
    let slow = Fault(match: .init(count: .max), effect: .late(milliseconds: 60))
    let store = try PretendStore(faults: [slow])
    let run = try BackgroundRun(store)
    try run.waitForRequests(30)
    try run.send("KILL")
    #expect(try run.end().status == 137)
    try store.reopen()
    try store.edit { $0.replacing("table: \"orders\"", with: "table: \"oders\"") }
    let wrong = try store.run()
    #expect(wrong.status == 69)
    #expect(wrong.complaints.contains("did you mean `orders`?"))
    try store.edit { $0.replacing("table: \"oders\"", with: "table: \"orders\"") }
    #expect(try store.run().status == 1)
    #expect(try store.judge().status == 0)
  }
}

@Suite struct `the key of a run` {
  private static let junk = "SECRETJUNKSECRETJUNK"

  /// What a job with this key in place of its own ends with, and that it says no secret.
  @Test(arguments: [
    ("privateKeyFile: \"bad.p8\"", Int32(78), "bad.p8"),
    ("privateKeyFile: \"none.p8\"", 78, "none.p8"),
    ("privateKeyEnv: \"IAP_NO_SUCH_KEY\"", 78, "IAP_NO_SUCH_KEY"),
    ("tokenCommand: \"echo \(junk); exit 3\"", 78, "status 3"),
    ("tokenCommand: \"echo \(junk) \(junk)\"", 78, "no bearer token"),
    ("tokenCommand: \"echo \(junk).eyJleHAiOjF9.\(junk)\"", 77, "HTTP 401"),
  ])
  func `that does not work is told without a secret`(
    _ key: String, _ status: Int32, _ words: String
  ) throws {
    let store = try PretendStore()
    try store.scratch.write(
      "-----BEGIN PRIVATE KEY-----\n\(Self.junk)\n-----END PRIVATE KEY-----\n", to: "bad.p8")
    try store.edit {
      $0.replacing("privateKeyFile: \"\(store.folder.privateKeyPath)\"", with: key)
    }
    let answer = try store.run()
    #expect(answer.status == status, "\(answer.complaints)")
    #expect(answer.complaints.contains(words))
    #expect(!(answer.output + answer.complaints).contains(Self.junk))
    #expect(try Files.list(store.scratch.path("reports/test")).isEmpty)
  }

  @Test func `and its tokens are in nothing that is written`() throws {
    let refused = Fault(
      match: .init(path: "/inApps/v2", nth: 40),
      effect: .refuse(status: 503, body: .html, retryAfter: nil))
    let store = try PretendStore(faults: [refused])
    let answer = try store.run()
    #expect(answer.status == 1)
    let key = String(
      decoding: try readWhole(path: store.folder.privateKeyPath, byteLimit: 65_536), as: UTF8.self)
    let body = try #require(key.split(separator: "\n").dropFirst().first)
    // What every bearer token of this issuer begins its claims with.
    let claims = Base64.encode(
      Array("{\"iss\":\"\(store.folder.identity.issuerID)".utf8).span, .url, padded: false)
    var written = [answer.output, answer.complaints]
    for file in try Files.list(store.scratch.path("reports/test/latest")) {
      written.append(store.report(file))
    }
    for file in try Files.list(store.scratch.folder) where file.hasPrefix("state.sqlite") {
      written.append(store.scratch.text(file))
    }
    #expect(written.count > 6)
    for text in written {
      #expect(!text.contains(body))
      #expect(!text.contains(claims.prefix(24)))
    }
  }
}
