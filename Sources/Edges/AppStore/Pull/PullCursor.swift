package import Reconciliation

/// The names under which a pull remembers how far it has come.
package enum PullCursor {
  /// The sweep that is going on.
  static let sweep = "notifications.sweep"
  /// How far one of its windows is read, as `WindowMark` writes it.
  static func window(_ subject: String) -> String { "notifications.window/\(subject)" }
  /// How many pages the last whole sweep had.
  static let sweepPages = "notifications.pages"
  /// Where the last whole sweep ended, in UNIX milliseconds.
  package static let sweepEnd = "notifications.end"
  /// From when on, up to that end, notifications were read without a hole, in UNIX milliseconds.
  package static let sweptSince = "notifications.since"
  /// There while the last whole sweep left a hole behind the one before it.
  static let hole = "notifications.hole"

  /// The revision of a customer's history from which on it is new, by the id it was asked by.
  package static func revision(of seed: String) -> String { "history/\(seed)" }

  /// How the reading of a customer's history stands, as `WalkState` writes it; there as soon as the
  /// customer is known.
  package static func walk(of seed: String) -> String { walks + seed }

  /// What the names of all walks begin with.
  package static let walks = "history.walk/"

  /// By which id the history is asked that an id belongs to, where that is another one.
  package static func seed(of id: String) -> String { "history.of/\(id)" }

  /// By which id the history is asked that holds the transactions of an `appTransactionId`.
  static func seed(ofAppTransaction id: String) -> String { "history.app/\(id)" }

  /// The as-of of the run that last found an id, and the environment it was found in.
  static func lookup(of id: String) -> String { "lookup/\(id)" }

  /// The revision of a customer's refunds from which on they are new, by the id they were asked by.
  static func refundRevision(of seed: String) -> String { "refunds/\(seed)" }

  /// The as-of of the run that last read a customer's refunds to their end.
  static func refunds(of seed: String) -> String { "refunds.walk/\(seed)" }

  /// The as-of of the run that last asked how a customer's subscriptions stand.
  static func status(of id: String) -> String { "status/\(id)" }

  /// There while a notification about a chain was refused: what it may have told of the next renewal
  /// stands in no history.
  static func statusOwed(of id: String) -> String { statusesOwed + id }

  /// What the names of all these begin with.
  package static let statusesOwed = "status.owed/"

  /// Where the next page of the feed begins, while it is being read.
  static let feed = "feed.next"
  /// The as-of of the run that read the feed to its end.
  static let feedEnd = "feed.end"

  /// What is known of a receipt, by the digest of its bytes.
  static func receipt(_ name: String) -> String { "receipt/\(name)" }

  /// The newer receipt that Apple sent back for one, in Base64.
  static func latestReceipt(_ name: String) -> String { "receipt.latest/\(name)" }
}

extension PullMemory {
  /// The id by which the history of `id` is asked, as far as earlier walks have found out; nil
  /// where that is the id itself.
  package func root(of id: String) throws(SourceFailure) -> String? {
    var root: String?
    for _ in 0..<PullCursor.rootLimit {
      guard let next = try cursor(PullCursor.seed(of: root ?? id)), next != id else { break }
      root = next
    }
    return root
  }
}

extension PullCursor {
  /// How many ids may lead from one to the next: what is damaged may lead round in a circle.
  fileprivate static let rootLimit = 16
}
