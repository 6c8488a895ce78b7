import Bytes
import Formats
package import Records
import SQLite
import System

/// Where a job's receipts are kept: `jsonl:…`, `folder:…` or `query:…`.
package enum KeptReceipts {
  /// Hands over each receipt of a source, one at a time and in the source's order, until `take` says
  /// false.
  ///
  /// JSON lines have `user_id` and `receipt`. A folder has a file a receipt, named after its user, in
  /// the order of names. A query is run in the first ledger that is a database and answers two
  /// columns, the user and the receipt; its answer is copied to the file `spool` first, so that the
  /// ledger is not held open while somebody is asked about a receipt. Throws `badData` with the first
  /// places for what has another form, `unreachable` for what is not there, `configuration` for a
  /// query without a database.
  package static func each(
    of source: String, ledgers: [LedgerSettings], spool: String, _ take: (KeptReceipt) -> Bool
  ) throws(InputFailure) {
    if let path = rest(of: source, after: "jsonl:") { return try eachLine(path, take) }
    if let path = rest(of: source, after: "folder:") { return try eachFile(path, take) }
    if let sql = rest(of: source, after: "query:") {
      // One that a killed run has left is nothing to go by.
      try? Files.removeFile(spool)
      defer { try? Files.removeFile(spool) }
      try copy(sql, of: ledgers, to: spool)
      return try eachLine(spool, take)
    }
    throw InputFailure(.configuration, "receipts from `\(source)`: nobody knows such a source")
  }

  private static func rest(of source: String, after scheme: String) -> String? {
    source.hasPrefix(scheme) ? String(source.dropFirst(scheme.count)) : nil
  }

  /// A receipt of some hundred purchases has 80 KB (facts 6.6); a line far above it is none.
  private static let byteLimit = 16_777_216

  // MARK: - JSON lines

  private static func eachLine(
    _ path: String, _ take: (KeptReceipt) -> Bool
  ) throws(InputFailure) {
    let subject = "the receipts"
    var complaints = ReadingComplaints(file: path, unit: .line)
    do throws(LineFailure) {
      var lines = try open(path)
      var line: [UInt8] = []
      while try lines.next(into: &line) {
        guard line.contains(where: { !$0.isBlank }) else { continue }
        do throws(JSONFailure) {
          let receipt = try receipt(in: line, number: lines.lineNumber, path, &complaints)
          guard let receipt else { continue }
          guard take(receipt) else { return }
        } catch {
          complaints.note(error)
        }
      }
    } catch {
      switch error {
      case .unreadable(let file):
        throw InputFailure(.unreachable, "\(subject): \(file.description)")
      case .tooLong: throw InputFailure(.badData, "\(subject): \(error.description)")
      }
    }
    try complaints.check(subject)
  }

  private static func open(_ path: String) throws(LineFailure) -> LineReader {
    do throws(FileFailure) {
      return try LineReader(path: path, lineByteLimit: byteLimit)
    } catch {
      throw .unreadable(error)
    }
  }

  private static func receipt(
    in line: [UInt8], number: Int, _ path: String, _ complaints: inout ReadingComplaints
  ) throws(JSONFailure) -> KeptReceipt? {
    var scanner = JSONScanner(line, firstLine: number)
    let object = try scanner.document().object
    let names = ["receipt", "receipt-data", "receiptData"]
    guard let text = names.lazy.compactMap({ object?[$0]?.string }).first, !text.isEmpty else {
      complaints.note(number, column: "receipt", value: "", "this is missing or no text")
      return nil
    }
    let user = object?["user_id"] ?? object?["userId"]
    return KeptReceipt(
      user: user.flatMap { $0.string ?? $0.number } ?? "", bytes: Array(text.utf8),
      place: "\(path), line \(number)")
  }

  // MARK: - Files

  private static func eachFile(
    _ path: String, _ take: (KeptReceipt) -> Bool
  ) throws(InputFailure) {
    let names: [String]
    do throws(SystemFailure) {
      names = try Files.list(path).sorted()
    } catch {
      throw InputFailure(.unreachable, "the receipts: \(error)")
    }
    for name in names where !name.hasPrefix(".") && !Files.isDirectory("\(path)/\(name)") {
      let bytes = try InputFile.read("\(path)/\(name)", orFail: .unreachable)
      let user = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
      guard take(KeptReceipt(user: user, bytes: bytes, place: "\(path)/\(name)")) else { return }
    }
  }

  // MARK: - Rows

  private static func copy(
    _ sql: String, of ledgers: [LedgerSettings], to spool: String
  ) throws(InputFailure) {
    for settings in ledgers {
      guard case .sqlite(let path) = settings.source else { continue }
      let ledger = try SQLiteLedger(settings, path: path)
      return try ledger.snapshot { () throws(InputFailure) in
        try ledger.copyReceipts(sql, to: spool)
      }
    }
    throw InputFailure(
      .configuration,
      "store.verifyReceipt.receipts is a query, and no ledger of the job is a database that it could "
        + "be put to; use `jsonl:…` or `folder:…`")
  }
}

extension SQLiteLedger {
  /// Writes the rows of a statement that answers users and receipts as JSON lines.
  fileprivate func copyReceipts(_ sql: String, to spool: String) throws(InputFailure) {
    let header = try header(of: sql, as: "receipts")
    guard header.count == 2 else {
      throw InputFailure(
        .badData,
        "the receipts' query must answer two columns, the user and the receipt, and answers "
          + VisibleText.list(header))
    }
    var file = try spooling(spool) { () throws(SystemFailure) in try DurableFile(path: spool) }
    var failure: SystemFailure?
    try forEachRow(of: sql) { row in
      guard failure == nil, let bytes = row.bytes(at: 1), !bytes.isEmpty else { return }
      do throws(SystemFailure) {
        try file.write(Self.line(user: row.text(at: 0) ?? "", receipt: bytes))
      } catch {
        failure = error
      }
    }
    if let failure { throw Self.unspooled(spool, failure) }
    do throws(SystemFailure) {
      try file.commit()
    } catch {
      throw Self.unspooled(spool, error)
    }
  }

  private func spooling(
    _ path: String, _ body: () throws(SystemFailure) -> DurableFile
  ) throws(InputFailure) -> DurableFile {
    do throws(SystemFailure) {
      return try body()
    } catch {
      throw Self.unspooled(path, error)
    }
  }

  private static func unspooled(_ path: String, _ failure: SystemFailure) -> InputFailure {
    InputFailure(.unreachable, "the receipts cannot be copied to \(path): \(failure)")
  }

  /// Text stays as it is; what is kept as bytes becomes Base64, in which receipts are handed about.
  private static func line(user: String, receipt: [UInt8]) -> [UInt8] {
    let isText = receipt.allSatisfy { $0 < 0x80 && $0 != 0 }
    let text =
      isText
      ? String(decoding: receipt, as: UTF8.self)
      : Base64.encode(receipt.span, .standard, padded: true)
    var writer = JSONWriter(.compact)
    writer.object { object in
      object.member("user_id", user)
      object.member("receipt", text)
    }
    writer.endLine()
    return writer.bytes
  }
}
