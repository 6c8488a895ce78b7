/// An id by which a customer's history can be asked.
package struct HistorySeed: Sendable, Equatable {
  package var id: String
  /// Whose it seems to be, a ledger's user for one; ids of one customer are not asked side by side,
  /// since the first answer makes the others needless; empty is as good as nil.
  package var customer: String?

  package init(id: String, customer: String? = nil) {
    self.id = id
    self.customer = customer == "" ? nil : customer
  }
}

/// The ids to ask histories by, and which of them are needless by now.
///
/// Which are asked depends on their order alone and never on which answer comes first: an id is
/// struck by what an id far enough before it has brought, or one of the same customer, and waits
/// until those are through.
struct SeedList {
  /// How it went with one id.
  enum Outcome: UInt8 {
    case waiting, walking
    /// Another id leads to the same history; that one's outcome is this one's.
    case follows
    case whole
    case failed
    /// The store knows no such id.
    case unknown
    /// The customer's account is gone.
    case gone
  }

  /// The ids in the order they are asked in: each customer's first, then the second ones.
  let ids: [String]
  private(set) var outcomes: [Outcome]

  private let places: [String: Int]
  /// The place of the last id of the same customer.
  private let predecessors: [Int: Int]
  /// The ids that are known from earlier to be asked by another one.
  private let roots: [Int: String]
  private let reach: Int
  private var turn = 0
  private var firstUndecided = 0
  private var walkers: [String: Int] = [:]
  private var leaders: [Int: Int] = [:]
  /// By which id it was returned: the first of all, and the last of the same customer.
  private var finders: [Int: Int] = [:]
  private var ownFinders: [Int: Int] = [:]

  /// A list of ids; `root` says by which id another one's history is asked.
  ///
  /// `reach` ids are in work at most.
  init<Failure: Error>(
    _ seeds: [HistorySeed], reach: Int, root: (String) throws(Failure) -> String?
  ) throws(Failure) {
    var places: [String: Int] = [:]
    var ids: [String] = []
    var predecessors: [Int: Int] = [:]
    var lastOfCustomer: [String: Int] = [:]
    for seed in Self.ordered(seeds) where places[seed.id] == nil {
      let place = ids.count
      places[seed.id] = place
      ids.append(seed.id)
      guard let customer = seed.customer else { continue }
      predecessors[place] = lastOfCustomer.updateValue(place, forKey: customer)
    }
    var roots: [Int: String] = [:]
    for (place, id) in ids.enumerated() { roots[place] = try root(id) }
    self.ids = ids
    self.places = places
    self.predecessors = predecessors
    self.roots = roots
    self.reach = reach
    outcomes = Array(repeating: .waiting, count: ids.count)
  }

  /// Each customer's first id in the order given, then each one's second.
  private static func ordered(_ seeds: [HistorySeed]) -> [HistorySeed] {
    var seen: [String: Int] = [:]
    let ranked = seeds.enumerated().map { place, seed in
      guard let customer = seed.customer else { return (rank: 0, place: place, seed: seed) }
      defer { seen[customer, default: 0] += 1 }
      return (rank: seen[customer] ?? 0, place: place, seed: seed)
    }
    return ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.seed)
  }

  /// The id by which a place's history is asked.
  func subject(of place: Int) -> String { roots[place] ?? ids[place] }

  /// The next place to walk, if one may begin now; those that have become needless are passed.
  mutating func nextWalk() -> Int? {
    while turn < ids.count, mayTurn(turn) {
      let place = turn
      turn += 1
      if let leader = leader(of: place) {
        leaders[place] = leader
        decide(place, .follows)
        continue
      }
      walkers[subject(of: place)] = place
      outcomes[place] = .walking
      return place
    }
    return nil
  }

  /// Notes what a walk has brought; the ids for which it is new that they belong to this history.
  mutating func note(_ found: some Sequence<String>, by walker: Int) -> [String] {
    var news: [String] = []
    for id in found {
      guard let place = places[id], place > walker else { continue }
      finders[place] = min(finders[place] ?? walker, walker)
      if isSameCustomer(walker, before: place) { ownFinders[place] = walker }
      let isAsked = walkers[id].map { $0 < walker } ?? false
      if roots[place] == nil, id != subject(of: walker), !isAsked { news.append(id) }
    }
    return news
  }

  /// Notes how a walk has ended.
  mutating func decide(_ place: Int, _ outcome: Outcome) {
    outcomes[place] = outcome
    while firstUndecided < ids.count, isDecided(firstUndecided) { firstUndecided += 1 }
  }

  /// The outcome of a place, and the place that was walked for it.
  func end(of place: Int) -> (outcome: Outcome, walker: Int) {
    let walker = leaders[place] ?? place
    return (outcomes[walker], walker)
  }

  private func isDecided(_ place: Int) -> Bool {
    outcomes[place] != .waiting && outcomes[place] != .walking
  }

  private func mayTurn(_ place: Int) -> Bool {
    place < firstUndecided + reach && predecessors[place].map(isDecided) ?? true
  }

  /// The walk that leads to the same history as this id.
  private func leader(of place: Int) -> Int? {
    if let walker = walkers[subject(of: place)] { return walker }
    let finder = finders[place].flatMap { $0 <= place - reach ? $0 : nil } ?? ownFinders[place]
    if let finder { return leaders[finder] ?? finder }
    // Its root stands in the list and was itself struck.
    return places[subject(of: place)].flatMap { leaders[$0] }
  }

  private func isSameCustomer(_ walker: Int, before place: Int) -> Bool {
    var earlier = predecessors[place]
    while let current = earlier, current > walker { earlier = predecessors[current] }
    return earlier == walker
  }
}
