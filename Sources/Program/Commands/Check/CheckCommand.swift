import AppStore
import Formats
import Host
import JobFile
import Records

extension Command {
  /// Looks at everything a job needs, layer by layer, and says in words which one fails.
  static let check = Command(
    name: "check",
    summary: "looks at a job's configuration, key, clock, store and ledgers: which layer fails",
    positionals: [("JOB", "the job file")],
    options: [
      Option("offline", .none, "do not ask the store"), JobArguments.format,
      JobArguments.quiet, Log.option,
    ],
    statuses: [
      .complete, .internalError, .usage, .badData, .unreachable, .notWritable, .busy,
      .refusedCredentials, .misconfigured,
    ]
  ) { arguments throws(CommandFailure) in
    let isJSON = try JobArguments.isJSON(arguments)
    let job = try JobArguments.job(arguments.positionals[0])
    var layers = [CheckedLayer("configuration", "\(job.name), \(job.app.bundleID)")]
    layers += JobChecks(
      job: job, asksStore: !arguments.has("offline"), log: try Log("check", arguments)
    ).layers()
    let shown = arguments.has("quiet") ? layers.filter { $0.failure != nil } : layers
    if !shown.isEmpty { Console.write(isJSON ? json(shown) : text(shown)) }
    return layers.compactMap(\.failure).first ?? .complete
  }

  private static func text(_ layers: [CheckedLayer]) -> String {
    layers.map { layer in
      let mark = layer.failure == nil ? "ok     " : "FAILED "
      let lines = [mark + layer.name + ": " + layer.words] + layer.details.map { "         " + $0 }
      return lines.joined(separator: "\n") + "\n"
    }.joined()
  }

  private static func json(_ layers: [CheckedLayer]) -> String {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.member("schema", "iap-reconcile/check/1")
      writer.key("layers")
      writer.array { list in
        for layer in layers {
          list.object { member in
            member.member("name", layer.name)
            member.member("ok", layer.failure == nil)
            member.member("words", layer.words)
            member.member("details", layer.details)
            if let forecast = layer.forecast {
              member.key("plan")
              forecast.write(into: &member)
            }
          }
        }
      }
    }
    writer.endLine()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// One layer of what a job needs, and how it stands.
struct CheckedLayer {
  let name: String
  let words: String
  var details: [String] = []
  /// What the next run would ask, where the layer says that.
  var forecast: PullForecast?
  /// The status that it would make a run end with; nil if it holds.
  var failure: ExitStatus?

  init(_ name: String, _ words: String, details: [String] = []) {
    self.name = name
    self.words = words
    self.details = details
  }

  init(_ name: String, _ failure: CommandFailure) {
    self.init(name, failure.words)
    self.failure = failure.status
  }
}
