/// Makes the ids of one story, of the length and the first digits that Apple's have.
///
/// Each story has a thousand numbers of its own, so ids never meet and rise with time inside it.
struct Mint: Sendable {
  var random: SeededRandom
  private let story: Int
  private let season: Int64
  private var lastNumber: Int64
  private var lastLineItem: Int64

  init(seed: UInt64, story: Int) {
    var world = SeededRandom(seed: seed)
    season = world.number(in: 10...89)
    self.story = story
    random = SeededRandom(seed: seed, stream: story)
    lastNumber = Int64(story) * 1_000 + random.number(in: 0...99)
    lastLineItem = Int64(story) * 1_000 + random.number(in: 0...99)
  }

  /// Fifteen digits, as a purchase of production has.
  mutating func transactionID() -> String { digits("430", nextNumber(), width: 10) }

  /// Sixteen digits, as the sandbox gives.
  mutating func sandboxID() -> String { digits("2000", nextNumber(), width: 10) }

  /// Eighteen digits, as a family's copies have: a double cannot hold them all.
  mutating func familyID() -> String { digits("612740", nextNumber(), width: 10) }

  /// Fifteen digits, one for each period.
  mutating func lineItemID() -> String {
    lastLineItem += random.number(in: 1...20)
    return digits("431", lastLineItem, width: 10)
  }

  /// Eighteen digits, one for each customer and app.
  func appTransactionID() -> String { digits("704290", Int64(story) * 1_000 + 7, width: 10) }

  /// The app's own number of a user; `other` counts strangers who meet this story.
  func userID(other: Int64 = 0) -> String {
    String(other == 0 ? 1_000_000 + Int64(story) : 20_000_000 + Int64(story) * 10 + other)
  }

  private mutating func nextNumber() -> Int64 {
    lastNumber += random.number(in: 1...20)
    return lastNumber
  }

  private func digits(_ prefix: String, _ number: Int64, width: Int) -> String {
    let text = String(number)
    return "\(prefix)\(season)" + String(repeating: "0", count: width - text.count) + text
  }
}
