import AppStore
import Formats
import GrantLedger
import Host
import JobFile
import Records

/// The options that several commands share, and what they mean.
enum JobArguments {
  static let asOf = Option("as-of", .one("T"), "judge as of this moment (ISO 8601 or milliseconds)")
  static let format = Option("format", .one("text|json"), "how the answer is written")
  static let quiet = Option("quiet", .none, "print nothing when nothing is new and all was seen")
  static let exitZero = Option(
    "exit-zero-on-findings", .none, "end with 0 where new findings would make it 1")

  /// The job at a path.
  static func job(_ path: String) throws(CommandFailure) -> Job {
    do throws(InputFailure) {
      return try Job.read(path)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// A moment that an option names.
  static func instant(
    _ option: String, _ arguments: Arguments
  ) throws(CommandFailure) -> Instant? {
    guard let text = arguments.value(option) else { return nil }
    do throws(TimeFailure) {
      return Instant(milliseconds: try TimeText.instant(text))
    } catch {
      throw CommandFailure(
        .usage, "--\(option) \(text): \(error); write it as 2026-03-10T03:00:00Z")
    }
  }

  /// The moment of judging: the option's, else the machine's clock.
  static func asOf(_ arguments: Arguments) throws(CommandFailure) -> Instant {
    try instant("as-of", arguments) ?? Instant(milliseconds: Machine.nowMilliseconds)
  }

  /// Whether the answer is JSON.
  static func isJSON(_ arguments: Arguments) throws(CommandFailure) -> Bool {
    switch arguments.value("format") {
    case nil, "text": return false
    case "json": return true
    case .some(let other):
      throw CommandFailure(.usage, "--format \(other): it is text or json")
    }
  }

  /// The environment that the option names, by Apple's word; nil where it is not given.
  ///
  /// A word that is none of Apple's would make every purchase one of another environment.
  static func environment(_ arguments: Arguments) throws(CommandFailure) -> String? {
    guard let word = arguments.value("environment") else { return nil }
    let known = LedgerSettings.appleEnvironments
    guard known.contains(word) else {
      let near = NearestName.suggestion(for: word, among: known)
      throw CommandFailure(
        .usage,
        "--environment \(word): it is \(known.joined(separator: ", "))"
          + (near.map { "; did you mean \($0)?" } ?? ""))
    }
    return word
  }

  /// The verifier of a job: Apple's pinned root and those that it names.
  static func verifier(
    roots: [String], environment: String
  ) throws(CommandFailure) -> TransactionVerifier {
    do throws(RootFailure) {
      return TransactionVerifier(
        roots: try TrustedRoots(files: roots), environment: environment)
    } catch {
      throw CommandFailure(.misconfigured, error.description)
    }
  }
}

extension CommandFailure {
  /// An input that could not be taken.
  init(_ failure: InputFailure) {
    switch failure.kind {
    case .badData: self.init(.badData, failure.description)
    case .unreachable: self.init(.unreachable, failure.description)
    case .configuration: self.init(.misconfigured, failure.description)
    }
  }

  /// A store file that could not be taken.
  init(_ failure: StoreFileFailure) {
    switch failure {
    case .unreadable: self.init(.unreachable, failure.description)
    case .malformed: self.init(.badData, failure.description)
    }
  }
}
