import Reconciliation
import Records
import Rules
import RunStore
import TestKit
import Testing

@Suite struct `a run that is killed again and again` {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `comes to the same book as an undisturbed one`(_ seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let nights = (0..<2).map { _ in Night(&chance) }
    let calm = try Nightly()
    let troubled = try Nightly()
    for night in nights {
      let book = try calm.pull(night)
      #expect(try troubled.pull(night, killedBy: &chance) == book)
      let after = try calm.finish()
      #expect(try troubled.finish(killedBy: &chance) == after)
    }
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func `calls each finding new in one whole report`(_ seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let folder = try TemporaryFolder()
    var image = 0
    var standing: SealedRun?
    var saidNew = 0
    var state = try JobState(path: folder.path + "/0/state.sqlite", now: hour(0))
    for number in 0..<24 {
      let name = "r\(number)"
      let run = try state.beginRun(asOf: hour(0), name: name, now: hour(0)) { $0 == standing }
      #expect((run.recovered != nil) == (standing != nil))
      standing = nil
      let found = try state.annotate([finding("a")], asOf: hour(0))
      let death = chance.below(4)
      let sealed = SealedRun(name: name, manifest: name)
      if death > 0 { try state.seal(conclusion(found, manifest: name)) }
      if death > 1 {
        standing = sealed
        if found[0].status == .new { saidNew += 1 }
      }
      if death > 2 {
        try state.finishRun(now: hour(0))
        standing = nil
      }
      image += 1
      state = try state.killed(into: folder.path + "/\(image)")
    }
    #expect(saidNew == 1)
  }
}

/// What one night's pull would bring: the pages of some lists.
private struct Night {
  var lists: [(subject: String, source: PullSource, pages: [[PulledRecord]])] = []

  init(_ chance: inout Chance) {
    for number in 0..<(1 + chance.below(4)) {
      let source: PullSource = chance.below(3) == 0 ? .notifications : .history
      let pages = (0..<(1 + chance.below(4))).map { _ in
        (0..<chance.below(5)).map { _ in Self.record(source, &chance) }
      }
      lists.append(("list \(number)", source, pages))
    }
  }

  private static func record(_ source: PullSource, _ chance: inout Chance) -> PulledRecord {
    let kinds: [PulledRecord.Kind] = [.transaction, .transaction, .transaction, .renewal, .refused]
    return RunStoreTests.record(
      String(chance.below(12)), original: String(chance.below(4)),
      kind: kinds[chance.below(kinds.count)],
      origin: source == .notifications ? .notification : .history,
      environment: chance.below(6) == 0 ? "Sandbox" : "Production",
      signedAt: chance.below(8) == 0 ? nil : Int64(chance.below(6)),
      note: String(chance.below(3)))
  }
}

/// A job whose process may be killed at any page.
private final class Nightly {
  private let folder: TemporaryFolder
  private var images = 0
  private var state: JobState

  init() throws {
    folder = try TemporaryFolder()
    state = try JobState(path: folder.path + "/0/state.sqlite", now: hour(0))
  }

  /// Pulls all that the night has, as cursors say, and answers the judged book.
  func pull(_ night: Night, killedBy chance: inout Chance) throws -> [String] {
    try state.begin()
    for list in night.lists {
      while let number = try next(list) {
        if chance.below(4) == 0 { try die() }
        try remember(list, number)
        if chance.below(4) == 0 { try die() }
        // The answer came twice, or a process was killed after the page and asks once more.
        if chance.below(4) == 0 { try remember(list, number) }
      }
    }
    return try state.lines()
  }

  func pull(_ night: Night) throws -> [String] {
    try state.begin()
    for list in night.lists {
      while let number = try next(list) { try remember(list, number) }
    }
    return try state.lines()
  }

  /// Ends the run, and answers what is remembered.
  func finish() throws -> [String] {
    try state.conclude()
    return try state.lines() + ["\(try state.counts())"]
  }

  func finish(killedBy chance: inout Chance) throws -> [String] {
    if chance.below(2) == 0 {
      try state.seal(conclusion())
      try die()
    }
    let lines = try finish()
    if chance.below(2) == 0 { images += 1; state = try image() }
    return lines
  }

  private func next(
    _ list: (subject: String, source: PullSource, pages: [[PulledRecord]])
  ) throws -> Int? {
    let number = try state.nextPage(list.source, subject: list.subject)
    return number < list.pages.count ? number : nil
  }

  private func remember(
    _ list: (subject: String, source: PullSource, pages: [[PulledRecord]]), _ number: Int
  ) throws {
    try state.remember(page(list.subject, number, list.pages[number], source: list.source))
  }

  private func die() throws {
    images += 1
    state = try image()
    try state.begin()
  }

  private func image() throws -> JobState {
    try state.killed(into: folder.path + "/\(images)")
  }
}

extension JobState {
  /// The state that a kill at this moment leaves: the files as they are, nothing closed.
  fileprivate func killed(into folder: String) throws -> JobState {
    try shell("mkdir '\(folder)' && cp '\(path)' '\(path)-wal' '\(folder)'")
    return try JobState(path: folder + "/state.sqlite", now: hour(0))
  }
}

/// A fixed sequence of chances (SplitMix64).
private struct Chance {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 to one less than `bound`.
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
