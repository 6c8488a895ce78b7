package import Records

/// The words of one column and what each means.
///
/// Few words and millions of rows: they are compared byte by byte, without making a string.
struct LedgerWords<Meaning: Sendable>: Sendable {
  private struct Word: Sendable {
    let bytes: [UInt8]
    let ignoresCase: Bool
    let meaning: Meaning
  }

  private var words: [Word] = []

  /// Every word, in the order in which it is looked for.
  var all: [String] { words.map { String(decoding: $0.bytes, as: UTF8.self) } }

  /// Adds a word that is meant exactly as written.
  mutating func add(_ word: String, _ meaning: Meaning) {
    words.append(Word(bytes: Array(word.utf8), ignoresCase: false, meaning: meaning))
  }

  /// Adds a word of ASCII letters, in upper and lower case.
  mutating func add(inAnyCase word: String, _ meaning: Meaning) {
    words.append(Word(bytes: Array(word.lowercased().utf8), ignoresCase: true, meaning: meaning))
  }

  /// What a text means, by the first word that was added; nil if it is none of them.
  func meaning(of text: Span<UInt8>) -> Meaning? {
    for word in words where text.count == word.bytes.count {
      if word.ignoresCase ? text.equals(lowercased: word.bytes) : text.equals(word.bytes) {
        return word.meaning
      }
    }
    return nil
  }
}

extension LedgerWords where Meaning == GrantState {
  /// The job's words, then the preset's, then those that are always understood.
  static func states(of settings: LedgerSettings) -> LedgerWords {
    var words = LedgerWords()
    let known = (settings.preset?.states ?? [:]).merging(settings.states) { $1 }
    for (word, state) in known.sorted(by: { $0.key < $1.key }) { words.add(word, state) }
    for state in GrantState.allCases { words.add(inAnyCase: state.word, state) }
    return words
  }
}

extension LedgerWords where Meaning == Text {
  /// The job's words, then the preset's, then Apple's own, each as a text of the table.
  static func environments(
    of settings: LedgerSettings, _ texts: inout TextTable
  ) -> LedgerWords {
    var words = LedgerWords()
    let known = (settings.preset?.environments ?? [:]).merging(settings.environments) { $1 }
    for (word, name) in known.sorted(by: { $0.key < $1.key }) {
      words.add(word, texts.intern(name))
    }
    for name in LedgerSettings.appleEnvironments {
      words.add(inAnyCase: name, texts.intern(name))
    }
    return words
  }
}

extension LedgerSettings {
  /// Apple's words for its environments.
  package static let appleEnvironments = ["Production", "Sandbox", "Xcode", "LocalTesting"]
}

extension GrantState {
  /// The state of a word, in upper or lower case; nil for any other word.
  package init?(word: String) {
    let wanted = word.lowercased()
    guard let state = Self.allCases.first(where: { $0.word == wanted }) else { return nil }
    self = state
  }
}
