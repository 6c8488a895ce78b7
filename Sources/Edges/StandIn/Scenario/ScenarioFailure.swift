/// Why a scenario cannot be told.
package enum ScenarioFailure: Error, Equatable, Sendable, CustomStringConvertible {
  case unknownLabel(story: String, label: String)
  case labelTwice(story: String, label: String)
  case noPeriod(story: String, label: String)
  case nothingSent(story: String)
  /// The file itself, with the place.
  case file(path: String, reason: String)

  package var description: String {
    switch self {
    case .unknownLabel(let story, let label):
      "story \"\(story)\": nothing before this step is called \"\(label)\""
    case .labelTwice(let story, let label):
      "story \"\(story)\": two things are called \"\(label)\"; give one another label"
    case .noPeriod(let story, let label):
      "story \"\(story)\": \"\(label)\" is no subscription, so it has no next period"
    case .nothingSent(let story):
      "story \"\(story)\": no notification was sent before the step `delivery`"
    case .file(let path, let reason):
      "\(path): \(reason)"
    }
  }
}
