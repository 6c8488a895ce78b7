import Formats

// The words in which a scenario file speaks of notifications.
extension ScriptFile {
  func announcement(
    _ type: String, _ members: JSONObject, _ value: JSONValue
  ) throws(StandInFailure) -> Step.Announcement {
    var announcement = Step.Announcement(
      type, try text(members["subtype"]), of: try text(members["of"]),
      ago: try ago(members, value))
    announcement.environment = try environment(members) ?? .production
    if members["product"] != nil { announcement.product = try product(members, value) }
    return announcement
  }

  /// Reads `answered`, `unanswered`, `never`, or the ends of all attempts with blanks between.
  func sending(
    _ words: String, _ members: JSONObject, _ value: JSONValue
  ) throws(StandInFailure) -> Sending {
    var sending: Sending
    switch words {
    case "answered": sending = .answered
    case "unanswered": sending = .unanswered
    case "never": sending = .neverSent
    default:
      let results = words.split(separator: " ").map(String.init)
      guard !results.isEmpty, results.count <= Sending.pauses.count,
        results.allSatisfy(Sending.words.contains)
      else {
        throw failure(
          "`\(words)` is no delivery; write answered, unanswered, never, or up to six of "
            + Sending.words.joined(separator: ", "), value)
      }
      sending = Sending(results: results)
    }
    if let late = try anyAgo(members, value, key: "late") { sending.late = late }
    sending.again = try anyAgo(members, value, key: "again")
    return sending
  }

  /// A length of time where one is given.
  func anyAgo(
    _ members: JSONObject, _ value: JSONValue, key: String = "ago"
  ) throws(StandInFailure) -> Ago? {
    members[key] == nil ? nil : try ago(members, value, key: key)
  }
}
