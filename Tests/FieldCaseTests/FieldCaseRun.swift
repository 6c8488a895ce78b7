import Formats
import System

/// One case handed to the built program: its files in a folder of their own, in an order of choice.
struct FieldCaseRun {
  /// How the rows are handed over.
  enum Form: String, CaseIterable, Sendable {
    /// As they stand.
    case inOrder = "in order"
    /// In the reverse order, the ledger as a table.
    case reversed = "reversed, the ledger as CSV"
    /// In some other order.
    case shuffled
  }

  let findings: [SeenFinding]
  let messages: [String]
  let isBalanced: Bool
  let status: Int32
  let rows: RowFinder

  init(_ fieldCase: FieldCase, _ form: Form, raw: Bool = false) throws {
    let folder = try Self.folder()
    defer { try? Files.removeTree(folder) }
    for file in try Files.list(fieldCase.folder) {
      try Files.writeDurably(
        FieldCase.bytes(fieldCase.folder + "/" + file), to: folder + "/" + file)
    }
    let ledger = try Self.arrange(fieldCase, form, folder)
    let words = Self.words(fieldCase, folder, ledger: ledger, raw: raw)
    let output = try Command.run(
      words.joined(separator: " "), timeoutMilliseconds: 60_000, byteLimit: 16_777_216)
    status = output.exitStatus
    var scanner = JSONScanner(output.bytes)
    let verdict = try? scanner.document()
    findings = (verdict?.object?["findings"]?.array ?? []).map(SeenFinding.init)
    messages = verdict.texts("messages")
    isBalanced = verdict?.object?["controlTotals"]?.object?["balanced"]?.bool ?? false
    rows = RowFinder(userOfRow: Self.users(fieldCase))
  }

  private static func words(
    _ fieldCase: FieldCase, _ folder: String, ledger: String?, raw: Bool
  ) -> [String] {
    let store = raw && fieldCase.has("raw-store.json") ? "raw-store.json" : "store.jsonl"
    var words = [
      program, "compare", "--job", folder + "/job.json5", "--store", folder + "/" + store,
    ]
    if let ledger {
      let isRaw = raw && fieldCase.has("raw-ledger.csv")
      words += ["--ledger", folder + "/" + (isRaw ? "raw-ledger.csv" : ledger)]
    }
    if fieldCase.has("gaps.json") { words += ["--gaps", folder + "/gaps.json"] }
    if let from = fieldCase.from { words += ["--from", from] }
    if let to = fieldCase.to { words += ["--to", to] }
    return words + ["--as-of", fieldCase.asOf, "--format", "json"]
  }

  /// Puts the rows into the order of the form; answers the ledger's file, if there is one.
  private static func arrange(
    _ fieldCase: FieldCase, _ form: Form, _ folder: String
  ) throws -> String? {
    try write(ordered(fieldCase.lines("store.jsonl"), form), to: folder + "/store.jsonl")
    guard fieldCase.has("ledger.jsonl") else { return nil }
    let rows = ordered(fieldCase.lines("ledger.jsonl"), form)
    guard form == .reversed else {
      try write(rows, to: folder + "/ledger.jsonl")
      return "ledger.jsonl"
    }
    try Files.writeDurably(table(rows), to: folder + "/ledger.csv")
    return "ledger.csv"
  }

  private static func ordered(_ lines: [String], _ form: Form) -> [String] {
    switch form {
    case .inOrder: lines
    case .reversed: lines.reversed()
    case .shuffled:
      lines.enumerated().sorted { scatter($0.offset) < scatter($1.offset) }.map(\.element)
    }
  }

  private static func scatter(_ place: Int) -> UInt64 {
    UInt64(place + 1) &* 0x9E37_79B9_7F4A_7C15
  }

  private static func write(_ lines: [String], to path: String) throws {
    try Files.writeDurably(Array((lines.map { $0 + "\n" }.joined()).utf8), to: path)
  }

  /// The rows as CSV; a null is an empty cell.
  static func table(_ lines: [String]) -> [UInt8] {
    let objects = lines.compactMap { line -> JSONObject? in
      var scanner = JSONScanner(Array(line.utf8))
      return (try? scanner.document())?.object
    }
    var columns = ["transaction_id", "user_id", "product_id", "state"]
    for member in objects.flatMap(\.members) where !columns.contains(member.key) {
      columns.append(member.key)
    }
    var writer = CSVWriter(header: columns)
    for object in objects {
      writer.row(columns.map { .text(object[$0]?.string ?? object[$0]?.number ?? "") })
    }
    return writer.takeBytes()
  }

  private static func users(_ fieldCase: FieldCase) -> [String: String] {
    guard fieldCase.has("ledger.jsonl") else { return [:] }
    var users: [String: String] = [:]
    for line in fieldCase.lines("ledger.jsonl") {
      var scanner = JSONScanner(Array(line.utf8))
      let row = try? scanner.document()
      if let id = row.text("row_id") ?? row?.object?["row_id"]?.number {
        users[id] = row.text("user_id")
      }
    }
    return users
  }

  private static func folder() throws -> String {
    let name = randomBytes(8).map { String($0, radix: 16) }.joined()
    let folder = "/tmp/iap-reconcile-case-\(name)"
    try Files.makeDirectories(folder)
    return folder
  }

  /// The program stands beside the bundle of tests that runs.
  static let program: String = {
    let parts = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast().joined(separator: "/") + "/iap-reconcile"
  }()
}
