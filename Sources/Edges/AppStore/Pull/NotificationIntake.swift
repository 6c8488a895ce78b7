import Reconciliation
import Records

/// What a page of notifications tells: records, who they are about, and what became of sending them.
struct NotificationIntake {
  /// The records inside the notifications, in their order.
  let taken: [RecordIntake.Taken]
  let notifications: [PulledNotification]

  private let desk: PullDesk
  private let end: Int64

  /// Takes the page of a window that ends at a moment.
  init(_ desk: PullDesk, _ page: AnswerPage, until end: Int64) {
    let read = zip(page.tokens, page.attempts).map {
      desk.intake.notification($0, attempts: $1, in: desk.app.environment)
    }
    taken = read.flatMap(\.records)
    notifications = read.compactMap(\.notification)
    self.desk = desk
    self.end = end
  }

  /// The cursors that the page moves, whatever window it belongs to.
  func cursors() throws(SourceFailure) -> [String: String?] {
    var cursors: [String: String?] = [:]
    for each in taken {
      if each.gap != nil {
        try distrust(each, &cursors)
      } else if desk.isOwn(each) {
        try link(each, &cursors)
        try note(each, &cursors)
      }
    }
    return cursors
  }

  /// Says whose history a transaction belongs to, where that was read or noted before: a customer
  /// who buys again is no new one.
  private func link(
    _ taken: RecordIntake.Taken, _ cursors: inout [String: String?]
  ) throws(SourceFailure) {
    guard let customer = taken.appTransactionID else { return }
    let name = PullCursor.seed(ofAppTransaction: customer)
    let noted = try desk.memory.cursor(name)
    guard let known = cursors[name].flatMap(\.self) ?? noted else { return }
    let seed = try desk.memory.root(of: known) ?? known
    for id in [taken.record.id, taken.chainID].compactMap(\.self) where id != seed {
      // An id by which a history was read itself keeps it.
      guard try desk.memory.cursor(PullCursor.revision(of: id)) == nil else { continue }
      cursors[PullCursor.seed(of: id)] = seed
    }
  }

  /// A customer who was never seen is to be, in whichever run that succeeds.
  private func note(
    _ taken: RecordIntake.Taken, _ cursors: inout [String: String?]
  ) throws(SourceFailure) {
    guard let chain = taken.chainID else { return }
    let known = try desk.memory.root(of: chain) ?? chain
    let seed = cursors[PullCursor.seed(of: chain)].flatMap(\.self) ?? known
    let walk = PullCursor.walk(of: seed)
    guard try desk.memory.cursor(walk) == nil else { return }
    cursors[walk] = WalkState.unread.text
    // Whatever else is heard of the same customer leads to the same history.
    if let customer = taken.appTransactionID {
      cursors[PullCursor.seed(ofAppTransaction: customer)] = seed
    }
  }

  /// What a refused notification had to tell is unknown: the customer whom it claims to be about is
  /// asked again, and how his subscriptions stand; and if nobody knows that one, everybody is.
  private func distrust(
    _ taken: RecordIntake.Taken, _ cursors: inout [String: String?]
  ) throws(SourceFailure) {
    if let id = taken.claimedID {
      cursors[PullCursor.statusOwed(of: id)] = "yes"
      let seed = try desk.memory.root(of: id) ?? id
      let name = PullCursor.walk(of: seed)
      let standing = try desk.memory.cursor(name).map(WalkState.init(text:)) ?? .unread
      cursors[name] = standing.going(anew: false).text
      if try desk.memory.knows(id: id, environment: desk.app.environment) { return }
    }
    let since = try desk.memory.cursor(PullCursor.sweptSince).flatMap { Int64($0) }
    cursors[PullCursor.sweptSince] = String(max(since ?? end, end))
  }
}
