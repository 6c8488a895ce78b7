import Formats
import System
import Testing

@Suite struct `field cases in one input` {
  /// How the mixture is handed over.
  enum Form: Sendable, CaseIterable {
    case inOrder, firstShuffle, secondShuffle, thirdShuffle, table, threeLedgers

    var seed: UInt64? {
      switch self {
      case .firstShuffle: 1
      case .secondShuffle: 2
      case .thirdShuffle, .table, .threeLedgers: 3
      case .inOrder: nil
      }
    }
  }

  @Test(arguments: MixedCases.all, Form.allCases)
  func `hold as each alone`(_ mixture: MixedCases, _ form: Form) throws {
    let run = try MixedRun(mixture, form)
    #expect(run.isBalanced)
    #expect(run.status == 1, "exit status \(run.status)")
    for (fieldCase, findings) in run.findings {
      let complaints = fieldCase.expectation.complaints(findings, run.messages, run.rows)
      #expect(complaints == [], "\(fieldCase.name)")
    }
    #expect(run.strangers.isEmpty, "findings of no case: \(run.strangers)")
  }

  @Test func `are most of the cases`() {
    #expect(MixedCases.all.map(\.cases.count).reduce(0, +) >= 65)
  }
}

/// A mixture handed to the built program, and its findings sorted by case.
private struct MixedRun {
  let status: Int32
  let isBalanced: Bool
  let messages: [String]
  let findings: [(FieldCase, [SeenFinding])]
  let strangers: [String]
  let rows: RowFinder

  init(_ mixture: MixedCases, _ form: `field cases in one input`.Form) throws {
    let folder = "/tmp/iap-reconcile-mixed-" + randomBytes(8).map { String($0, radix: 16) }.joined()
    try Files.makeDirectories(folder)
    defer { try? Files.removeTree(folder) }
    let ledgers = try Self.write(mixture, form, to: folder)
    let words =
      [FieldCaseRun.program, "compare", "--job", folder + "/job.json5"]
      + ["--store", folder + "/store.jsonl", "--ledger"] + ledgers
      + ["--as-of", mixture.cases.first?.asOf ?? "", "--format", "json"]
    let output = try Command.run(
      words.joined(separator: " "), timeoutMilliseconds: 60_000, byteLimit: 16_777_216)
    status = output.exitStatus
    var scanner = JSONScanner(output.bytes)
    let verdict = try? scanner.document()
    isBalanced = verdict?.object?["controlTotals"]?.object?["balanced"]?.bool ?? false
    messages = verdict.texts("messages")
    let seen = (verdict?.object?["findings"]?.array ?? []).map(SeenFinding.init)
    (findings, strangers) = Self.sorted(seen, mixture)
    rows = RowFinder(userOfRow: Self.users(mixture, ledgerCount: ledgers.count))
  }

  private static func write(
    _ mixture: MixedCases, _ form: `field cases in one input`.Form, to folder: String
  ) throws -> [String] {
    var store = mixture.storeLines
    var rows = mixture.rows
    if let seed = form.seed {
      var random = Scatter(state: seed)
      store.shuffle(using: &random)
      rows.shuffle(using: &random)
    }
    try write(store, to: folder + "/store.jsonl")
    try write([mixture.jobText], to: folder + "/job.json5")
    switch form {
    case .table:
      try Files.writeDurably(FieldCaseRun.table(rows.map(\.line)), to: folder + "/ledger.csv")
      return [folder + "/ledger.csv"]
    case .threeLedgers:
      return try (0..<min(3, rows.count)).map { shard in
        let lines = rows.enumerated().filter { $0.offset % 3 == shard }.map(\.element.line)
        try write(lines, to: folder + "/ledger\(shard).jsonl")
        return folder + "/ledger\(shard).jsonl"
      }
    default:
      try write(rows.map(\.line), to: folder + "/ledger.jsonl")
      return [folder + "/ledger.jsonl"]
    }
  }

  private static func write(_ lines: [String], to path: String) throws {
    try Files.writeDurably(Array(lines.map { $0 + "\n" }.joined().utf8), to: path)
  }

  /// A finding is of the case whose row it names, else of the one whose store knows its id.
  private static func sorted(
    _ findings: [SeenFinding], _ mixture: MixedCases
  ) -> ([(FieldCase, [SeenFinding])], [String]) {
    var rest = findings
    let byCase = mixture.cases.map { fieldCase in
      let ids = Set(
        fieldCase.lines("store.jsonl").compactMap { FlatRow($0).text("transactionId") })
      let own = rest.filter { finding in
        finding.rows.isEmpty
          ? !ids.isDisjoint(with: finding.ids)
          : finding.rows.contains {
            $0.split(separator: ":").last?.hasPrefix(fieldCase.name + "/") ?? false
          }
      }
      rest.removeAll { finding in own.contains { $0.id == finding.id } }
      return (fieldCase, own)
    }
    return (byCase, rest.map(\.words))
  }

  private static func users(_ mixture: MixedCases, ledgerCount: Int) -> [String: String] {
    var users: [String: String] = [:]
    for row in mixture.rows {
      guard let key = row.text("row_id"), let user = row.text("user_id") else { continue }
      users[key] = user
      for number in 1...ledgerCount { users["ledger\(number):\(key)"] = user }
    }
    return users
  }
}

/// Numbers that look random and are the same in every run (SplitMix64).
private struct Scatter: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
