import Formats
import Reconciliation

/// A memory that lasts as long as the test, and can be made to fail like a killed process.
final class MemoryDouble: PullMemory {
  /// The pages by source, subject and number.
  private(set) var pages: [Key: PulledPage] = [:]
  private(set) var cursors: [String: String] = [:]
  /// When the newest notification was signed.
  private var newest: Int64?
  /// Whose pages were remembered, in that order.
  private(set) var subjects: [String] = []
  /// How many pages can still be remembered before the "kill"; nil for no kill.
  var pagesLeft: Int?

  struct Key: Hashable, Comparable {
    let source: String
    let subject: String
    let number: Int

    static func < (left: Key, right: Key) -> Bool {
      (left.source, left.subject, left.number) < (right.source, right.subject, right.number)
    }
  }

  func cursor(_ name: String) throws(SourceFailure) -> String? { cursors[name] }

  func remember(_ page: PulledPage) throws(SourceFailure) {
    if let pagesLeft {
      guard pagesLeft > 0 else { throw SourceFailure(.interrupted, "killed") }
      self.pagesLeft = pagesLeft - 1
    }
    pages[Key(source: page.source.rawValue, subject: page.subject, number: page.number)] = page
    for (name, value) in page.cursors { cursors[name] = value }
    newest = ([newest] + page.notifications.map(\.signedAt)).compactMap(\.self).max()
    subjects.append(page.subject)
  }

  func knows(id: String, environment: String) throws(SourceFailure) -> Bool {
    records.contains {
      $0.kind == .transaction && $0.id == id && $0.environment == environment
    }
  }

  func nextPage(_ source: PullSource, subject: String) throws(SourceFailure) -> Int {
    pages.keys.filter { $0.source == source.rawValue && $0.subject == subject }
      .map { $0.number + 1 }.max() ?? 0
  }

  func newestNotification(environment: String) throws(SourceFailure) -> Int64? { newest }

  /// Everything that was remembered, in the order of the pages' keys.
  var records: [PulledRecord] { pages.sorted { $0.key < $1.key }.flatMap(\.value.records) }

  /// What the pages of a source say, without the signatures, which are never the same.
  func contents(_ source: PullSource? = nil) -> [String] {
    pages.filter { source == nil || $0.key.source == source?.rawValue }
      .sorted { $0.key < $1.key }
      .flatMap { key, page in
        ["\(key.source) \(key.subject) \(key.number)"]
          + page.records.map {
            "\($0.kind) \($0.id) \($0.environment) \(String(decoding: $0.payload, as: UTF8.self))"
          }
      }
  }

  /// The ids of the believed transactions of a source, each once, in byte order.
  func transactionIDs(_ source: PullSource) -> [String] {
    let records = pages.filter { $0.key.source == source.rawValue }.flatMap(\.value.records)
    return Set(records.filter { $0.kind == .transaction }.map(\.id)).sorted()
  }

  /// The chains that notifications named, each once, in the order of first mention.
  func customers(in environment: String = "Production") -> [String] {
    var seen: Set<String> = []
    let notified = pages.filter { $0.key.source == "notifications" }.sorted { $0.key < $1.key }
      .flatMap(\.value.records)
    return notified.filter { $0.kind == .transaction && $0.environment == environment }
      .compactMap(Self.chain).filter { seen.insert($0).inserted }
  }

  private static func chain(of record: PulledRecord) -> String? {
    var scanner = JSONScanner(record.payload)
    return (try? scanner.document().object)?["originalTransactionId"]?.string
  }

  /// The notifications of all pages, each listing of one counted.
  var notifications: [PulledNotification] {
    pages.sorted { $0.key < $1.key }.flatMap(\.value.notifications)
  }

  /// Forgets that pages belong to an unfinished run, as when a run ends.
  func endRun() { pages = [:] }
}
