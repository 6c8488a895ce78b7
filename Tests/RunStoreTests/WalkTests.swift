import Reconciliation
import Records
import Rules
import RunStore
import Testing

@Suite struct `whose turn it is` {
  /// A state that knows customers by these cursors.
  private func state(_ folder: borrowing StateFolder, _ values: [String: String]) throws -> JobState
  {
    let state = try folder.open()
    try state.begin()
    var page = page("x", 0, [])
    page.cursors = Dictionary(uniqueKeysWithValues: values.map { ("w/\($0)", $1) })
    try state.remember(page)
    return state
  }

  @Test func `is theirs who were read from the beginning longest ago`() throws {
    let folder = try StateFolder()
    let day = hour(24).milliseconds
    let state = try state(
      folder,
      [
        "never": "\(day) 0", "lately": "\(day) \(hour(20).milliseconds)",
        "long ago": "\(day) \(hour(1).milliseconds)", "now": "\(day) \(day)",
        // Asked for anyway, since they were not read to their end.
        "unread": "0 0", "half": "0 \(hour(2).milliseconds) anew",
      ])
    #expect(try state.readCount(under: "w/") == 4)
    #expect(
      try state.longestUnread(under: "w/", before: hour(24), limit: 9)
        == ["never", "long ago", "lately"])
    #expect(try state.longestUnread(under: "w/", before: hour(24), limit: 2).count == 2)
    #expect(try state.readCount(under: "w/", at: hour(24)) == 4)
    #expect(try state.readCount(under: "w/", at: hour(23)) == 0)
    #expect(try state.anewCount(under: "w/", since: hour(24)) == 1)
    #expect(try state.anewCount(under: "w/", since: hour(20)) == 2)
    #expect(try state.longestUnread(under: "v/", before: hour(24), limit: 9).isEmpty)
  }

  @Test func `goes by the name where two were read in the same night`() throws {
    let folder = try StateFolder()
    let moment = hour(3).milliseconds
    let text = "\(moment) \(moment)"
    let state = try state(folder, ["b": text, "a": text, "c": text])
    #expect(try state.longestUnread(under: "w/", before: hour(24), limit: 2) == ["a", "b"])
  }

  @Test func `is that of open accusations which nobody accepted`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    var row = finding("e", .badLedgerRow, ids: ["4.3E+14"])
    row.severity = .wrong
    let accepted = finding("c", ids: ["300"])
    _ = try state.wholeRun(
      finds: [
        finding("a", ids: ["100"]), finding("b", .doubleGrant, ids: ["100"]), accepted,
        finding("d", .unverifiable, ids: ["400"], severity: .notice), row,
        finding("f", ids: ["600"], environment: "Sandbox"),
      ])
    _ = try state.accept(id: "c", Acceptance(reason: "known", until: hour(48)))
    _ = try state.wholeRun(
      finds: [finding("a"), finding("g", .unknownGrant, ids: ["700"], seen: hour(24)), accepted],
      at: hour(24))
    let asked = try state.openTransactionIDs(environment: "Production", asOf: hour(24))
    #expect(asked == ["700", "100"])
    let later = try state.openTransactionIDs(environment: "Production", asOf: hour(48))
    #expect(later == ["700", "100", "300"])
  }

  @Test func `and known to be good is what the store signed for the app`() throws {
    let folder = try StateFolder()
    let state = try folder.open()
    _ = try state.wholeRun([
      page(
        "x", 0,
        [
          record("2"), record("1"), record("3", environment: "Sandbox"),
          record("4", bundle: "com.example.other"), record("5", origin: .receipt),
          record("6", kind: .renewal),
        ])
    ])
    let known = try state.knownGoodIDs(
      bundleID: "com.example.game", environment: "Production", limit: 20)
    #expect(known == ["1", "2"])
  }
}
