/// A fault that the ledger was given on purpose, as it must be found.
package struct PlantedFinding: Sendable, Equatable {
  /// The kind of finding, by its stable name.
  package let kind: String
  /// The purchase's lowest id; for a row without a purchase its id as found, empty for none.
  package let transactionID: String
  /// The keys of all rows of the finding, the lowest first.
  package let rows: [String]

  package init(kind: String, transactionID: String, rows: [String]) {
    self.kind = kind
    self.transactionID = transactionID
    self.rows = rows
  }
}

extension PlantedFinding: Comparable {
  package static func < (left: PlantedFinding, right: PlantedFinding) -> Bool {
    if left.kind != right.kind { return left.kind < right.kind }
    if left.transactionID != right.transactionID {
      return left.transactionID.isLowerID(than: right.transactionID)
    }
    return left.rows.joined(separator: ",").isLowerID(than: right.rows.joined(separator: ","))
  }
}

/// Something that looks like a fault and is none: nothing may be reported about it.
package struct SilentTrap: Sendable, Equatable {
  package let name: String
  package let why: String
  package let transactionIDs: [String]
  package let rows: [String]
}

/// What was planted in a ledger, and beside it what must stay unsaid.
package struct AnswerKey: Sendable, Equatable {
  /// Sorted by kind, then by id.
  package var findings: [PlantedFinding] = []
  /// In the order of the scenario.
  package var traps: [SilentTrap] = []

  /// Nothing planted.
  package init() {}
}

extension String {
  /// The order of ids: the shorter is lower, and of two of one length the lower by bytes.
  func isLowerID(than other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return utf8.count < other.utf8.count }
    return utf8.lexicographicallyPrecedes(other.utf8)
  }
}
