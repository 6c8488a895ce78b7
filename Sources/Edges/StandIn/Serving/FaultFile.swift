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
    let members = try object(
      value,
      keys: ["path", "method", "nth", "count", "continuation", "each", "share", "seed", "lasting"])
    var match = Fault.Match()
    match.path = try text(members["path"]) ?? match.path
    match.method = try text(members["method"])
    match.isContinuation = try truth(members["continuation"]) ?? false
    match.isEach = try truth(members["each"]) ?? false
    if let share = members["share"] {
      match.share = Fault.Share(
        thousandths: try thousandths(share), seed: UInt64(try number(members["seed"]) ?? 1),
        isLasting: try truth(members["lasting"]) ?? false)
      match.count = .max
    }
    match.nth = Int(try number(members["nth"]) ?? 1)
    if let count = members["count"] {
      match.count = count.string == "always" ? .max : Int(try number(count) ?? 1)
    }
    guard match.nth >= 1, match.count >= 1 else {
      throw failure("`nth` and `count` begin at 1", value)
    }
    return match
  }

  /// A share from 0 to 1 with at most three places.
  private func thousandths(_ value: JSONValue) throws(StandInFailure) -> Int {
    let parts = (value.number ?? "").split(separator: ".", omittingEmptySubsequences: false)
    let places = parts.count == 2 ? parts[1] : ""
    let digits = places + String(repeating: "0", count: max(0, 3 - places.count))
    guard (1...2).contains(parts.count), let whole = Int(parts[0]), places.count <= 3,
      let rest = Int(digits), case let found = whole * 1_000 + rest, (0...1_000).contains(found)
    else {
      throw failure("a share from 0 to 1 with at most three places is expected", value)
    }
    return found
  }

  private func effect(_ value: JSONValue) throws(StandInFailure) -> Fault.Effect {
    let members = try object(value, keys: Self.effectKeys)
    if let count = try number(members["cutAfterBytes"]) { return .cut(afterBytes: Int(count)) }
    if members["truncateJson"]?.bool == true { return .truncatedJSON }
    if let token = try number(members["tamper"]) { return .tampered(token: Int(token)) }
    if let token = try number(members["foreignChain"]) { return .foreignChain(token: Int(token)) }
    if let token = try number(members["foreignInnerChain"]) {
      return .foreignInnerChain(token: Int(token))
    }
    if let token = try number(members["wrongBundle"]) { return .wrongBundle(token: Int(token)) }
    if members["bareNumbers"]?.bool == true { return .bareNumbers }
    if let count = try number(members["padToBytes"]) { return .padded(toBytes: Int(count)) }
    if let place = try text(members["redirect"]) { return .redirect(to: place) }
    if let delay = try number(members["delayMs"]) { return .late(milliseconds: Int(delay)) }
    if members["noAnswer"]?.bool == true { return .noAnswer }
    if members["endless"]?.bool == true { return .twist(.endless) }
    if members["repeatRevision"]?.bool == true { return .twist(.repeatRevision) }
    if members["repeatNotification"]?.bool == true { return .twist(.repeatNotification) }
    if members["lateNotifications"] != nil {
      let late = try ago(members, value, key: "lateNotifications")
      return .twist(.lateNotifications(milliseconds: late.milliseconds))
    }
    if members["advance"] != nil {
      return .advance(milliseconds: try ago(members, value, key: "advance").milliseconds)
    }
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
    "truncateJson", "tamper", "delayMs", "noAnswer", "foreignChain", "foreignInnerChain",
    "wrongBundle", "bareNumbers",
    "padToBytes", "redirect", "endless", "repeatRevision", "repeatNotification",
    "lateNotifications", "advance",
  ]
}
