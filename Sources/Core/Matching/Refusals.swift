import Records

/// Refused records as groups of their own, with the unexplained rows that carry their ids.
package struct Refusals: Sendable {
  /// One group for each refused record.
  package struct Entry: Sendable {
    package let group: MatchGroup
  }

  /// The groups, one for each id or unreadable token.
  package fileprivate(set) var groups: [Entry] = []
  /// The rows that stand in these groups.
  package fileprivate(set) var rows: Set<Int32> = []
}

extension Match {
  /// The refused records, each id once.
  package func refusals() -> Refusals {
    var refusals = Refusals()
    guard !tied.books.store.refused.isEmpty else { return refusals }
    let rowsByID = Dictionary(
      grouping: unexplainedRows, by: { tied.books.ledger.transactionID[Int($0)].text })
    var seen: Set<String> = []
    let entries = EntryBuilder(tied)
    let texts = tied.books.texts
    let inOrder = tied.books.store.refused.sorted { left, right in
      if left.reason != right.reason { return left.reason < right.reason }
      if left.claimedProduct != right.claimedProduct {
        return texts.isLower(left.claimedProduct.text, right.claimedProduct.text)
      }
      return texts.isLower(left.claimedOriginalID.text, right.claimedOriginalID.text)
    }
    for record in inOrder {
      let name = texts.string(
        record.claimedID.isNone ? record.digest : record.claimedID.text)
      guard seen.insert(name).inserted else { continue }
      let rows = record.claimedID.isNone ? [] : rowsByID[record.claimedID.text] ?? []
      refusals.rows.formUnion(rows)
      var group = MatchGroup(purchase: nil, rows: entries.entries(rows), hasCredits: hasCredits)
      let original = texts.string(record.claimedOriginalID.text)
      group.refusal = Refusal(
        name: name, originalTransactionID: original.isEmpty ? nil : original,
        productID: texts.string(record.claimedProduct.text), reason: record.reason)
      refusals.groups.append(Refusals.Entry(group: group))
    }
    return refusals
  }
}
