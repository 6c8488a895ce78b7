import Formats
package import Reconciliation
import Records

extension StorePull {
  /// Reads the company's own verify endpoint to its end; does nothing where the job names none.
  ///
  /// What it says is taken as given, and a signed text in it is verified. A page that cannot be read
  /// leaves a gap that covers everything, since nobody knows what stood on it.
  package func pullFeed() throws(SourceFailure) {
    guard desk.hosts.feed != nil else { return }
    try FeedWalk(desk).run()
  }
}

/// Reads the pages of the feed, one after another.
private struct FeedWalk {
  private let desk: PullDesk

  private static let pageLimit = 1_000_000

  init(_ desk: PullDesk) {
    self.desk = desk
  }

  func run() throws(SourceFailure) {
    var number = try desk.memory.nextPage(.feed, subject: "")
    if number > 0, try desk.memory.cursor(PullCursor.feedEnd) == desk.asOfText { return }
    // A place that an earlier run has left is not gone on from: its list may be another by now.
    var next = number > 0 ? try desk.memory.cursor(PullCursor.feed) : nil
    for _ in 0..<Self.pageLimit {
      desk.client.ask(Self.call(next), tag: 0)
      guard let settled = try desk.client.next() else { return }
      let reading = settled.result.flatMap {
        FeedPage.read($0.body, desk.intake, in: desk.app.environment)
      }
      switch reading {
      case .failure(let error): return fail(error)
      case .success(let read):
        guard read.next == nil || read.next != next else { return fail(Self.circle) }
        try keep(read, number)
        guard let following = read.next else { return }
        next = following
        number += 1
      }
    }
    fail(Self.circle)
  }

  private func keep(_ read: FeedPage.Reading, _ number: Int) throws(SourceFailure) {
    let gaps = read.taken.compactMap(\.gap)
    var cursors: [String: String?] = [PullCursor.feed: read.next]
    if read.next == nil, gaps.isEmpty { cursors[PullCursor.feedEnd] = desk.asOfText }
    try desk.remember(read.taken, from: .feed, of: "", number: number, cursors: cursors)
    desk.report.gaps += gaps
  }

  private func fail(_ error: StoreError) {
    desk.report.gaps.append(Gap(reason: "the feed could not be read: \(error.summary)"))
  }

  private static func call(_ next: String?) -> StoreCall {
    var call = StoreCall(endpoint: .feed, place: .feed)
    call.query = next.map { [StoreCall.Parameter(name: "next", value: $0)] } ?? []
    return call
  }

  private static let circle = StoreError(
    .unreadable, status: 200, "the feed's pages go round in a circle")
}
