import Formats

/// How a budget stands in its file: one line of JSON.
enum BudgetText {
  static let schema = "iap-reconcile/budget/1"
  private static let family = "iap-reconcile/budget/"
  /// Longer than any clock or limit says, and far from where sums overflow.
  private static let bound: Int64 = 1_000_000_000_000_000

  /// Why a file is none of ours, in words that go on from `the budget file PATH`.
  struct Unreadable: Error, Equatable {
    let words: String
  }

  // MARK: - Writing

  /// The line, with its end; budgets that say nothing are left out.
  static func bytes(of book: BudgetBook) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { line in
      line.member("schema", schema)
      line.member("boot", book.moment.boot)
      line.member("steadyMilliseconds", book.moment.steady)
      line.member("at", book.moment.wall)
      line.key("budgets")
      line.array { list in
        let told = book.budgets.filter { !$0.value.isIdle }.sorted { $0.key < $1.key }
        for (account, budget) in told { write(account, budget, into: &list) }
      }
    }
    writer.endLine()
    return writer.bytes
  }

  private static func write(
    _ account: BudgetBook.Account, _ budget: RequestBudget, into list: inout JSONWriter
  ) {
    list.object { entry in
      entry.member("bundleId", account.bundleID)
      entry.member("environment", account.environment)
      for rate in RequestRate.allCases {
        entry.key(rate.rawValue)
        entry.array { rows in
          for bucket in budget.buckets[rate] ?? [] {
            rows.object { row in
              row.member("requestsPerHour", bucket.limit)
              row.member("owedNanoseconds", bucket.owed)
            }
          }
        }
      }
      entry.key("heldMilliseconds")
      entry.object { holds in
        for (name, left) in budget.holds.sorted(by: { $0.key < $1.key }) {
          holds.member(name, left)
        }
      }
    }
  }

  // MARK: - Reading

  /// Reads what `bytes(of:)` wrote.
  ///
  /// Only the first line counts: a process that was killed between writing a shorter line and
  /// cutting off the rest of the longer one leaves that rest behind it.
  static func book(_ bytes: [UInt8]) throws(Unreadable) -> BudgetBook {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      throw Unreadable(words: "does not hold one whole line")
    }
    let root = try members(of: try document(Array(bytes[..<end])), "the line")
    try requireSchema(root)
    var book = BudgetBook(
      at: BudgetBook.Moment(
        boot: try text(root, "boot"), steady: try number(root, "steadyMilliseconds"),
        wall: try number(root, "at")))
    for entry in try list(root, "budgets") {
      let entry = try members(of: entry, "`budgets`")
      let account = BudgetBook.Account(
        bundleID: try text(entry, "bundleId"), environment: try text(entry, "environment"))
      book.budgets[account] = try budget(entry)
    }
    return book
  }

  private static func document(_ line: [UInt8]) throws(Unreadable) -> JSONValue {
    do throws(JSONFailure) {
      var scanner = JSONScanner(line)
      return try scanner.document()
    } catch {
      throw Unreadable(words: "is no JSON: \(error)")
    }
  }

  private static func requireSchema(_ root: JSONObject) throws(Unreadable) {
    guard let found = root["schema"]?.string, found.hasPrefix(family) else {
      throw Unreadable(words: "is another kind of file: it does not say `\(family)…`")
    }
    guard found == schema else {
      throw Unreadable(
        words: "says `\(FirstBytes.printable(found.utf8))`: another version of this program wrote "
          + "it, and this one knows `\(schema)`")
    }
  }

  private static func budget(_ entry: JSONObject) throws(Unreadable) -> RequestBudget {
    var buckets: [RequestRate: [TokenBucket]] = [:]
    for rate in RequestRate.allCases {
      for row in try list(entry, rate.rawValue) {
        let row = try members(of: row, "`\(rate.rawValue)`")
        let limit = try number(row, "requestsPerHour", from: 1)
        guard limit <= 1_000_000_000 else {
          throw Unreadable(words: "says that `requestsPerHour` is \(limit)")
        }
        let owed = try number(row, "owedNanoseconds")
        buckets[rate, default: []].append(TokenBucket(limit: Int(limit), owed: owed))
      }
    }
    var holds: [String: Int64] = [:]
    let held = try members(of: entry["heldMilliseconds"], "`heldMilliseconds`")
    for member in held.members { holds[member.key] = try number(held, member.key) }
    return RequestBudget(buckets: buckets, holds: holds)
  }

  private static func members(
    of value: JSONValue?, _ name: String
  ) throws(Unreadable) -> JSONObject {
    guard let object = value?.object else { throw Unreadable(words: "has no object in \(name)") }
    return object
  }

  private static func list(
    _ object: JSONObject, _ key: String
  ) throws(Unreadable) -> [JSONValue] {
    guard let list = object[key]?.array else { throw Unreadable(words: "has no list `\(key)`") }
    return list
  }

  private static func text(_ object: JSONObject, _ key: String) throws(Unreadable) -> String {
    guard let text = object[key]?.string else { throw Unreadable(words: "has no text `\(key)`") }
    return text
  }

  private static func number(
    _ object: JSONObject, _ key: String, from least: Int64 = 0
  ) throws(Unreadable) -> Int64 {
    let text = Array((object[key]?.number ?? "").utf8)
    guard let number = WholeNumber.parse(text.span), (least...bound).contains(number) else {
      throw Unreadable(words: "has no whole number `\(FirstBytes.printable(key.utf8))` that can be")
    }
    return number
  }
}

extension BudgetBook.Account: Comparable {
  static func < (left: BudgetBook.Account, right: BudgetBook.Account) -> Bool {
    (left.bundleID, left.environment) < (right.bundleID, right.environment)
  }
}
