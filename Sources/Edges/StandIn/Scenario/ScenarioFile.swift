import Formats

extension Scenario {
  /// Reads a scenario of JSON5: `{plainCustomers: 10, stories: [{name: "…", steps: […]}]}`.
  package static func read(path: String) throws(StandInFailure) -> Scenario {
    try ScriptFile(path: path).scenario()
  }
}

extension ScriptFile {
  fileprivate func scenario() throws(StandInFailure) -> Scenario {
    let members = try object(
      try document(), keys: ["stories", "plainCustomers", "buyersTomorrow"])
    var stories: [Story] = []
    for value in members["stories"]?.array ?? [] {
      let story = try object(value, keys: ["name", "silentBecause", "steps"])
      var steps: [Step] = []
      for step in story["steps"]?.array ?? [] { steps.append(try self.step(step)) }
      stories.append(
        Story(
          try required("name", story, value), silentBecause: try text(story["silentBecause"]),
          steps))
    }
    return Scenario(
      stories: stories, plainCustomers: Int(try number(members["plainCustomers"]) ?? 0),
      buyersTomorrow: Int(try number(members["buyersTomorrow"]) ?? 0))
  }

  /// A step is named by its first key; the rest says how.
  private func step(_ value: JSONValue) throws(StandInFailure) -> Step {
    guard let verb = value.object?.members.first?.key, let keys = Self.keysOfVerbs[verb] else {
      let verbs = Self.keysOfVerbs.keys.sorted().joined(separator: ", ")
      throw failure("a step begins with one of \(verbs)", value)
    }
    let members = try object(value, keys: [verb] + keys)
    let label = try required(verb, members, value)
    switch verb {
    case "buy": return .buy(try purchase(label, members, value))
    case "renew": return .renew(label, of: try required("of", members, value))
    case "upgrade":
      return .upgrade(
        label, of: try required("of", members, value), to: try product(members, value),
        ago: try ago(members, value), paysBack: try truth(members["paysBack"]) ?? false)
    case "twin":
      return .twin(
        label, of: try required("of", members, value),
        isListed: try truth(members["listed"]) ?? true)
    case "restore":
      return .restore(
        label, of: try required("of", members, value), ago: try ago(members, value))
    case "refund": return .refund(of: label, ago: try ago(members, value))
    case "reverseRefund": return .reverseRefund(of: label, ago: try ago(members, value))
    case "plant":
      if let row = try text(members["row"]) { return .plantRow(label, row: row) }
      return .plant(label, on: try required("on", members, value))
    default: return .grant(try grant(verb, label, members, value))
    }
  }

  private static let keysOfVerbs: [String: [String]] = [
    "buy": [
      "product", "ago", "quantity", "token", "family", "freeTrial", "environment", "bundleId",
      "heard",
    ],
    "renew": ["of"], "upgrade": ["of", "product", "ago", "paysBack"], "twin": ["of", "listed"],
    "restore": ["of", "ago"], "refund": ["ago"], "reverseRefund": ["ago"],
    "grant": grantKeys + ["row", "hoursEarly"], "row": grantKeys + ["ago"],
    "plant": ["on", "row"],
  ]

  private static let grantKeys = [
    "id", "user", "product", "token", "quantity", "state", "environment", "delay",
  ]

  private func purchase(
    _ label: String, _ members: JSONObject, _ value: JSONValue
  ) throws(StandInFailure) -> Step.Purchase {
    var purchase = Step.Purchase(
      label: label, product: try product(members, value), ago: try ago(members, value))
    purchase.quantity = try number(members["quantity"]) ?? 1
    purchase.hasToken = try truth(members["token"]) ?? true
    purchase.isFamilyShared = try truth(members["family"]) ?? false
    purchase.isFreeTrial = try truth(members["freeTrial"]) ?? false
    purchase.environment = try environment(members) ?? .production
    purchase.bundleID = try text(members["bundleId"])
    purchase.isHeard = try truth(members["heard"]) ?? true
    return purchase
  }

  private func grant(
    _ verb: String, _ label: String, _ members: JSONObject, _ value: JSONValue
  ) throws(StandInFailure) -> Step.Grant {
    var grant = Step.Grant(of: verb == "grant" ? label : nil)
    grant.label = try verb == "grant" ? text(members["row"]) : label
    grant.id = try idText(members, default: verb == "grant" ? .exact : .absent)
    grant.user = try number(members["user"]) ?? 0
    if members["product"] != nil { grant.product = try product(members, value) }
    grant.token = try tokenText(members)
    grant.quantity = try number(members["quantity"])
    grant.state = try text(members["state"]) ?? "granted"
    grant.environment = try environment(members)
    grant.hoursEarly = try number(members["hoursEarly"]) ?? 0
    if members["ago"] != nil { grant.ago = try ago(members, value) }
    if members["delay"] != nil { grant.delay = try ago(members, value, key: "delay") }
    return grant
  }
}

// Single values.
extension ScriptFile {
  private func required(
    _ key: String, _ members: JSONObject, _ value: JSONValue
  ) throws(StandInFailure) -> String {
    guard let text = try text(members[key]) else { throw failure("`\(key)` is missing", value) }
    return text
  }

  private func product(
    _ members: JSONObject, _ value: JSONValue
  ) throws(StandInFailure) -> ProductOnSale {
    let name = try required("product", members, value)
    guard let product = ProductOnSale.named(name) else {
      let known = ProductOnSale.all.map(\.id).joined(separator: ", ")
      throw failure("nobody sells `\(name)`; there are \(known)", members["product"] ?? value)
    }
    return product
  }

  private func ago(
    _ members: JSONObject, _ value: JSONValue, key: String = "ago"
  ) throws(StandInFailure) -> Ago {
    let text = try required(key, members, value)
    guard let ago = Ago(text: text) else {
      throw failure("`\(text)` is no length of time; write 3d, 5h, 10m or 30s", value)
    }
    return ago
  }

  private func environment(_ members: JSONObject) throws(StandInFailure) -> WorldEnvironment? {
    guard let value = members["environment"], let name = try text(value) else { return nil }
    guard let environment = WorldEnvironment(rawValue: name) else {
      throw failure("`\(name)` is no environment; there are Production and Sandbox", value)
    }
    return environment
  }

  private func idText(
    _ members: JSONObject, default standard: Step.IDText
  ) throws(StandInFailure) -> Step.IDText {
    switch try text(members["id"]) {
    case nil: standard
    case "exact": .exact
    case "padded": .padded
    case "none": .absent
    case "invented": .invented
    case let text?: .text(text)
    }
  }

  private func tokenText(_ members: JSONObject) throws(StandInFailure) -> Step.TokenText {
    switch try text(members["token"]) {
    case nil, "exact": return .exact
    case "capitals": return .capitals
    case "none": return .absent
    case "foreign": return .foreign
    case let word?:
      let value = members["token"]
      throw .input(
        path: path,
        reason: "line \(value?.position.line ?? 0): `\(word)` is no way to write a token; "
          + "there are exact, capitals, none and foreign")
    }
  }
}
