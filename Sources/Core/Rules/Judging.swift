package import Matching
package import Records

/// A hash of bytes; the core is given one, since it has no C.
package typealias Digest = @Sendable ([UInt8]) -> [UInt8]

/// Asks every rule about a group and makes findings of the answers.
package struct Judging: Sendable {
  private let circumstances: Circumstances
  private let digest: Digest

  package init(_ circumstances: Circumstances, digest: @escaping Digest) {
    self.circumstances = circumstances
    self.digest = digest
  }

  /// What the rules say about a group.
  package func findings(_ group: MatchGroup) -> [Finding] {
    RuleBook.current.compactMap { rule in
      rule.judge(group, circumstances).map { finding(rule.kind, group, $0) }
    }
  }

  /// What is noticed about a group.
  package func notices(_ group: MatchGroup) -> [Notice] {
    RuleBook.notices.compactMap { rule in
      rule.judge(group, circumstances).map { words in
        Notice(
          kind: rule.kind, transactionID: group.purchase?.transactionID ?? "",
          environment: group.purchase?.environment ?? circumstances.environment,
          productID: group.purchase?.productID ?? "",
          userIDs: Set(group.rows.map(\.user)).sorted(), words: words)
      }
    }
  }

  /// Gives rows that say the same, in a ledger without a key, ids of their own: the second of them
  /// is named as the second.
  package func tellApart(_ inOrder: [Finding]) -> [Finding] {
    var count: [String: Int] = [:]
    return inOrder.map { finding in
      let before = count[finding.id, default: 0]
      count[finding.id] = before + 1
      guard before > 0 else { return finding }
      var finding = finding
      finding.id = id(of: Array("\(finding.id)/\(before + 1)".utf8))
      return finding
    }
  }

  private func finding(_ kind: FindingKind, _ group: MatchGroup, _ answer: Answer) -> Finding {
    let purchase = group.purchase
    let row = group.rows.first
    let name = group.refusal?.name ?? row?.idAsFound
    let leg = group.countingLeg(asOf: circumstances.asOf)
    return Finding(
      id: id(kind, group), kind: kind, severity: answer.severity,
      isStoreFresh: purchase?.isFresh ?? false,
      environment: purchase?.environment ?? row?.environment ?? circumstances.environment,
      productID: purchase?.productID ?? group.refusal?.productID ?? row?.product ?? "",
      transactionID: purchase?.transactionID ?? name ?? "",
      transactionIDs: purchase?.transactionIDs ?? name.map { [$0] } ?? [],
      originalTransactionID: purchase?.originalTransactionID
        ?? group.refusal?.originalTransactionID,
      accountToken: purchase?.accountToken ?? row?.accountToken,
      userIDs: Set(group.rows.map(\.user)).subtracting([""]).sorted(),
      rows: group.rows.compactMap(\.name), quantityPaid: purchase?.quantity,
      quantityGranted: purchase == nil ? nil : (leg.isEmpty ? 0 : leg.units ?? leg.grants.count),
      amount: answer.amount, purchasedAt: purchase?.date ?? row?.writtenAt,
      firstSeen: circumstances.asOf, evidence: Evidence.lines(group, answer),
      suggestion: answer.suggestion)
  }

  /// A purchase is named by what joins its aliases; a row without one by what it says, and by its
  /// key where the ledger has one.
  private func id(_ kind: FindingKind, _ group: MatchGroup) -> String {
    var parts = [kind.rawValue, circumstances.bundleID]
    if let purchase = group.purchase {
      parts += [purchase.environment, purchase.key]
    } else if let refusal = group.refusal {
      parts += [circumstances.environment, "refused/\(refusal.name)"]
    } else {
      for row in group.rows.prefix(1) {
        parts += [
          row.environment ?? circumstances.environment, row.idAsFound, row.user, row.product,
          row.writtenAt?.text ?? "", row.rowID == nil ? "" : row.name ?? "",
        ]
      }
    }
    let bytes: [UInt8] = parts.reduce(into: []) { $0 += Array($1.utf8) + [0] }
    return id(of: bytes)
  }

  /// An id is the first half of a digest.
  private func id(of bytes: [UInt8]) -> String {
    hexadecimal(digest(bytes).prefix(16))
  }
}
