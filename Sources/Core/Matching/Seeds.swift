import Records

/// An id of the ledger by which a customer can be asked for at the store.
package struct Seed: Sendable, Equatable {
  package let id: String
  /// Whose row it stands in.
  package let account: String
}

extension Books {
  /// The ids of rows in scope that may be ids of the store in this environment, each once and in
  /// the order of ids.
  ///
  /// Rows of every state count: a pending or withheld row names a customer too.
  package func seeds(environment: String) -> [Seed] {
    var holder: [Text: UserID] = [:]
    let wanted = texts.find(environment)
    for row in 0..<ledger.count where !ledger.isOutOfScope[row] {
      let claimed = ledger.environment[row].text
      let id = ledger.transactionID[row].text
      guard claimed.isEmpty || claimed == wanted, IDFault(texts.utf8(id)) == nil else { continue }
      let account = ledger.account[row]
      if let known = holder[id], !texts.isLower(account.text, known.text) { continue }
      holder[id] = account
    }
    return holder.keys.sorted(by: texts.isLower).map { id in
      Seed(id: texts.string(id), account: holder[id].map { texts.string($0.text) } ?? "")
    }
  }

  /// A few ids that the store has signed for this app and environment, in the order of the book.
  package func knownGoodIDs(bundleID: String, environment: String, limit: Int) -> [String] {
    let bundle = texts.find(bundleID)
    let place = texts.find(environment)
    var ids: [String] = []
    for record in 0..<store.count where ids.count < limit {
      guard store.origin[record].isSigned, store.bundleID[record].text == bundle,
        store.environment[record].text == place
      else { continue }
      ids.append(texts.string(store.transactionID[record].text))
    }
    return ids
  }
}
