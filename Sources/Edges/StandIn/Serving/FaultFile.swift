import Formats

extension Fault {
  /// Reads a file of faults: a JSON5 list of `{match: {…}, fault: {…}}`.
  package static func read(path: String) throws(StandInFailure) -> [Fault] {
    try ScriptFile(path: path).faults()
  }
}

extension ScriptFile {
  fileprivate func faults() throws(StandInFailure) -> [Fault] {
    let root = try document()
    guard let entries = root.array else { throw failure("a list of faults is expected", root) }
    var faults: [Fault] = []
    for entry in entries {
      let members = try object(entry, keys: ["match", "fault"])
      guard let effect = members["fault"] else {
        throw failure("`fault` is missing: say what goes wrong", entry)
      }
      let match = try members["match"].map { (value) throws(StandInFailure) in
        try self.match(value)
      }
      faults.append(Fault(match: match ?? .init(), effect: try self.effect(effect)))
    }
    return faults
  }

  private func match(_ value: JSONValue) throws(StandInFailure) -> Fault.Match {
    let members = try object(value, keys: ["path", "method", "nth", "count"])
    var match = Fault.Match()
    match.path = try text(members["path"]) ?? match.path
    match.method = try text(members["method"])
    match.nth = Int(try number(members["nth"]) ?? 1)
    match.count =
      members["count"]?.string == "always" ? .max : Int(try number(members["count"]) ?? 1)
    guard match.nth >= 1, match.count >= 1 else {
      throw failure("`nth` and `count` begin at 1", value)
    }
    return match
  }

  private func effect(_ value: JSONValue) throws(StandInFailure) -> Fault.Effect {
    let members = try object(value, keys: Self.effectKeys)
    if let count = try number(members["cutAfterBytes"]) { return .cut(afterBytes: Int(count)) }
    if members["truncateJson"]?.bool == true { return .truncatedJSON }
    if let token = try number(members["tamper"]) { return .tampered(token: Int(token)) }
    if let delay = try number(members["delayMs"]) { return .late(milliseconds: Int(delay)) }
    if members["noAnswer"]?.bool == true { return .noAnswer }
    return try refusal(value, members)
  }

  private func refusal(
    _ value: JSONValue, _ members: JSONObject
  ) throws(StandInFailure) -> Fault.Effect {
    let code = try number(members["error"])
    guard let status = try number(members["status"]) ?? code.map({ $0 / 10_000 }) else {
      throw failure("say what goes wrong, one of \(Self.effectKeys.joined(separator: ", "))", value)
    }
    let ahead = try number(members["retryAfterMs"]).map { Fault.RetryAfter.milliseconds($0) }
    let literal = try text(members["retryAfter"]).map { Fault.RetryAfter.text($0) }
    let message = try text(members["message"]) ?? "Scripted fault."
    // Apple's own 429 always has its code.
    let standing = code ?? (status == 429 ? Refusal.tooManyRequests.code : nil)
    let body: Fault.Body =
      members["html"]?.bool == true
      ? .html : standing.map { .error(code: $0, message: message) } ?? .none
    return .refuse(status: Int(status), body: body, retryAfter: ahead ?? literal)
  }

  private static let effectKeys = [
    "status", "error", "message", "html", "retryAfterMs", "retryAfter", "cutAfterBytes",
    "truncateJson", "tamper", "delayMs", "noAnswer",
  ]
}
