import AppStore
import Formats
import GrantLedger
import Host

extension Command {
  /// Says whether one signed text is Apple's, and for the app that was asked about.
  static let verify = Command(
    name: "verify",
    summary:
      "says whether a signed text or app receipt is Apple's, and for which app: 0 if it is, 65 if not",
    positionals: [
      ("FILE", "the signed text or the app receipt (bare or in Base64); - for standard input")
    ],
    options: [
      Option(
        "kind", .one("KIND"),
        "auto (default), transaction, renewal, notification, app-transaction or receipt"),
      Option("bundle-id", .one("B"), "the app that it has to be for"),
      Option("environment", .one("E"), "the environment that it has to be of"),
      Option("app-apple-id", .one("N"), "Apple's number of the app"),
      Option("root", .several("FILE"), "a root certificate to trust besides Apple's, PEM or DER"),
      JobArguments.format, JobArguments.quiet,
    ],
    statuses: [.complete, .usage, .badData, .unreachable, .misconfigured]
  ) { arguments throws(CommandFailure) in
    _ = try JobArguments.isJSON(arguments)
    let kind = try kind(arguments)
    let environment = try JobArguments.environment(arguments)
    let number = arguments.value("app-apple-id")
    guard number?.utf8.allSatisfy({ (0x30...0x39).contains($0) }) ?? true else {
      throw CommandFailure(.usage, "--app-apple-id \(number ?? ""): it is a whole number")
    }
    let verifier = try JobArguments.verifier(
      roots: arguments.all("root"), environment: environment ?? "")
    let bytes: [UInt8]
    do throws(InputFailure) {
      bytes = try InputFile.read(arguments.positionals[0], orFail: .unreachable)
    } catch {
      throw CommandFailure(error)
    }
    let answer = verifier.examine(
      bytes, kind: kind,
      expectations: Expectations(
        bundleID: arguments.value("bundle-id"), environment: environment,
        appAppleID: number))
    if arguments.value("format") == "text" { return say(answer, isQuiet: arguments.has("quiet")) }
    return show(answer, isQuiet: arguments.has("quiet"))
  }

  private static func kind(_ arguments: Arguments) throws(CommandFailure) -> DocumentKind? {
    guard let word = arguments.value("kind"), word != "auto" else { return nil }
    guard let kind = DocumentKind(rawValue: word) else {
      let known = DocumentKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(.usage, "--kind \(word): it is auto, \(known)")
    }
    return kind
  }

  private static func say(_ answer: Examination, isQuiet: Bool) -> ExitStatus {
    switch answer {
    case .valid(let kind, _, let environment):
      if !isQuiet { Console.write("valid: \(kind.words), \(environment ?? "no environment")\n") }
      return .complete
    case .refused(let refusal):
      if !isQuiet { Console.write("refused: \(refusal.words)\n") }
      return .badData
    }
  }

  private static func show(_ answer: Examination, isQuiet: Bool) -> ExitStatus {
    var writer = JSONWriter(.compact)
    let status: ExitStatus
    switch answer {
    case .valid(let kind, let payload, let environment):
      status = .complete
      writer.object { writer in
        writer.member("valid", true)
        writer.member("kind", kind.rawValue)
        if let environment { writer.member("environment", environment) }
        writer.key("payload")
        writer.raw(payload)
      }
    case .refused(let refusal):
      status = .badData
      writer.object { writer in
        writer.member("valid", false)
        writer.member("reason", refusal.words)
        writer.member("code", refusal.code.rawValue)
      }
    }
    writer.endLine()
    if !isQuiet { Console.write(writer.bytes) }
    return status
  }
}
