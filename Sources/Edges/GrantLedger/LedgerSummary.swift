package import Records

/// What one reading of a ledger counted.
package struct LedgerSummary: Sendable, Equatable {
  /// The ledger's name.
  package let name: String
  /// The rows read, those of another origin included.
  package internal(set) var rows = 0
  /// The rows of another origin.
  package internal(set) var outOfScope = 0
  /// The rows of the App Store's by state; a state without a row is absent.
  package var states: [GrantState: Int] {
    let counts = GrantState.allCases.map { ($0, stateCounts[Int($0.rawValue)]) }
    return Dictionary(uniqueKeysWithValues: counts.filter { $0.1 > 0 })
  }
  /// The newest time at which a row of the App Store's came to be.
  package internal(set) var newestRow: Instant?
  /// The payloads as received that are no JSON; they hinted nothing.
  package internal(set) var unreadablePayloads = 0
  /// Whether the ledger can hold a transaction id only once.
  package internal(set) var hasUniqueTransactionIDs = false
  /// Whether a row had a quantity.
  package internal(set) var hasQuantity = false
  /// Whether a row had a key of its own.
  package internal(set) var hasRowID = false
  /// The owner of each account token by the job's map, as a canonical account; tokens in lower
  /// case.
  package let owners: [String: String]
  private var stateCounts = [Int](repeating: 0, count: GrantState.allCases.count)

  init(_ settings: LedgerSettings, _ maps: LedgerMaps) {
    name = settings.name
    owners = maps.owners
  }

  mutating func count(_ row: LedgerRow) {
    rows += 1
    if row.quantity != nil { hasQuantity = true }
    if !row.rowID.isNone { hasRowID = true }
    guard !row.isOutOfScope else {
      outOfScope += 1
      return
    }
    stateCounts[Int(row.state.rawValue)] += 1
    guard let written = row.writtenAt else { return }
    newestRow = max(newestRow ?? written, written)
  }
}
