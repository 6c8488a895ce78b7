import Formats
import Records
import StandIn
import Testing

/// What an operator sees first, at three in the morning.
@Suite struct `the first screen` {
  private func screen(
    _ job: SourceJob, _ store: PretendStore
  ) throws -> (status: Int32, lines: [Substring], complaints: String) {
    let answer = try BuiltProgram.call(
      ["run", store.job, "--as-of", PretendStore.asOf],
      environment: SourceJob.environment(of: store), in: store.scratch)
    return (
      answer.status, answer.output.split(separator: "\n", omittingEmptySubsequences: false),
      answer.complaints
    )
  }

  @Test(arguments: [false, true])
  func `says in a line each what was not seen where a fifth of all pages fails`(
    _ isLasting: Bool
  ) throws {
    let share = Fault.Share(thousandths: 200, seed: 9, isLasting: isLasting)
    let effects: [Fault.Effect] = [
      .refuse(status: 403, body: .html, retryAfter: nil),
      .refuse(status: 503, body: .html, retryAfter: nil),
    ]
    for effect in effects {
      let store = try PretendStore(
        DemoScenario.scenario(plainCustomers: 80),
        faults: [Fault(match: .init(path: "/", count: .max, share: share), effect: effect)])
      let seen = try screen(.api, store)
      // What fails in passing is asked again, up to five times.
      if case .refuse(503, _, _) = effect, !isLasting {
        #expect([0, 1, 3].contains(seen.status), "\(seen.complaints)")
        continue
      }
      #expect(seen.status == 3)
      let gaps = seen.lines.prefix(30).filter { $0.hasPrefix("  gap ") }
      #expect(!gaps.isEmpty, "\(seen.lines.prefix(30))")
      #expect(gaps.count <= 6, "\(gaps)")
      #expect(gaps.contains { $0.contains("history could not be read") || $0.contains("notif") })
      #expect(seen.complaints.split(separator: "\n").count <= 40, "\(seen.complaints)")
    }
  }

  @Test func `names many receipts that are refused in one line`() throws {
    let store = try SourceJob.askedReceipts.store()
    try store.scratch.write(
      (1...50).map { "{\"user_id\": \"\($0)\", \"receipt\": \"bm9uZQ==\"}\n" }.joined(),
      to: "store/receipts.jsonl")
    let seen = try screen(.askedReceipts, store)
    #expect(seen.status == 3)
    #expect(seen.lines.count { $0.hasPrefix("  gap ") } == 1, "\(seen.lines)")
    #expect(seen.lines.contains { $0.contains("and 49 more: a receipt cannot be read") })
    #expect(seen.complaints.contains("receipts.jsonl, line 1)"))
    #expect(seen.complaints.split(separator: "\n").count <= 6, "\(seen.complaints)")
  }

  @Test func `of a run that meets permanent limits alone is that of a whole one`() throws {
    let gone = Fault(
      match: .init(path: Trouble.history, nth: 3, count: 2),
      effect: .refuse(
        status: 404, body: .error(code: 4_040_001, message: "Account not found."), retryAfter: nil))
    let store = try PretendStore(SourceJob.scenario, faults: [gone])
    try store.edit {
      $0.replacing("sandboxBaseURL: \"\(store.server.baseURL)/sandbox\",", with: "")
    }
    let seen = try screen(.api, store)
    #expect(seen.status == 0 || seen.status == 1, "\(seen.lines)")
    #expect(seen.lines.contains { $0.hasPrefix("  limit ") && $0.contains("account is gone") })
    #expect(!seen.lines.contains { $0.hasPrefix("  gap ") })
  }
}
