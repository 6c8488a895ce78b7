import Bytes
import Formats

/// Compares what a run found with what was planted.
enum JudgeCommand {
  static let help = """
    usage: fake-app-store judge DIR SUMMARY

    Compares the findings of a run's summary.json with those planted in the store's ledger: kind,
    transaction and rows, no more and no fewer.

    Exit status: 0 exactly what was planted · 1 something else · 64 usage · 65 unreadable

    """

  static func run(_ words: [String]) throws(StandInFailure) -> String {
    let arguments = try Arguments(words, options: [])
    guard arguments.words.count == 2 else { throw .usage("a folder and a summary are expected") }
    let planted = try findings(in: arguments.words[0] + "/planted.json")
    let found = try findings(in: arguments.words[1])
    let missing = planted.filter { !found.contains($0) }
    let surplus = found.filter { !planted.contains($0) }
    guard missing.isEmpty, surplus.isEmpty, found.count == planted.count else {
      let lines =
        missing.map { "planted and not found: \($0.words)" }
        + surplus.map { "found and not planted: \($0.words)" }
      throw .unlike(lines.joined(separator: "\n"))
    }
    return "\(found.count) of \(planted.count) planted findings found, and nothing else\n"
  }

  private static func findings(in path: String) throws(StandInFailure) -> [PlantedFinding] {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try readWhole(path: path, byteLimit: 1_073_741_824)
    } catch {
      throw .input(path: path, reason: error.description)
    }
    var scanner = JSONScanner(bytes)
    do throws(JSONFailure) {
      guard let list = try scanner.document().object?["findings"]?.array else {
        throw JSONFailure(.wrongType, "it has no findings", at: TextPosition(line: 1, column: 1))
      }
      return list.map(PlantedFinding.init)
    } catch {
      throw .input(path: path, reason: error.description)
    }
  }
}

extension PlantedFinding {
  fileprivate init(_ json: JSONValue) {
    let rows = json.object?["rows"]?.array?.compactMap(\.string) ?? []
    self.init(
      kind: json.object?["kind"]?.string ?? "",
      transactionID: json.object?["transactionId"]?.string ?? "", rows: rows.sorted())
  }

  fileprivate var words: String {
    "\(kind) \(transactionID), rows \(rows.joined(separator: " "))"
  }
}
