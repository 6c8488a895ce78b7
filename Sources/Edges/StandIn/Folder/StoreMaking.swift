import OpenSSL
package import Records
import SQLite
import System

extension StoreFolder {
  /// What a new store is made from.
  package struct Wishes: Sendable {
    package var scenario: Scenario
    package var clock: Instant
    package var seed: UInt64
    package var bundleID: String

    package init(
      scenario: Scenario, clock: Instant, seed: UInt64 = 1,
      bundleID: String = DemoScenario.bundleID
    ) {
      self.scenario = scenario
      self.clock = clock
      self.seed = seed
      self.bundleID = bundleID
    }
  }

  /// Makes a store in a folder that holds none yet.
  package static func create(
    at path: String, _ wishes: Wishes
  ) throws(StandInFailure) -> StoreFolder {
    guard !Files.exists("\(path)/store.json") else {
      throw .folder("\(path) holds a store already; give another folder, or remove it first")
    }
    let identity = StoreIdentity(
      bundleID: wishes.bundleID, clock: wishes.clock, seed: wishes.seed)
    let folder = StoreFolder(path: path, identity: identity)
    try filing { () throws(SystemFailure) in try Files.makeDirectories("\(path)/keys") }
    try folder.writeKeys(around: wishes.clock)
    try folder.writeReceiptKeys(around: wishes.clock)
    let answerKey = try folder.writeBooks(wishes)
    try folder.write("planted.json", answerKey.text)
    // Last, so that a store that is only half made is none.
    try folder.write("store.json", identity.text)
    return folder
  }

  private func writeKeys(around clock: Instant) throws(StandInFailure) {
    let keys = try signing { () throws(OpenSSLFailure) in try SigningKeys.make(around: clock) }
    try write("root.pem", try signing { () throws(OpenSSLFailure) in try keys.root.pem() })
    try write(
      "keys/intermediate.pem",
      try signing { () throws(OpenSSLFailure) in try keys.intermediate.pem() })
    try write("keys/leaf.pem", try signing { () throws(OpenSSLFailure) in try keys.leaf.pem() })
    try write("keys/leaf.key", try signing { () throws(OpenSSLFailure) in try keys.leafKey.pem() })
    try write(
      identity.keyFileName, try signing { () throws(OpenSSLFailure) in try keys.callerKey.pem() })
    try write(
      "keys/caller.pem",
      try signing { () throws(OpenSSLFailure) in try keys.callerCertificate.pem() })
  }

  /// Writes the world, the ledger and the receipts, and says what was planted.
  private func writeBooks(_ wishes: Wishes) throws(StandInFailure) -> AnswerKey {
    for path in [worldPath, ledgerPath] where Files.exists(path) {
      try filing { () throws(SystemFailure) in try Files.removeFile(path) }
    }
    let world = try remembering { () throws(SQLiteFailure) in
      try WorldDatabase(creating: worldPath)
    }
    let ledger = try remembering { () throws(SQLiteFailure) in
      try LedgerDatabase(creating: ledgerPath)
    }
    return try writeChapters(wishes, world, ledger)
  }

  private func writeChapters(
    _ wishes: Wishes, _ world: borrowing WorldDatabase, _ ledger: borrowing LedgerDatabase
  ) throws(StandInFailure) -> AnswerKey {
    var maker = WorldMaker(clock: wishes.clock, bundleID: wishes.bundleID, seed: wishes.seed)
    var receipts = ReceiptLines(
      signer: try receiptSigner(), identity: identity, moment: wishes.clock)
    var books = try remembering { () throws(SQLiteFailure) in
      try ChapterWriter(world: world, ledger: ledger)
    }
    try remembering { () throws(SQLiteFailure) in
      try world.database.execute("BEGIN")
      try ledger.database.execute("BEGIN")
    }
    while let chapter = try told({ () throws(ScenarioFailure) in
      try maker.nextChapter(of: wishes.scenario)
    }) {
      try remembering { () throws(SQLiteFailure) in try books.add(chapter) }
      try signing { () throws(OpenSSLFailure) in try receipts.add(chapter) }
    }
    try remembering { () throws(SQLiteFailure) in
      try world.keep(Int64(WorldMaker.storyCount(wishes.scenario)), as: "stories")
      try world.database.execute("COMMIT")
      try ledger.database.execute("COMMIT")
      try world.finish()
      try ledger.finish()
    }
    try write("receipts.jsonl", receipts.text)
    return maker.answerKey
  }

  func write(_ name: String, _ text: String) throws(StandInFailure) {
    try write(name, Array(text.utf8))
  }

  func write(_ name: String, _ bytes: [UInt8]) throws(StandInFailure) {
    let file = "\(path)/\(name)"
    try filing { () throws(SystemFailure) in try Files.writeDurably(bytes, to: file) }
  }

  private func told<Result>(
    _ body: () throws(ScenarioFailure) -> Result
  ) throws(StandInFailure) -> Result {
    do throws(ScenarioFailure) { return try body() } catch { throw .scenario(error) }
  }
}

/// Writes chapters into both books.
struct ChapterWriter: ~Copyable {
  private var world: WorldWriter
  private let ledger: LedgerWriter

  init(
    world: borrowing WorldDatabase, ledger: borrowing LedgerDatabase
  ) throws(SQLiteFailure) {
    let worldWriter = try WorldWriter(world)
    let ledgerWriter = try LedgerWriter(ledger)
    self.world = worldWriter
    self.ledger = ledgerWriter
  }

  mutating func add(_ chapter: Chapter) throws(SQLiteFailure) {
    try world.add(chapter)
    for row in chapter.rows { try ledger.add(row) }
  }
}
