import Formats
import StandIn
import System
import Testing

@Suite struct `the hour's requests` {
  @Test func `are one number for two jobs that run at the same time`() throws {
    let limit = 9_000
    let store = try PretendStore(store: "requestsPerHour: \(limit),")
    let other = store.scratch.text("job.json5")
      .replacing("name: \"test\"", with: "name: \"other\"")
      .replacing("state: \"state.sqlite\"", with: "state: \"other.sqlite\"")
    try store.scratch.write(other, to: "other.json5")
    let run = "SWIFT_BACKTRACE=enable=no '\(BuiltProgram.folder)/iap-reconcile' run"
    let words = "--as-of \(PretendStore.asOf) --max-duration 3 >/dev/null 2>&1"
    let line =
      "\(run) '\(store.job)' \(words) & "
      + "\(run) '\(store.scratch.path("other.json5"))' \(words); other=$?; wait $!; echo $? $other"
    let answer = try Command.run(line, timeoutMilliseconds: 60_000, byteLimit: 1_024)
    let statuses = String(decoding: answer.bytes, as: UTF8.self).split(
      whereSeparator: \.isWhitespace)
    #expect(statuses.count == 2 && statuses.allSatisfy { ["3", "75"].contains($0) })
    // What may come at once, what comes evenly, and what both had on their way before.
    let moments = store.server.requests.map(\.at).sorted()
    #expect(moments.count > 20)
    for (last, end) in moments.enumerated() {
      for (first, start) in moments[...last].enumerated() {
        let bound = (Int(end - start) + 18_000) * limit / 3_600_000 + 16
        #expect(last - first + 1 <= bound)
      }
    }
  }

  @Test func `that are spent end a run with what it saw, and the next with 75`() throws {
    let store = try PretendStore(store: "requestsPerHour: 100,")
    let first = try store.run(["--max-duration", "20"])
    #expect(first.status == 3, "\(first.complaints)")
    #expect(first.complaints.contains("the pull waits for the hour's budget of 100 requests"))
    #expect(first.output.contains("the hour's budget of 100 requests is spent until "))
    let said = first.findings.filter { !$0.hasPrefix("unverifiable:") }
    #expect(store.server.requestCount == 1)
    let second = try store.run(["--max-duration", "5"], asOf: "2026-03-10T03:00:01Z")
    #expect(second.status == 75, "\(second.complaints)")
    #expect(second.output.isEmpty)
    #expect(store.server.requestCount == 1)
    try store.edit { $0.replacing("requestsPerHour: 100,", with: "") }
    let whole = try store.run(asOf: "2026-03-10T03:00:02Z")
    #expect(whole.status == 1)
    #expect(Set(said).subtracting(whole.findings).isEmpty)
    #expect(try store.judge().status == 0)
  }

  @Test func `are never forgotten for a file that cannot be read`() throws {
    let store = try PretendStore(store: "budget: \"game.budget\",")
    for text in ["PK\u{3}\u{4}", "{\"schema\": \"iap-reconcile/budget/2\"}\n"] {
      try store.scratch.write(text, to: "game.budget")
      let answer = try store.run()
      #expect(answer.status == 78)
      #expect(answer.complaints.contains("the budget file \(store.scratch.path("game.budget")) "))
      #expect(store.scratch.text("game.budget") == text)
    }
    #expect(store.server.requestCount == 0)
    try store.scratch.write("", to: "game.budget")
    #expect(try store.run().status == 1)
    #expect(store.scratch.text("game.budget").contains("\"environment\":\"Production\""))
    #expect(!Files.exists(store.budget))
  }

  @Test func `must be counted somewhere`() throws {
    let store = try PretendStore(store: "budget: \"/proc/game.budget\",")
    let answer = try store.run()
    #expect(answer.status == 73)
    #expect(answer.complaints.contains("the budget file, which counts the requests of the hour"))
    #expect(store.server.requestCount == 0)
  }
}

@Suite struct `the plan` {
  @Test func `is said before anything is asked`() throws {
    let store = try PretendStore()
    let answer = try store.run(["--plan", "--quiet"])
    let lines = answer.complaints.split(separator: "\n")
    #expect(lines.first?.contains("\"level\":\"info\"") == true)
    #expect(lines.first?.contains("plan: ") == true)
    #expect(lines.first?.contains("notifications 1, ") == true)
    #expect(lines.first?.contains(" % of the hour's 180000; about ") == true)
    #expect(answer.status == 1)
    #expect(!(try store.run(asOf: "2026-03-10T03:00:01Z").complaints.contains("plan: ")))
  }

  @Test func `is a layer of the check, and costs nothing`() throws {
    let store = try PretendStore(store: "requestsPerHour: 1000,")
    let before = try BuiltProgram.call(["check", store.job, "--offline"], in: store.scratch)
    #expect(before.status == 0, "\(before.output)")
    #expect(before.output.contains("ok     plan: "))
    #expect(before.output.contains(" % of the hour's 1000; about "))
    #expect(store.server.requestCount == 0)
    #expect(!Files.exists(store.budget))
    try store.edit { $0.replacing("requestsPerHour: 1000,", with: "") }
    #expect(try store.run().status == 1)
    let after = try BuiltProgram.call(
      ["check", store.job, "--offline", "--format", "json"], in: store.scratch)
    let layers = after.json?.object?["layers"]?.array ?? []
    let plan = layers.compactMap(\.object).first { $0["name"]?.string == "plan" }
    #expect(plan?["plan"]?.object?["limits"]?.array?.count == 1)
    #expect(Int(plan?["plan"]?.object?["calls"]?.number ?? "") ?? 0 > 0)
  }

  @Test func `says which layer fails where the budget cannot be read`() throws {
    let store = try PretendStore(store: "budget: \"game.budget\",")
    try store.scratch.write("nonsense\n", to: "game.budget")
    let answer = try BuiltProgram.call(["check", store.job, "--offline"], in: store.scratch)
    #expect(answer.status == 78)
    #expect(answer.output.contains("FAILED plan: the budget file "))
  }
}
