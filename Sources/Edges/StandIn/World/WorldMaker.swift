import Records

/// Makes a world, story by story, so that a large one is never in memory as a whole.
struct WorldMaker {
  let clock: Instant
  let bundleID: String
  let seed: UInt64
  private(set) var answerKey = AnswerKey()
  private var nextStory = 1
  private var nextRow: Int64 = 1

  init(clock: Instant, bundleID: String, seed: UInt64) {
    self.clock = clock
    self.bundleID = bundleID
    self.seed = seed
  }

  /// The number of stories that a scenario has.
  static func storyCount(_ scenario: Scenario) -> Int {
    scenario.stories.count + scenario.plainCustomers
  }

  /// Tells the next story of the scenario; nil after the last.
  mutating func nextChapter(of scenario: Scenario) throws(ScenarioFailure) -> Chapter? {
    let number = nextStory
    guard number <= Self.storyCount(scenario) else { return nil }
    var teller = StoryTeller(
      story(number, of: scenario), number: number, seed: seed, clock: clock, bundleID: bundleID,
      firstRowID: nextRow)
    let chapter = try teller.tell()
    nextStory += 1
    nextRow += Int64(chapter.rows.count)
    answerKey.findings += chapter.planted
    if let trap = chapter.trap { answerKey.traps.append(trap) }
    return chapter
  }

  private func story(_ number: Int, of scenario: Scenario) -> Story {
    let plain = number - scenario.stories.count
    guard plain > 0 else { return scenario.stories[number - 1] }
    return PlainCustomers.story(number: plain, seed: seed, of: scenario)
  }
}
