import Matching
import Records

/// A ledger whose ids cannot be compared, so that nothing about it may be judged.
package struct UnfitLedger: Error, Equatable, Sendable {
  package let words: String
}

/// Looks whether most ids of the ledgers are ids at all before anything is judged.
enum LedgerFitness {
  /// Fewer bad ids than these are told row by row.
  private static let enough = 20

  static func check(
    _ match: Match, _ circumstances: Circumstances
  ) throws(UnfitLedger) {
    if let other = match.onlyOtherBundle, match.purchaseCount >= enough {
      throw UnfitLedger(
        words: "none of the store's \(match.purchaseCount) purchases is of "
          + "\(circumstances.bundleID), most are of \(other); is the bundle id right?")
    }
    let faults = match.faultCounts()
    guard faults.granted >= enough else { return }
    if faults.exponent >= enough {
      throw UnfitLedger(
        words: "\(faults.exponent) transaction ids were written as numbers such as "
          + "\(faults.example): their digits are lost; export the column as text")
    }
    guard faults.bad >= enough, faults.bad * 2 >= faults.granted else { return }
    if faults.rounded * 2 > faults.bad {
      throw UnfitLedger(
        words: "\(faults.rounded) of \(faults.granted) granted rows hold rounded transaction ids "
          + "such as \(faults.example): their last digits are lost; export the column as text")
    }
    throw UnfitLedger(
      words: "\(faults.bad) of \(faults.granted) granted rows hold no transaction id of the App "
        + "Store, for example \(faults.example); is transaction_id the right column?")
  }
}
