/// One option of a command: its name, what follows it, and what it is for.
struct Option: Sendable {
  /// What follows the option.
  enum Value: Sendable, Equatable {
    case none
    case one(String)
    /// One or more words up to the next option; it may be repeated.
    case several(String)
  }

  let name: String
  let value: Value
  let help: String

  init(_ name: String, _ value: Value = .none, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// The option as the help shows it.
  var usage: String {
    switch value {
    case .none: "--\(name)"
    case .one(let word): "--\(name) \(word)"
    case .several(let word): "--\(name) \(word)…"
    }
  }
}

/// A command: the help is made from the same table that reads the words, so the two cannot differ.
struct Command: Sendable {
  let name: String
  let summary: String
  /// The words that come without an option, in order; all are required.
  var positionals: [(name: String, help: String)] = []
  var options: [Option] = []
  /// The statuses that it can end with.
  var statuses: [ExitStatus]
  var run: @Sendable (Arguments) throws(CommandFailure) -> ExitStatus
}

/// The words of one call, sorted by option.
struct Arguments: Sendable {
  fileprivate(set) var positionals: [String] = []
  fileprivate var values: [String: [String]] = [:]

  /// Whether an option was given.
  func has(_ option: String) -> Bool { values[option] != nil }

  /// The value of an option.
  func value(_ option: String) -> String? { values[option]?.last }

  /// All values of an option.
  func all(_ option: String) -> [String] { values[option] ?? [] }
}

extension Command {
  /// Sorts the words of a call.
  func parse(_ words: [String]) throws(CommandFailure) -> Arguments {
    var arguments = Arguments()
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        arguments.positionals += rest
        rest = []
      } else if word.hasPrefix("--") {
        try take(word, &rest, &arguments)
      } else if word.hasPrefix("-"), word != "-" {
        throw CommandFailure(.usage, "\(word): options begin with two dashes; see \(name) --help")
      } else {
        arguments.positionals.append(word)
      }
    }
    guard arguments.has("help") || arguments.positionals.count == positionals.count else {
      throw CommandFailure(.usage, wrongPositionals(arguments.positionals))
    }
    return arguments
  }

  private func take(
    _ word: String, _ rest: inout ArraySlice<String>, _ arguments: inout Arguments
  ) throws(CommandFailure) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = allOptions.first(where: { $0.name == name }) else {
      throw CommandFailure(.usage, unknown(name))
    }
    if option.value == .none {
      guard parts.count == 1 else {
        throw CommandFailure(.usage, "--\(name) takes no value")
      }
      arguments.values[name, default: []].append("")
      return
    }
    if case .one = option.value, arguments.values[name] != nil {
      throw CommandFailure(.usage, "--\(name) is given twice")
    }
    var values = parts.dropFirst().map(String.init)
    if values.isEmpty, let next = rest.first, !next.hasPrefix("--") {
      values.append(next)
      rest = rest.dropFirst()
      while case .several = option.value, let next = rest.first, !next.hasPrefix("--") {
        values.append(next)
        rest = rest.dropFirst()
      }
    }
    guard !values.isEmpty, !values.contains("") else {
      throw CommandFailure(.usage, "--\(name) needs a value: \(option.usage)")
    }
    arguments.values[name, default: []] += values
  }

  private func wrongPositionals(_ found: [String]) -> String {
    if found.count > positionals.count {
      return "unexpected word: \(found[positionals.count]); see \(name) --help"
    }
    return "\(name) needs \(positionals[found.count].name); see \(name) --help"
  }
}
