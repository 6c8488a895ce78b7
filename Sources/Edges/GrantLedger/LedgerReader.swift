package import Matching
import Records

/// Reads a ledger whole into the book; nothing is ever written to it.
package enum LedgerReader {
  /// Reads the ledger that stands at `index` in the book's list.
  ///
  /// The shape found there is completed by what the source shows. After a failure the book holds
  /// part of the rows and must be dropped.
  package static func read(
    _ settings: LedgerSettings, index: Int, into books: inout Books
  ) throws(InputFailure) -> LedgerSummary {
    let summary: LedgerSummary
    switch settings.source {
    case .sqlite(let path): summary = try readSQLite(settings, path, index, into: &books)
    case .csv(let path): summary = try readCSV(settings, path, index, into: &books)
    case .jsonLines(let path): summary = try readJSONLines(settings, path, index, into: &books)
    case nil:
      throw InputFailure(
        .configuration, "the ledger `\(settings.name)` has no `url` that says where it is")
    }
    guard summary.rows > 0 || settings.allowsEmpty else {
      throw InputFailure(
        .badData,
        "the ledger `\(settings.name)`, \(settings.source?.shownPath ?? ""), has no rows; if that is"
          + " right, say `allowEmpty: true` in it")
    }
    if books.ledger.ledgers.indices.contains(index) {
      books.ledger.ledgers[index].hasUniqueTransactionIDs = summary.hasUniqueTransactionIDs
      books.ledger.ledgers[index].hasQuantity = summary.hasQuantity
      books.ledger.ledgers[index].hasRowID = summary.hasRowID
    }
    return summary
  }

  /// Reads all of a job's ledgers, in its order, and joins what they say of owners.
  package static func readAll(
    _ ledgers: [LedgerSettings], into books: inout Books
  ) throws(InputFailure) -> LedgerReading {
    var reading = LedgerReading()
    for (index, settings) in ledgers.enumerated() {
      try reading.add(try read(settings, index: index, into: &books))
    }
    return reading
  }
}

/// What one reading of all ledgers gave besides the rows.
package struct LedgerReading: Sendable, Equatable {
  /// The ledgers in the job's order.
  package private(set) var summaries: [LedgerSummary] = []
  /// The owner of each account token, as a canonical account; tokens in lower case.
  package private(set) var owners: [String: String] = [:]

  mutating func add(_ summary: LedgerSummary) throws(InputFailure) {
    summaries.append(summary)
    for (token, owner) in summary.owners.sorted(by: { $0.key < $1.key }) {
      let known = owners.updateValue(owner, forKey: token) ?? owner
      guard known == owner else {
        throw InputFailure(
          .badData,
          "the ledgers disagree on the owner of the account token \(token): \(known) and, in"
            + " `\(summary.name)`, \(owner)")
      }
    }
  }
}
