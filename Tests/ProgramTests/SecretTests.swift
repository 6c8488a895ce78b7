import Formats
import Records
import StandIn
import System
import Testing

/// What nobody may read in anything that the program writes.
@Suite struct `a secret` {
  /// Everything that a run has written: both streams, the reports, the state and the budget.
  private func written(_ store: PretendStore, _ answer: BuiltProgram.Result) throws -> String {
    let scratch = store.scratch
    let kept = try Command.run(
      "cd '\(scratch.folder)' && cat state.sqlite* *.budget $(find reports -type f) 2>/dev/null",
      timeoutMilliseconds: 10_000, byteLimit: 67_108_864)
    return answer.output + answer.complaints + String(decoding: kept.bytes, as: UTF8.self)
  }

  private func secrets(_ store: PretendStore) -> [String] {
    let identity = store.folder.identity
    let key = store.scratch.text("store/\(identity.keyFileName)").split(separator: "\n")
    return [identity.feedToken, identity.sharedSecret] + key.dropFirst().prefix(2).map(String.init)
  }

  /// Some servers send back what they refuse.
  @Test(arguments: [
    ("/feed", 403), ("/feed", 503), ("/verifyReceipt", 403), ("/verifyReceipt", 200),
    ("/inApps/", 403), ("/inApps/", 500),
  ])
  func `is in nothing that is written, even if a server sends it back`(
    _ path: String, _ status: Int
  ) throws {
    let calm = try PretendStore(SourceJob.scenario)
    let identity = calm.folder.identity
    let echo = Fault.Effect.refuse(
      status: status,
      body: .error(code: 1, message: "you sent \(identity.feedToken) \(identity.sharedSecret)"),
      retryAfter: nil)
    let fault = Fault(match: .init(path: path, nth: 2, count: 9), effect: echo)
    let store = try SourceJob.everything.store(faults: [fault])
    #expect(store.folder.identity.feedToken == identity.feedToken)
    let answer = try SourceJob.everything.run(store)
    #expect(!store.server.requests.isEmpty)
    let text = try written(store, answer)
    #expect(text.count > 10_000)
    for secret in secrets(store) { #expect(!text.contains(secret)) }
  }

  @Test(arguments: [
    "echo hushhush", "echo hushhush hushhush", "echo hushhush; exit 3", "printf 'hush\\nhush'",
    "echo 'aa.hushhush.cc'",
  ])
  func `that a command prints for a token is not shown`(_ command: String) throws {
    let store = try PretendStore(SourceJob.scenario)
    try store.edit { text in
      text.replacing(
        "privateKeyFile: \"\(store.folder.privateKeyPath)\"",
        with: "tokenCommand: \"\(command.replacing("\\", with: "\\\\"))\"")
    }
    let answer = try store.run()
    #expect(answer.status == 78 || answer.status == 77, "\(answer.complaints)")
    #expect(!(try written(store, answer)).replacing(command, with: "").contains("hush"))
  }

  /// A header's end within a token would let it write headers of its own.
  @Test func `with a line's end is none`() throws {
    let store = try SourceJob.feed.store()
    let answer = try store.run(environment: ["FEED=$(printf 'hush\\r\\nX-Evil: hush')"])
    #expect(answer.status == 78, "\(answer.complaints)")
    #expect(answer.complaints.contains("FEED"))
    #expect(!answer.complaints.contains("hush"))
    #expect(store.server.requestCount == 0)
  }

  @Test(arguments: [
    "feed: { url: \"https://me:hush@feed.example/\" }",
    "feed: { url: \"https://feed.example/?token=hush\" }",
    "feed: { url: \"https://feed.example/?access_key=hush\" }",
    "feed: { url: \"https://feed.example/?auth=hush\" }",
    "feed: { url: \"https://feed.example/?sig=hush\" }",
    "feed: { url: \"https://feed.example/?to%6ben=hush\" }",
    "feed: { url: \"https://feed.example/#token=hush\" }",
    "feed: { url: \"https://feed.example/\", token: \"hush\" }",
    "feed: { url: \"https://feed.example/\", tokenEnv: \"hush-hush\" }",
    "verifyReceipt: { url: \"https://feed.example/\", sharedSecret: \"hush\" }",
    "verifyReceipt: { url: \"https://feed.example/?password=hush\", receipts: \"jsonl:x\" }",
  ])
  func `in a job file is refused and not shown`(_ source: String) throws {
    let store = try PretendStore(SourceJob.scenario, store: source)
    let answer = try store.run()
    #expect(answer.status == 78, "\(answer.complaints)")
    #expect(!answer.complaints.contains("hush"))
  }
}
