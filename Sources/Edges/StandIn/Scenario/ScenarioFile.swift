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
      try document(),
      keys: ["stories", "plainCustomers", "buyersTomorrow", "purchasesEach", "oldestDays"])
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
      buyersTomorrow: Int(try number(members["buyersTomorrow"]) ?? 0),
      purchasesEach: try number(members["purchasesEach"]).map { max(1, min(30, Int($0))) },
      oldestDays: try number(members["oldestDays"]))
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
    case "renew":
      return .renew(
        label, of: try required("of", members, value), ago: try anyAgo(members, value))
    case "cancel": return .cancel(label, ago: try ago(members, value))
    case "failToRenew":
      return .failToRenew(label, grace: try anyAgo(members, value, key: "grace"))
    case "lapse": return .lapse(label, ago: try anyAgo(members, value))
    case "notify": return .notify(try announcement(label, members, value))
    case "delivery": return .delivery(try sending(label, members, value))
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
      "heard", "sameOrderAs",
    ],
    "renew": ["of", "ago"], "cancel": ["ago"], "failToRenew": ["grace"], "lapse": ["ago"],
    "notify": ["subtype", "of", "ago", "environment", "product"],
    "delivery": ["late", "again"], "upgrade": ["of", "product", "ago", "paysBack"],
    "twin": ["of", "listed"],
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
    purchase.sameOrderAs = try text(members["sameOrderAs"])
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
