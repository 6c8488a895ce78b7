import Records

/// The ids by which the ledger's customers can be asked for at the store.
package struct Seeds: Sendable, Equatable {
  /// One id of each account, the lowest.
  package var first: [String] = []
  /// The other ids, which need asking only where the first of their account did not name them.
  package var rest: [String] = []

  /// No ids.
  package init() {}
}

extension Books {
  /// The ids of rows in scope that may be ids of the store in this environment, each once and in
  /// the order of ids.
  ///
  /// Rows of every state count: a pending or withheld row names a customer too.
  package func seeds(environment: String) -> Seeds {
    var lowest: [UserID: Text] = [:]
    var all: Set<Text> = []
    let wanted = texts.find(environment)
    for row in 0..<ledger.count where !ledger.isOutOfScope[row] {
      let claimed = ledger.environment[row].text
      let id = ledger.transactionID[row].text
      guard claimed.isEmpty || claimed == wanted, IDFault(texts.utf8(id)) == nil else { continue }
      all.insert(id)
      let known = lowest[ledger.account[row]]
      if known.map({ texts.isLower(id, $0) }) ?? true { lowest[ledger.account[row]] = id }
    }
    let first = Set(lowest.values)
    var seeds = Seeds()
    seeds.first = first.sorted(by: texts.isLower).map(texts.string)
    seeds.rest = all.subtracting(first).sorted(by: texts.isLower).map(texts.string)
    return seeds
  }
}
