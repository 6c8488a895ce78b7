/// The words after a command's name, taken apart.
struct Arguments: Sendable, Equatable {
  /// What stands without an option, in order.
  private(set) var words: [String] = []
  private(set) var values: [String: String] = [:]

  /// Knows options with a value, and flags; anything else is a mistake.
  init(
    _ arguments: [String], options: [String], flags: [String] = []
  ) throws(StandInFailure) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        words.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      if flags.contains(word) {
        values[word] = ""
      } else if options.contains(parts[0]) {
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
          throw .usage("\(parts[0]) needs a value")
        }
        values[parts[0]] = value
      } else {
        let known = (options + flags).joined(separator: ", ")
        throw .usage("\(word) is not known here; there are \(known)")
      }
    }
  }

  /// The only word, which names the folder.
  func folder() throws(StandInFailure) -> String {
    guard words.count == 1, let folder = words.first, !folder.isEmpty else {
      throw .usage("exactly one folder is expected")
    }
    return folder
  }

  /// A whole number of the range.
  func number(
    _ option: String, in range: ClosedRange<Int64>
  ) throws(StandInFailure) -> Int64? {
    guard let text = values[option] else { return nil }
    guard let number = Int64(text), range.contains(number) else {
      throw .usage(
        "\(option) \(text): a whole number from \(range.lowerBound) to \(range.upperBound) is "
          + "expected")
    }
    return number
  }
}
