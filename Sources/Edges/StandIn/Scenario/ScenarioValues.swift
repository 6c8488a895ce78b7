import Formats

// Single values.
extension ScriptFile {
  func required(
    _ key: String, _ members: JSONObject, _ value: JSONValue
  ) throws(StandInFailure) -> String {
    guard let text = try text(members[key]) else { throw failure("`\(key)` is missing", value) }
    return text
  }

  func product(
    _ members: JSONObject, _ value: JSONValue
  ) throws(StandInFailure) -> ProductOnSale {
    let name = try required("product", members, value)
    guard let product = ProductOnSale.named(name) else {
      let known = ProductOnSale.all.map(\.id).joined(separator: ", ")
      throw failure("nobody sells `\(name)`; there are \(known)", members["product"] ?? value)
    }
    return product
  }

  func ago(
    _ members: JSONObject, _ value: JSONValue, key: String = "ago"
  ) throws(StandInFailure) -> Ago {
    let text = try required(key, members, value)
    guard let ago = Ago(text: text) else {
      throw failure("`\(text)` is no length of time; write 3d, 5h, 10m or 30s", value)
    }
    return ago
  }

  func environment(_ members: JSONObject) throws(StandInFailure) -> WorldEnvironment? {
    guard let value = members["environment"], let name = try text(value) else { return nil }
    guard let environment = WorldEnvironment(rawValue: name) else {
      throw failure("`\(name)` is no environment; there are Production and Sandbox", value)
    }
    return environment
  }

  func idText(
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

  func tokenText(_ members: JSONObject) throws(StandInFailure) -> Step.TokenText {
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
