import Records

/// Which account a user name stands for.
///
/// Players start as guests and bind an account later; the old rows keep the guest's name.
struct AccountMap: Equatable, Sendable {
  /// The canonical account of each user that has another name for it.
  let accounts: [String: String]

  /// No map: every user is an account.
  static let none = AccountMap()

  private init() {
    accounts = [:]
  }

  /// Follows each user to the end: with a → b and b → c, a stands for c.
  ///
  /// A circle of names has no end, and is bad data.
  init(_ pairs: [MapPair], file: String) throws(InputFailure) {
    let steps = Dictionary(
      pairs.filter { $0.key != $0.value }.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    var found: [String: String] = [:]
    for pair in steps.values.sorted(by: { $0.number < $1.number }) {
      found[pair.key] = try Self.end(of: pair, steps, &found, file)
    }
    accounts = found
  }

  /// The account of a user: the user itself where the map is silent.
  func account(of user: String) -> String { accounts[user] ?? user }

  /// The map as texts of the table.
  func interned(into texts: inout TextTable) -> [Text: Text] {
    var map: [Text: Text] = [:]
    for (user, account) in accounts { map[texts.intern(user)] = texts.intern(account) }
    return map
  }

  private static func end(
    of pair: MapPair, _ steps: [String: MapPair], _ found: inout [String: String], _ file: String
  ) throws(InputFailure) -> String {
    var path = [pair.key]
    var seen: Set = [pair.key]
    var name = pair.value
    while found[name] == nil, let next = steps[name] {
      guard seen.insert(name).inserted else {
        throw InputFailure(
          .badData,
          "the accounts go round in a circle: \((path + [name]).joined(separator: " → "))",
          at: [
            InputPlace(
              file: file, position: .line(pair.number), column: "user_id", value: pair.key,
              reason: "no name in the circle is an account; let one of them stand for itself")
          ])
      }
      path.append(name)
      name = next.value
    }
    let account = found[name] ?? name
    for user in path { found[user] = account }
    return account
  }
}
