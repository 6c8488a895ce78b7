/// Keeps a log readable where the same goes wrong again and again: a store that is down for an hour
/// fails for every customer, and one customer's line says as much as a hundred thousand.
struct RepeatedLines {
  private var counts: [String: Int] = [:]

  /// How often the same is told in full.
  private static let toldLimit = 3
  /// How many names are counted; a store with ever new words is not to fill the memory.
  private static let nameLimit = 200

  /// The line about something that has happened once more under a name, or nil where the log says
  /// it already: the first three are told in full, then the tenth, the hundredth and so on.
  mutating func line(_ name: String, _ words: @autoclosure () -> String) -> String? {
    let name = counts[name] != nil || counts.count < Self.nameLimit ? name : "something else"
    let count = counts[name, default: 0] + 1
    counts[name] = count
    if count <= Self.toldLimit {
      return words() + (count == Self.toldLimit ? "; from here on each tenfold is told" : "")
    }
    guard Self.isTenfold(count) else { return nil }
    return "\(name): \(count) times by now"
  }

  private static func isTenfold(_ count: Int) -> Bool {
    var power = 10
    while power < count { power *= 10 }
    return power == count
  }
}
