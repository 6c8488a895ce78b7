import Matching
import Records

extension Rule {
  /// A ledger's time lies more than 26 hours before the purchase, or is off by a factor of 1000.
  package static let timeMismatch = Rule(
    kind: .timeMismatch,
    question: "Is no ledger time impossible?",
    weight: "wrong",
    wakes: [.timeDiffers]
  ) { group, circumstances in
    guard let purchase = group.purchase, group.access == nil, group.isJudged(circumstances),
      let date = purchase.date, !group.neighbours.isTimeColumnWrong,
      circumstances.window.contains(date)
    else { return nil }
    for entry in group.grants(asOf: circumstances.asOf) {
      for time in [entry.purchaseTime, entry.grantedAt].compactMap(\.self) {
        guard let difference = TimeDifference(ledger: time, purchase: date) else { continue }
        return Answer(
          .wrong, difference.words(time, date), suggestion: "look at how the time is written",
          amount: group.unknownStake)
      }
    }
    return nil
  }
}

extension TimeDifference {
  fileprivate func words(_ time: Instant, _ date: Instant) -> String {
    switch self {
    case .early(let hours):
      "the ledger says \(time.text), \(hours) hours before the purchase of \(date.text)"
    case .factor1000:
      "the ledger says \(time.text): seconds and milliseconds were mixed up"
    }
  }
}
