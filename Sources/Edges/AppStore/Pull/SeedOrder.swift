/// Ids in the order they are asked in, each once, and whose they are.
///
/// There may be millions: besides the ids it keeps a few numbers of four bytes for each.
struct SeedOrder {
  /// Each customer's first id in the order given, then each one's second.
  private(set) var ids: [String] = []
  private var places: [String: Int32] = [:]
  /// By place: the customer's number, and the place of the same customer's id before.
  private var owners: PlaceMap
  private var predecessors: PlaceMap

  init(_ seeds: [HistorySeed]) {
    let given = Given(seeds)
    places.reserveCapacity(seeds.count)
    ids.reserveCapacity(seeds.count)
    owners = PlaceMap(count: seeds.count)
    predecessors = PlaceMap(count: seeds.count)
    var last = PlaceMap(count: given.customerCount)
    for number in given.order where places[seeds[Int(number)].id] == nil {
      let place = ids.count
      let id = seeds[Int(number)].id
      ids.append(id)
      places[id] = Int32(place)
      guard let owner = given.owners[Int(number)] else { continue }
      owners[place] = owner
      predecessors[place] = last[owner]
      last[owner] = place
    }
  }

  /// Where an id stands; nil where it does not.
  func place(of id: String) -> Int? { places[id].map { Int($0) } }

  /// The place of the last id of the same customer.
  func predecessor(of place: Int) -> Int? { predecessors[place] }

  /// Whether two ids are one customer's.
  func isSameCustomer(_ left: Int, _ right: Int) -> Bool {
    owners[left].map { $0 == owners[right] } ?? false
  }

  /// The seeds as they were given, with their customers numbered.
  private struct Given {
    var owners: PlaceMap
    var customerCount = 0
    /// The seeds' places, by how many of the same customer come before and then as given.
    let order: [Int32]

    init(_ seeds: [HistorySeed]) {
      var numbers: [String: Int] = [:]
      var counts: [Int32] = []
      var ranks = [Int32](repeating: 0, count: seeds.count)
      owners = PlaceMap(count: seeds.count)
      for (place, seed) in seeds.enumerated() {
        guard let customer = seed.customer else { continue }
        let number = numbers[customer] ?? counts.count
        if number == counts.count {
          numbers[customer] = number
          counts.append(0)
        }
        owners[place] = number
        ranks[place] = counts[number]
        counts[number] += 1
      }
      customerCount = counts.count
      order = (0..<Int32(seeds.count)).sorted {
        (ranks[Int($0)], $0) < (ranks[Int($1)], $1)
      }
    }
  }
}

/// A place for each of so many places, or none, in four bytes.
struct PlaceMap {
  private var numbers: [Int32]

  init(count: Int) {
    numbers = Array(repeating: -1, count: count)
  }

  subscript(place: Int) -> Int? {
    get { numbers[place] < 0 ? nil : Int(numbers[place]) }
    set { numbers[place] = newValue.map { Int32($0) } ?? -1 }
  }
}
