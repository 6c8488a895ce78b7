/// Lets time pass in a world.
enum AdvanceCommand {
  static let help = """
    usage: fake-app-store advance DIR --clock T --changes K [--seed N] [--ledger keep|update]

    Lets K things happen in the world between its clock and T, to K different customers of
    production, with the notifications about them, and prints each as a line of JSON. From then on
    the world stands at T. Three in ten are refunds, the first of them of a purchase of more than two
    years ago where there is one (see init --oldest); up to two in ten are renewals of what ends in
    that time; the rest are purchases, every tenth by a customer of whom nobody knew. planted.json
    stays as it was. What the world had in store anyway (init --tomorrow) happens too, unprinted. The
    certificates of a world last a year from its making.

      --clock    the new moment
      --changes  how many things happen
      --seed     another number lets other things happen (1)
      --ledger   keep: the ledger hears of nothing (the default); update: it hears of everything

    Exit status: 0 done · 64 usage · 73 DIR holds no store or cannot be written

    """

  static func run(_ words: [String]) throws(StandInFailure) -> String {
    let arguments = try Arguments(
      words, options: ["--clock", "--changes", "--seed", "--ledger"])
    let folder = try StoreFolder(opening: try arguments.folder())
    guard let moment = try clock(arguments),
      let count = try arguments.number("--changes", in: 0...5_000_000)
    else { throw .usage("--clock and --changes are needed") }
    let word = arguments.values["--ledger"] ?? "keep"
    guard let upkeep = StoreFolder.LedgerUpkeep(rawValue: word) else {
      throw .usage("--ledger \(word): keep or update is expected")
    }
    let seed = UInt64(try arguments.number("--seed", in: 0...Int64.max) ?? 1)
    let advanced = try folder.advance(
      to: moment, changes: Int(count), seed: seed, ledger: upkeep)
    return advanced.changes.map(\.line).joined()
  }
}
