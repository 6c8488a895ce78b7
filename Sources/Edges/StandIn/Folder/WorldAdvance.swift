import OpenSSL
package import Records
import SQLite
import System

extension StoreFolder {
  /// What becomes of the ledger while the world goes on.
  package enum LedgerUpkeep: String, Sendable {
    /// Nothing: the app's server heard of nothing.
    case keep
    /// It is told everything: new rows for what was bought, `refunded` for what was taken back.
    case update
  }

  /// Lets so many things happen up to a later moment, each to another customer, and moves the
  /// folder's own clock there.
  ///
  /// Three in ten are refunds, the first of them of a purchase more than two years old where the
  /// world has one; up to two in ten are renewals, of chains whose period ends in that time; the rest
  /// are purchases, every tenth by somebody new. Each comes with its notification. The same seed lets
  /// the same things happen. `planted.json` stays as it was.
  package func advance(
    to clock: Instant, changes: Int, seed: UInt64 = 1, ledger upkeep: LedgerUpkeep = .keep
  ) throws(StandInFailure) -> (folder: StoreFolder, changes: [WorldChange]) {
    guard clock.milliseconds - identity.clock.milliseconds >= Milliseconds.minute else {
      throw .usage(
        "the world stands at \(identity.clock.text); give a clock a minute later or more")
    }
    let (worldPath, ledgerPath, identity) = (worldPath, ledgerPath, identity)
    var happenings = try remembering { () throws(SQLiteFailure) in
      try Happenings(
        world: try WorldDatabase(addingTo: worldPath),
        ledger: try LedgerDatabase(addingTo: ledgerPath), identity, seed: seed, until: clock)
    }
    guard happenings.customerCount >= changes else {
      throw .usage(
        "\(changes) changes need as many customers, and the world has "
          + "\(happenings.customerCount)")
    }
    try remembering { () throws(SQLiteFailure) in try happenings.happen(changes, upkeep) }
    var moved = identity
    moved.clock = clock
    let text = Array(moved.text.utf8)
    let file = "\(path)/store.json"
    try filing { () throws(SystemFailure) in try Files.writeDurably(text, to: file) }
    return (StoreFolder(path: path, identity: moved), happenings.changes)
  }
}
