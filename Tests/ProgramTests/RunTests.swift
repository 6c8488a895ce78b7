import Formats
import StandIn
import System
import Testing

@Suite struct `a nightly run` {
  @Test func `finds exactly what was planted`() throws {
    let store = try PretendStore()
    let answer = try store.run()
    #expect(answer.status == 1, "\(answer.complaints)")
    #expect(answer.verdict == "exceptions")
    let judged = try store.judge()
    #expect(judged.status == 0, "\(judged.complaints)")
    #expect(store.report("missed-deliveries.csv").split(separator: "\n").count > 1)
    #expect(store.report("double-grants.csv").split(separator: "\n").count > 1)
  }

  @Test func `finds nothing new the second time`() throws {
    let store = try PretendStore()
    _ = try store.run()
    let again = try store.run()
    #expect(again.status == 0)
    let findings = again.json?.object?["findings"]?.array ?? []
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { $0.object?["status"]?.string == "open" })
    #expect(try store.judge().status == 0)
  }

  @Test func `prints what its summary holds`() throws {
    let store = try PretendStore()
    let answer = try store.run()
    #expect(answer.output == store.report("summary.json"))
  }

  @Test func `writes the same bytes from nothing twice`() throws {
    let store = try PretendStore()
    let files = [
      "missed-deliveries.csv", "double-grants.csv", "exceptions.csv", "could-not-check.csv",
      "summary.json", "manifest.json",
    ]
    _ = try store.run(["--run-name", "one"])
    let first = files.map(store.report)
    try Files.removeTree(store.scratch.path("reports"))
    for file in try Files.list(store.scratch.folder) where file.hasPrefix("state.sqlite") {
      try Files.removeFile(store.scratch.path(file))
    }
    _ = try store.run(["--run-name", "one"])
    #expect(files.map(store.report) == first)
  }

  @Test func `never changes the ledger`() throws {
    let store = try PretendStore()
    let before = store.scratch.bytes("store/ledger.db")
    _ = try store.run()
    #expect(store.scratch.bytes("store/ledger.db") == before)
    #expect(try Files.list(store.folder.path).filter { $0.hasPrefix("ledger.db") } == ["ledger.db"])
  }

  @Test func `ends with 77 when the store refuses the key, and judges nothing`() throws {
    let store = try PretendStore()
    let text = store.scratch.text("job.json5")
    let wrong = text.replacing("keyId: \"", with: "keyId: \"X")
    try store.scratch.write(wrong, to: "job.json5")
    let answer = try store.run()
    #expect(answer.status == 77)
    #expect(answer.output.isEmpty)
    #expect(!Files.exists(store.scratch.path("reports/test/latest")))
  }

  @Test func `ends with 69 when the store does not answer at all`() throws {
    let store = try PretendStore()
    store.server.stop()
    let answer = try store.run()
    #expect(answer.status == 69, "\(answer.complaints)")
    #expect(!Files.exists(store.scratch.path("reports/test/latest")))
  }

  @Test func `ends with 75 while another process holds the state, and says which`() throws {
    let store = try PretendStore()
    let lock = try FileLock(
      path: store.scratch.path("state.sqlite.lock"), holder: "process 4711 since yesterday")
    let answer = try store.run()
    #expect(answer.status == 75)
    #expect(answer.complaints.contains("process 4711 since yesterday"))
    lock.release()
    #expect(try store.run().status == 1)
  }

  @Test func `says what its pull took of the machine where somebody asks for logs`() throws {
    let store = try PretendStore()
    #expect(try store.run().complaints.isEmpty)
    let told = try store.run(["--log", "text"], asOf: "2026-03-10T09:00:00Z").complaints
    #expect(told.hasPrefix("pulled ") && told.contains(" requests and "), "\(told)")
    #expect(told.contains("peak memory ") && !told.contains("peak memory 0 MiB"), "\(told)")
    let quiet = try store.run(["--log", "text", "--quiet"], asOf: "2026-03-10T15:00:00Z")
    #expect(quiet.complaints.isEmpty)
  }
}
