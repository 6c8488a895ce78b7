import Matching
import Records
import Rules

/// The classes of a chain that is judged by its end of access.
///
/// What holds for the whole chain is worked out once: a chain may have tens of thousands of
/// periods and rows.
struct AccessClassification {
  private let chainDate: Instant?
  private let isGranted: Bool
  private let isUnseen: Bool
  private let undelivered: StoreClass?
  /// The class of each row of the chain, beside its place in the book.
  let rowClasses: [(place: Int, name: LedgerClass)]

  init(_ chain: MatchGroup, _ circumstances: Circumstances, _ classification: Classification) {
    chainDate = chain.purchase?.date
    isGranted = !chain.grants(asOf: circumstances.asOf).isEmpty
    isUnseen = chain.blindSpot != nil
    undelivered = chain.undelivered(circumstances).map(classification.storeClass)
    let isPerhapsGrace = chain.isPerhapsGrace(circumstances)
    rowClasses = classification.rowClasses(chain).map { row, plain in
      guard plain == .matched || plain == .excluded || plain == .extra else {
        return (row.place, plain)
      }
      return (row.place, isPerhapsGrace ? .couldNotCheck : .matched)
    }
  }

  /// The class of one period of the chain.
  func storeClass(_ own: Purchase) -> StoreClass {
    if own.conflict != nil { return .conflicting }
    if isUnseen { return .couldNotCheck }
    if own.isRevoked { return .revoked }
    if own.isSuperseded { return .superseded }
    if isGranted { return .matched }
    guard own.date == chainDate, let undelivered else { return .excluded }
    return undelivered
  }
}
