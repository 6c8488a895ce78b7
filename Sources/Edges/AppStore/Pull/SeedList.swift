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
    /// It can be no id of the store's.
    case noID
  }

  /// The ids in the order they are asked in: each customer's first, then the second ones.
  var ids: [String] { order.ids }
  private(set) var outcomes: [Outcome]

  private let order: SeedOrder
  /// The ids that are known from earlier to be asked by another one.
  private let roots: [Int: String]
  private let reach: Int
  private var turn = 0
  private var firstUndecided = 0
  /// The walks by an id that stands elsewhere in the list or nowhere.
  private var rootWalkers: [String: Int] = [:]
  private var leaders: PlaceMap
  /// By which id it was returned: the first of all, and the last of the same customer.
  private var finders: PlaceMap
  private var ownFinders: PlaceMap

  /// A list of ids; `root` says by which id another one's history is asked.
  ///
  /// `reach` ids are in work at most.
  init<Failure: Error>(
    _ seeds: [HistorySeed], reach: Int, root: (String) throws(Failure) -> String?
  ) throws(Failure) {
    order = SeedOrder(seeds)
    var roots: [Int: String] = [:]
    for (place, id) in order.ids.enumerated() { roots[place] = try root(id) }
    self.roots = roots
    self.reach = reach
    outcomes = Array(repeating: .waiting, count: order.ids.count)
    leaders = PlaceMap(count: order.ids.count)
    finders = PlaceMap(count: order.ids.count)
    ownFinders = PlaceMap(count: order.ids.count)
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
      if let root = roots[place] { rootWalkers[root] = place }
      outcomes[place] = .walking
      return place
    }
    return nil
  }

  /// Notes what a walk has brought; the ids for which it is new that they belong to this history.
  mutating func note(_ found: some Sequence<String>, by walker: Int) -> [String] {
    var news: [String] = []
    var last = ""
    for id in found where id != last {
      last = id
      guard let place = order.place(of: id), place > walker else { continue }
      finders[place] = min(finders[place] ?? walker, walker)
      if order.isSameCustomer(walker, place) { ownFinders[place] = walker }
      let isAsked = self.walker(of: id).map { $0 < walker } ?? false
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
    place < firstUndecided + reach && order.predecessor(of: place).map(isDecided) ?? true
  }

  /// The place whose walk asks by this id.
  private func walker(of subject: String) -> Int? {
    if let walker = rootWalkers[subject] { return walker }
    guard let place = order.place(of: subject), roots[place] == nil, outcomes[place] != .waiting,
      outcomes[place] != .follows
    else { return nil }
    return place
  }

  /// The walk that leads to the same history as this id.
  private func leader(of place: Int) -> Int? {
    if let walker = walker(of: subject(of: place)) { return walker }
    let finder = finders[place].flatMap { $0 <= place - reach ? $0 : nil } ?? ownFinders[place]
    if let finder { return leaders[finder] ?? finder }
    // Its root stands in the list and was itself struck.
    return order.place(of: subject(of: place)).flatMap { leaders[$0] }
  }
}
