import Formats
import Records
import StandIn
import Testing

/// `check` and `--plan` of jobs that hear the store by other ways than its API.
@Suite struct `a look at the sources` {
  private func check(
    _ job: SourceJob, _ store: PretendStore, _ words: [String] = []
  ) throws -> BuiltProgram.Result {
    try BuiltProgram.call(
      ["check", store.job] + words, environment: SourceJob.environment(of: store),
      in: store.scratch)
  }

  @Test(arguments: [
    (SourceJob.feed, ["feed"]), (.askedReceipts, ["verifyReceipt", "receipts"]),
    (.heldReceipts, ["receipts"]),
    (.everything, ["key", "store", "feed", "verifyReceipt", "receipts"]), (.api, ["key", "store"]),
  ])
  func `has a layer for each, and none for what the job does not ask`(
    _ job: SourceJob, _ layers: [String]
  ) throws {
    let store = try job.store()
    let answer = try check(job, store)
    #expect(answer.status == 0, "\(answer.output)")
    for layer in ["key", "store", "feed", "verifyReceipt", "receipts"] {
      #expect(
        answer.output.contains("ok     \(layer):") == layers.contains(layer), "\(answer.output)")
    }
    #expect(!answer.output.contains("plan: no calls") || job != .api)
    let offline = try check(job, store, ["--offline"])
    #expect(offline.status == 0)
    #expect(!offline.output.contains("ok     feed:"))
    #expect(offline.output.contains("ok     receipts:") == layers.contains("receipts"))
  }

  @Test(
    arguments: [
      (SourceJob.feed, "/feed", Fault.Effect.refuse(status: 401, body: .none, retryAfter: nil), 77),
      (.feed, "/feed", .refuse(status: 403, body: .html, retryAfter: nil), 69),
      (.feed, "/feed", .redirect(to: "http://127.0.0.1:9/"), 69),
      (.askedReceipts, "/verifyReceipt", .refuse(status: 403, body: .html, retryAfter: nil), 69),
      (.askedReceipts, "/verifyReceipt", .bareNumbers, 0),
    ] as [(SourceJob, String, Fault.Effect, Int32)])
  func `says which one fails`(
    _ job: SourceJob, _ path: String, _ effect: Fault.Effect, _ status: Int32
  ) throws {
    let store = try job.store(faults: [Fault(match: .init(path: path, count: .max), effect: effect)]
    )
    let answer = try check(job, store)
    #expect(answer.status == status, "\(answer.output)")
    let name = path.dropFirst()
    #expect(answer.output.contains("FAILED \(name):") == (status != 0), "\(answer.output)")
  }

  @Test func `says which secret is not set, and which receipts are not there`() throws {
    let feed = try SourceJob.feed.store()
    let bare = try BuiltProgram.call(["check", feed.job], in: feed.scratch)
    #expect(bare.status == 78)
    #expect(bare.output.contains("FEED, which store.feed.tokenEnv names, is not set"))
    let receipts = try SourceJob.askedReceipts.store()
    let open = try BuiltProgram.call(["check", receipts.job], in: receipts.scratch)
    #expect(open.status == 78)
    #expect(open.output.contains("SHARED, which store.verifyReceipt.sharedSecretEnv names"))
    try receipts.edit { $0.replacing("receipts.jsonl", with: "nowhere.jsonl") }
    let lost = try check(.askedReceipts, receipts)
    #expect(lost.status == 69)
    #expect(lost.output.contains("FAILED receipts:"))
  }

  @Test(arguments: [SourceJob.feed, .askedReceipts])
  func `before a run says what nobody can count`(_ job: SourceJob) throws {
    let store = try job.store()
    let answer = try job.run(store, ["--plan"])
    #expect(answer.complaints.contains(job == .feed ? "plan: the feed" : "plan: verifyReceipt"))
  }

  @Test(arguments: [
    ("verifyReceipt: { url: \"https://x.example/\" }", "verifyReceipt.receipts` is missing"),
    (
      "verifyReceipt: { receipts: \"jsonl:r\", sandboxURL: \"https://x.example/\" }",
      "without `url`"
    ),
    ("verifyReceipt: { receipts: \"csv:r\" }", "must begin with"),
    ("verifyReceipt: { receipt: \"jsonl:r\" }", "receipts"),
    ("feed: { uri: \"https://x.example/\" }", "url"),
    ("feed: \"https://x.example/\"", "feed"),
    ("feed: { url: \"http://x.example/\" }", "https"),
    ("feed: [], ", "feed"),
    ("pull: { status: true }", "statuses"),
    ("pull: { statuses: \"yes\" }", "statuses"),
    ("pull: { refunds: {} }", "refunds"),
    ("pull: { refund: true }", "refunds"),
    ("pull: { sweep: 30 }", "sweep"),
    ("pull: { sweep: { nights: 0 } }", "nights"),
    ("pull: { sweep: { night: 30 } }", "nights"),
    ("pull: { sweep: { nights: 1.5 } }", "nights"),
    ("budget: \"\"", "budget"),
    ("budget: 7", "budget"),
    ("requestsPerHour: 0", "requestsPerHour"),
  ])
  func `begins with a job file that makes sense`(_ text: String, _ word: String) throws {
    let store = try PretendStore(SourceJob.scenario, store: text)
    let answer = try store.run()
    #expect(answer.status == 78, "\(answer.complaints)")
    #expect(answer.complaints.contains(word), "\(answer.complaints)")
    #expect(store.server.requestCount == 0)
  }

  @Test func `finds receipts beside the job file, from wherever it is called`() throws {
    let store = try SourceJob.heldReceipts.store()
    try store.edit { $0.replacing("jsonl:\(store.folder.path)/", with: "jsonl:store/") }
    let answer = try SourceJob.heldReceipts.run(store)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.findings.count == 4)
  }
}
