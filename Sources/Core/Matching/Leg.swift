import Records

/// One side of the app's books about one purchase: its orders, or its credits.
package struct Leg: Sendable, Equatable {
  /// Every row of this side that is old enough to be judged.
  package let rows: [GrantEntry]
  /// The rows whose grants stand.
  package let grants: [GrantEntry]

  /// Works out which grants stand.
  ///
  /// In a ledger of present states those that say granted; in one of events, those that no
  /// later reversal of the same account took back. A row of no units grants nothing.
  package init(_ rows: [GrantEntry]) {
    self.rows = rows
    let giving = rows.filter { $0.state != .granted || ($0.quantity ?? 1) > 0 }
    let states = giving.filter { $0.meaning == .state && $0.state == .granted }
    grants = states + Self.standing(giving.filter { $0.meaning == .events })
  }

  /// A reversal cancels at most one earlier grant; at equal times the grant comes first.
  ///
  /// A grant without a time counts as the earliest, a reversal without one as the latest.
  private static func standing(_ events: [GrantEntry]) -> [GrantEntry] {
    let relevant = events.filter { $0.state == .granted || $0.state == .refunded }
    let ordered = relevant.enumerated().sorted { left, right in
      let first = moment(of: left.element)
      let second = moment(of: right.element)
      if first != second { return first < second }
      if left.element.state != right.element.state { return left.element.state == .granted }
      return left.offset < right.offset
    }
    var open: [String: [Int]] = [:]
    var isStanding = [Bool](repeating: false, count: ordered.count)
    for (place, event) in ordered.enumerated() {
      if event.element.state == .granted {
        isStanding[place] = true
        open[event.element.account, default: []].append(place)
      } else if let last = open[event.element.account]?.popLast() {
        isStanding[last] = false
      }
    }
    return zip(ordered, isStanding).filter(\.1).map(\.0.element)
  }

  private static func moment(of event: GrantEntry) -> Int64 {
    event.writtenAt?.milliseconds ?? (event.state == .granted ? .min : .max)
  }

  /// The accounts that hold a grant, each once, in the order of their names.
  package var accounts: [String] { grants.accounts }

  /// Units given; nil where a single row does not say how many.
  package var units: Int? {
    guard grants.count == 1 else { return grants.reduce(0) { $0 + ($1.quantity ?? 1) } }
    return grants[0].quantity
  }

  /// Whether a row says that it was taken back.
  package var hasReversal: Bool { rows.contains { $0.state == .refunded } }

  /// Whether a row waits or failed.
  package var hasUnfinished: Bool {
    rows.contains { $0.state == .pending || $0.state == .failed }
  }

  /// Whether a row is held back on purpose.
  package var isWithheld: Bool { rows.contains { $0.state == .withheld } }

  /// Whether nothing stands.
  package var isEmpty: Bool { grants.isEmpty }
}

extension [GrantEntry] {
  /// The accounts of the rows, each once, in the order of their names.
  ///
  /// A row that names nobody may be anybody's: it adds no account to those that are known.
  package var accounts: [String] {
    let all = Set(map(\.account))
    return all.count > 1 ? all.subtracting([""]).sorted() : all.sorted()
  }
}
