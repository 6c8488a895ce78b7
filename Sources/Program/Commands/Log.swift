import Formats
import Host

/// What a run says while it works: to a person in plain lines, to a machine in JSON lines.
///
/// Results never go here, and secrets never do.
struct Log: Sendable {
  private let command: String
  private let isJSON: Bool
  private let isQuiet: Bool
  /// Whether somebody asked for logs by saying how they are written.
  private let isWanted: Bool

  /// The log of a command: JSON lines where no terminal shows it, or as `--log` says.
  init(_ command: String, _ arguments: Arguments) throws(CommandFailure) {
    self.command = command
    isQuiet = arguments.has("quiet")
    let form = arguments.value("log")
    isWanted = form != nil
    switch form {
    case nil: isJSON = !Console.logsGoToTerminal
    case "text": isJSON = false
    case "json": isJSON = true
    case .some(let other): throw CommandFailure(.usage, "--log \(other): it is text or json")
    }
  }

  static let option = Option(
    "log", .one("text|json"), "how logs are written to standard error; also says what went well")

  /// Something that goes slower or worse than it should.
  func warn(_ message: String) {
    guard !isQuiet else { return }
    say(message, level: "warning")
  }

  /// Something that went as it should, for whoever reads logs; a mail from cron stays empty.
  func tell(_ message: String) {
    guard isWanted, !isQuiet else { return }
    note(message)
  }

  /// Something that was asked for.
  func note(_ message: String) { say(message, level: "info") }

  private func say(_ message: String, level: String) {
    guard isJSON else { return Console.complain(message) }
    var writer = JSONWriter(.compact)
    writer.object { line in
      line.member("at", TimeText.iso(Machine.nowMilliseconds))
      line.member("level", level)
      line.member("command", command)
      line.member("message", message)
    }
    Console.complain(String(decoding: writer.bytes, as: UTF8.self))
  }
}
