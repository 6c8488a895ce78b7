import Matching
import Records
import Rules

/// The classes of a chain that is judged by its end of access.
struct AccessClassification {
  private let circumstances: Circumstances
  private let classification: Classification

  init(circumstances: Circumstances, _ classification: Classification) {
    self.circumstances = circumstances
    self.classification = classification
  }

  /// The class of one period of the chain.
  func storeClass(_ own: MatchGroup, chain: MatchGroup) -> StoreClass {
    guard let purchase = own.purchase else { return .couldNotCheck }
    if purchase.conflict != nil { return .conflicting }
    if purchase.isRevoked { return .revoked }
    if purchase.isSuperseded { return .superseded }
    if !chain.grants(asOf: circumstances.asOf).isEmpty { return .matched }
    guard purchase.date == chain.purchase?.date,
      let undelivered = chain.undelivered(circumstances)
    else { return .excluded }
    return classification.storeClass(undelivered)
  }

  /// The class of one row of the chain.
  func rowClass(_ row: GrantEntry, _ chain: MatchGroup) -> LedgerClass {
    let plain = classification.rowClasses(chain).first { $0.0.place == row.place }?.1 ?? .matched
    guard plain == .matched || plain == .excluded || plain == .extra else { return plain }
    return chain.isPerhapsGrace(circumstances) ? .couldNotCheck : .matched
  }
}
