package import Records

/// Both books matched: groups come out on demand, facts for all.
package struct Match: Sendable {
  /// Said about a ledger as a whole.
  package let messages: [String]
  /// The number of purchases.
  package var purchaseCount: Int { tied.purchases.count }
  /// Whether the job has a ledger of credits.
  package let hasCredits: Bool
  /// The rows in scope that no purchase explains, by their places in the book.
  package var unexplainedRows: [Int32] { unexplained.rows }
  /// The chains that are judged by their end of access.
  package let accessChains: [Int32]

  let tied: Tied
  let unexplained: Unexplained
  private let builder: GroupBuilder
  private let finder: FactFinder
  private let accesses: AccessChains?

  /// Lays the two books side by side.
  package init(_ books: Books, _ circumstances: Circumstances) {
    tied = Tied(books, circumstances)
    let observations = LedgerObservations(tied, circumstances)
    messages = observations.messages
    unexplained = Unexplained(tied, circumstances)
    hasCredits = books.ledger.ledgers.contains { $0.role == .credits }
    let owners = Owners(circumstances.owners, texts: tied.books.texts)
    let sharedChains = CrossGroupFacts.sharedChains(tied)
    let repeated = CrossGroupFacts.repeated(tied)
    builder = GroupBuilder(
      tied: tied, looseRows: LooseRows(unexplained, tied, owners), circumstances: circumstances,
      observations: observations, unexplained: unexplained, sharedChains: sharedChains,
      knownWrongOwners: CrossGroupFacts.knownWrongOwners(tied, owners), repeated: repeated,
      hasCredits: hasCredits)
    finder = FactFinder(
      tied: tied, owners: owners, circumstances: circumstances, observations: observations,
      sharedChains: sharedChains, repeated: repeated, hasCredits: hasCredits)
    guard circumstances.rules.subscriptions == .entitlement else {
      accesses = nil
      accessChains = []
      return
    }
    accesses = AccessChains(tied, circumstances)
    let tied = self.tied
    accessChains = tied.chains.purchases.indices.filter { chain in
      tied.chains.purchases[chain].first.map { tied.isOurs(Int($0)) } ?? false
    }.map { Int32(truncatingIfNeeded: $0) }
  }

  /// What is out of the ordinary about a purchase.
  package func facts(ofPurchase purchase: Int) -> Facts {
    finder.facts(of: purchase)
  }

  /// The group of a purchase.
  package func group(ofPurchase purchase: Int) -> MatchGroup {
    builder.group(ofPurchase: purchase)
  }

  /// The group of a row that no purchase explains.
  package func group(ofRow row: Int) -> MatchGroup {
    builder.group(ofRow: row)
  }

  /// The group of a chain that is judged by its end of access.
  package func group(ofChain chain: Int) -> MatchGroup? {
    accesses.map { builder.group(ofChain: chain, $0) }
  }

  /// Whether a row gives something and no later row takes it back.
  package func isStanding(_ row: Int) -> Bool {
    unexplained.isStanding(row)
  }

  /// Whether a purchase belongs to the job's app and environment.
  package func isOurs(_ purchase: Int) -> Bool {
    tied.isOurs(purchase)
  }

  /// The purchases of a chain.
  package func purchases(ofChain chain: Int) -> [Int32] {
    tied.chains.purchases[chain]
  }

  /// The chain of a purchase where chains are judged by their end of access; nil elsewhere.
  package func accessChain(ofPurchase purchase: Int) -> Int? {
    guard accesses != nil, tied.chains.ofPurchase[purchase] >= 0, tied.isOurs(purchase) else {
      return nil
    }
    return Int(tied.chains.ofPurchase[purchase])
  }

  /// The rows of a purchase, by their places in the book.
  package func rows(ofPurchase purchase: Int) -> ArraySlice<Int32> {
    tied.rows[purchase]
  }
}
