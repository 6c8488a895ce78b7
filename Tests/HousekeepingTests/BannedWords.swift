/// A word that may not stand in the code, with the reason.
struct BannedWord: Sendable {
  let word: Substring
  /// What must follow the word at once for it to count.
  let followedBy: String
  let reason: String
  /// Where the word may not stand.
  let isBanned: @Sendable (SourceFile) -> Bool

  init(
    _ word: Substring, _ followedBy: String = "", _ reason: String,
    in isBanned: @escaping @Sendable (SourceFile) -> Bool = { _ in true }
  ) {
    self.word = word
    self.followedBy = followedBy
    self.reason = reason
    self.isBanned = isBanned
  }
}

/// Looks for banned words in one file.
enum BannedWords {
  /// Read in the code alone: comments and strings may speak of these.
  static let inCode: [BannedWord] =
    [
      BannedWord("try", "!", "throw, or catch and say what failed"),
      BannedWord("as", "!", "use 'as?' and say what was met"),
      BannedWord("fatalError", "(", "bad input is an error value, not a crash"),
      BannedWord(
        "print", "(", "only Program speaks to the terminal", in: { $0.layer != "Program" }),
      BannedWord("Date", "()", "time comes in as an argument"),
      BannedWord("unchecked", "", "let the compiler prove it", in: isOutsideHandles),
      BannedWord("nonisolated", "(unsafe)", "let the compiler prove it", in: isOutsideHandles),
      BannedWord("ContinuousClock", "", "Core owns no clock", in: isCore),
      BannedWord("SuspendingClock", "", "Core owns no clock", in: isCore),
      BannedWord("SystemRandomNumberGenerator", "", "same input, same bytes", in: isCore),
      BannedWord("hashValue", "", "it differs from run to run", in: isCore),
    ] + floatingPoint

  /// Read in all text; split here so that this file does not complain of itself.
  static let anywhere: [BannedWord] = ["FIX" + "ME", "TO" + "DO", "XX" + "X"].map {
    BannedWord($0[...], "", "do it now, or write it where work is planned")
  }

  /// Files outside Handles that may hold unsafe code: the file, and the decision that says why.
  static let excused: [String: String] = [:]

  private static let floatingPoint = [
    "Double", "Float", "Float16", "Float32", "Float64", "Float80", "CGFloat", "TimeInterval",
  ].map {
    BannedWord($0[...], "", "no floating point near ids and amounts", in: isExact)
  }

  static func complaints(about file: SourceFile) -> [Complaint] {
    var complaints =
      file.isSwift ? find(inCode.filter { $0.isBanned(file) }, in: file.code, of: file) : []
    complaints += find(anywhere, in: file.lines, of: file)
    if isOutsideHandles(file) { complaints += pointerWords(in: file) }
    return complaints
  }

  private static func find(
    _ banned: [BannedWord], in lines: [Substring], of file: SourceFile
  ) -> [Complaint] {
    let byWord = Dictionary(grouping: banned, by: \.word)
    return lines.enumerated().flatMap { number, line in
      words(in: line).filter { !isNoCurrency($0, in: line) }.flatMap { word in
        (byWord[word.text] ?? []).filter { word.rest.hasPrefix($0.followedBy) }.map {
          Complaint(file, line: number + 1, "'\($0.word)\($0.followedBy)': \($0.reason)")
        }
      }
    }
  }

  /// ISO 4217 calls no currency so; as a text of its own it is no reminder.
  private static func isNoCurrency(_ word: Word, in line: Substring) -> Bool {
    word.text == "XX" + "X" && line.contains("\"XX" + "X\"")
  }

  private static func pointerWords(in file: SourceFile) -> [Complaint] {
    file.code.enumerated().flatMap { number, line in
      words(in: line).filter { isPointerWord($0) }.map {
        Complaint(file, line: number + 1, "'\($0.text)': unsafe code lives in Handles")
      }
    }
  }

  private static func isPointerWord(_ word: Word) -> Bool {
    ["unsafe", "Unsafe", "withUnsafe"].contains { word.text.hasPrefix($0) }
  }

  @Sendable private static func isOutsideHandles(_ file: SourceFile) -> Bool {
    file.isSwift && !file.path.hasPrefix("Sources/Handles/") && excused[file.path] == nil
  }

  @Sendable private static func isCore(_ file: SourceFile) -> Bool {
    file.path.hasPrefix("Sources/Core/")
  }

  /// Core, and every other file that deals in money.
  @Sendable private static func isExact(_ file: SourceFile) -> Bool {
    isCore(file)
      || file.code.contains { line in
        words(in: line).contains { $0.text == "Money" || $0.text == "milliunits" }
      }
  }
}
