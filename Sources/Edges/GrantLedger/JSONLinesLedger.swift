import Bytes
import Formats
import Matching

extension LedgerReader {
  private static let lineByteLimit = 16_777_216

  /// Reads a file of JSON objects, one a line.
  static func readJSONLines(
    _ settings: LedgerSettings, _ path: String, _ index: Int, into books: inout Books
  ) throws(InputFailure) -> LedgerSummary {
    let subject = "the ledger `\(settings.name)`"
    let maps = try LedgerMaps(settings, query: LedgerMaps.noDatabase(settings))
    let mapping = LedgerMapping(settings)
    let layout = mapping.layoutOfEverything()
    var translator = try RowTranslator(
      settings, at: index, layout: layout, maps: maps,
      complaints: ReadingComplaints(file: path, unit: .line), texts: &books.texts)
    var rows = JSONRows(layout)
    do throws(LineFailure) {
      var lines = try open(path)
      var line: [UInt8] = []
      while try lines.next(into: &line) {
        if lines.lineNumber == 1, let reason = WideText.refusal(line) {
          translator.complaints.note(1, reason)
          break
        }
        guard line.contains(where: { !$0.isBlank }) else { continue }
        do throws(JSONFailure) {
          try rows.read(line, number: lines.lineNumber)
          translator.add(rows.row, to: &books)
        } catch {
          translator.complaints.note(error)
        }
      }
    } catch {
      throw failure(error, subject)
    }
    if translator.summary.rows > 0 { try mapping.refuseMissing(among: rows.keys, file: path) }
    try translator.complaints.check(subject)
    var summary = translator.summary
    summary.hasUniqueTransactionIDs = settings.preset != nil
    return summary
  }

  private static func open(_ path: String) throws(LineFailure) -> LineReader {
    do throws(FileFailure) {
      return try LineReader(path: path, lineByteLimit: lineByteLimit)
    } catch {
      throw .unreadable(error)
    }
  }

  private static func failure(_ failure: LineFailure, _ subject: String) -> InputFailure {
    switch failure {
    case .unreadable(let file): InputFailure(.unreachable, "\(subject): \(file.description)")
    case .tooLong: InputFailure(.badData, "\(subject): \(failure.description)")
    }
  }
}
