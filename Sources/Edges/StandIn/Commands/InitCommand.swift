import Formats
import Records

/// Makes a store in a folder.
enum InitCommand {
  static let help = """
    usage: fake-app-store init DIR [--scenario FILE|demo] [--customers N] [--purchases N]
                               [--oldest DAYS] [--tomorrow N] [--clock T] [--seed N]
                               [--bundle-id B]

    Makes a store in DIR: keys, a world of customers, the app server's ledger that belongs to it,
    and the list of what is wrong in that ledger.

      --scenario   demo (the default), or a JSON5 file of stories
      --customers  so many customers besides of whom everything is as it should be; without
                   --scenario, nobody else
      --purchases  how many purchases each of those made, at most 30 (one to three)
      --oldest     how many days ago the first of them may lie (about 150)
      --tomorrow   so many of those buy once more in the 24 hours after the clock
      --clock      the moment around which everything happens (2026-03-10T03:00:00Z)
      --seed       another number is another world (1)
      --bundle-id  the app (\(DemoScenario.bundleID))

    A file of stories: {plainCustomers: 5, stories: [{name: "…", silentBecause: "…", steps: [
      {buy: "a", product: "coins.500", ago: "2d"}, {grant: "a"},
      {grant: "a", row: "again"}, {plant: "double-grant", on: "a"}]}]}
    Steps are buy, renew, upgrade, twin, restore, refund, reverseRefund, grant, row and plant;
      {cancel: "a", ago: "9d"}          the customer wants no next period
      {failToRenew: "a", grace: "6d"}   the money does not come; without `grace` no service
      {renew: "b", of: "a", ago: "2d"}  it came after all
      {lapse: "a", ago: "1d"}           it never came; without `ago` the period just ended
      {notify: "TEST", ago: "1d"}       one more notification: with `of` about that purchase, else
                                        about the app, as its type has it (RESCIND_CONSENT, …)
      {delivery: "TIMED_OUT SUCCESS", late: "6h", again: "2d"}
                                        how the last notification went (also answered, unanswered,
                                        never), listed late, listed once more
    `silentBecause` makes a story a trap: it says why nothing may be reported. A `buy` with
    `sameOrderAs` shares another's order number.

    DIR/store.json     what a caller must know: issuer, key id, bundle, secret, feed token, clock
    DIR/root.pem       the root of the store's certificates
    DIR/AuthKey_*.p8   the key that a caller signs its tokens with
    DIR/ledger.db      the ledger (SQLite, table orders)
    DIR/planted.json   the findings planted in it, and what must stay unsaid
    DIR/receipts.jsonl app receipts of the first thousand users, as of the clock
    DIR/receipt-root.pem  the root of the certificates that sign app receipts

    Exit status: 0 made · 64 usage · 65 the scenario cannot be read · 73 DIR cannot be written

    """

  static func run(_ words: [String]) throws(StandInFailure) -> String {
    let arguments = try Arguments(
      words,
      options: [
        "--scenario", "--customers", "--purchases", "--oldest", "--tomorrow", "--clock", "--seed",
        "--bundle-id",
      ])
    let folder = try arguments.folder()
    var wishes = StoreFolder.Wishes(
      scenario: try scenario(arguments),
      clock: try clock(arguments) ?? Instant(milliseconds: 1_773_111_600_000))
    wishes.seed = UInt64(try arguments.number("--seed", in: 0...Int64.max) ?? 1)
    wishes.bundleID = arguments.values["--bundle-id"] ?? wishes.bundleID
    let made = try StoreFolder.create(at: folder, wishes)
    return """
      made a store in \(folder) for \(made.identity.bundleID) as of \(made.identity.clock.text)
      issuer \(made.identity.issuerID), key \(made.identity.keyID)
      serve it with: fake-app-store serve \(folder)

      """
  }

  private static func scenario(_ arguments: Arguments) throws(StandInFailure) -> Scenario {
    let customers = try arguments.number("--customers", in: 0...5_000_000)
    let tomorrow = try arguments.number("--tomorrow", in: 0...5_000_000)
    var scenario: Scenario
    switch arguments.values["--scenario"] {
    case nil where customers != nil: scenario = Scenario(stories: [])
    case nil, "demo": scenario = DemoScenario.scenario()
    case let path?: scenario = try Scenario.read(path: path)
    }
    if let customers { scenario.plainCustomers = Int(customers) }
    if let purchases = try arguments.number("--purchases", in: 1...30) {
      scenario.purchasesEach = Int(purchases)
    }
    if let oldest = try arguments.number("--oldest", in: 1...10_000) {
      scenario.oldestDays = oldest
    }
    if let tomorrow { scenario.buyersTomorrow = Int(tomorrow) }
    return scenario
  }
}

/// The moment that `--clock` gives.
func clock(_ arguments: Arguments) throws(StandInFailure) -> Instant? {
  guard let text = arguments.values["--clock"] else { return nil }
  do throws(TimeFailure) {
    return Instant(milliseconds: try TimeText.instant(text))
  } catch {
    throw .usage("--clock \(text): \(error)")
  }
}
