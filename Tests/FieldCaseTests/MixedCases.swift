import Formats
import System
import Testing

/// Several cases whose jobs ask for the same, handed over as one input.
///
/// Row keys are made the case's own; users, products and times stay shared, as in real books.
struct MixedCases: Sendable, CustomTestStringConvertible {
  let cases: [FieldCase]
  private let job: String

  var testDescription: String { "\(cases.count) cases from \(cases.first?.name ?? "none") on" }

  /// Every mixture: cases of equal settings, no id in two of one mixture.
  static let all: [MixedCases] = {
    var mixtures: [(settings: String, ids: Set<String>, cases: [FieldCase])] = []
    for fieldCase in FieldCase.all where canBeMixed(fieldCase) {
      let settings = settings(of: fieldCase)
      let ids = ids(of: fieldCase)
      let place = mixtures.firstIndex { $0.settings == settings && $0.ids.isDisjoint(with: ids) }
      if let place {
        mixtures[place].ids.formUnion(ids)
        mixtures[place].cases.append(fieldCase)
      } else {
        mixtures.append((settings, ids, [fieldCase]))
      }
    }
    return mixtures.filter { $0.cases.count > 1 }.map {
      MixedCases(cases: $0.cases, job: $0.settings)
    }
  }()

  private static func canBeMixed(_ fieldCase: FieldCase) -> Bool {
    let json = FieldCase.json(fieldCase.folder + "/case.json")
    let isAlone = json?.object?["alone"]?.bool ?? false
    return !isAlone && fieldCase.has("ledger.jsonl") && !fieldCase.has("gaps.json")
      && fieldCase.from == nil && fieldCase.to == nil
  }

  /// The job as text, without what a mixture makes moot: its name, whether a side may be empty, and
  /// what holds anyhow.
  private static func settings(of fieldCase: FieldCase) -> String {
    let moot = ["\"name\"", "\"allowEmpty\"", "\"rows\": \"state\""]
    var kept: [String] = []
    for line in fieldCase.lines("job.json5") {
      let words = String(line.drop { $0 == " " })
      guard !moot.contains(where: words.hasPrefix) else { continue }
      if words.hasPrefix("}"), kept.last?.hasSuffix("{") == true {
        kept.removeLast()
        continue
      }
      let bare = words.hasSuffix(",") ? String(words.dropLast()) : words
      kept.append(bare.hasSuffix("{") || bare.hasSuffix("[") ? bare : bare + ",")
    }
    if kept.last == "}," { kept[kept.count - 1] = "}" }
    return kept.joined(separator: "\n") + "\n// as of \(fieldCase.asOf)\n"
  }

  private static func ids(of fieldCase: FieldCase) -> Set<String> {
    let lines = fieldCase.lines("store.jsonl") + fieldCase.lines("ledger.jsonl")
    let keys = [
      "transactionId", "originalTransactionId", "transaction_id", "original_transaction_id",
    ]
    return Set(lines.flatMap { line in keys.compactMap { FlatRow(line).text($0) } })
      .subtracting(["", "0"])
  }

  /// The store's lines of all cases, in order.
  var storeLines: [String] { cases.flatMap { $0.lines("store.jsonl") } }

  /// The ledgers' rows of all cases, in order, each under a key of its case's own.
  var rows: [FlatRow] {
    cases.flatMap { fieldCase in
      fieldCase.lines("ledger.jsonl").enumerated().map { place, line in
        var row = FlatRow(line)
        row.set("row_id", to: "\(fieldCase.name)/\(row.text("row_id") ?? "r\(place)")")
        return row
      }
    }
  }

  /// The job's file.
  var jobText: String {
    job.replacingFirst("{", with: "{\n  \"name\": \"mixed\",")
  }
}

/// A JSON object of texts and numbers.
struct FlatRow: Sendable {
  private var members: [(key: String, text: String, isNumber: Bool)] = []

  init(_ line: String) {
    var scanner = JSONScanner(Array(line.utf8))
    for member in (try? scanner.document())?.object?.members ?? [] {
      if let text = member.value.string { members.append((member.key, text, false)) }
      if let number = member.value.number { members.append((member.key, number, true)) }
    }
  }

  /// A member's text, or its number's.
  func text(_ key: String) -> String? { members.first { $0.key == key }?.text }

  /// Puts a text in.
  mutating func set(_ key: String, to text: String) {
    members.removeAll { $0.key == key }
    members.append((key, text, false))
  }

  /// The object on one line.
  var line: String {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      for member in members {
        if member.isNumber {
          writer.key(member.key)
          writer.raw(member.text)
        } else {
          writer.member(member.key, member.text)
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate func replacingFirst(_ character: Character, with text: String) -> String {
    guard let place = firstIndex(of: character) else { return self }
    return String(self[..<place]) + text + String(self[index(after: place)...])
  }
}
