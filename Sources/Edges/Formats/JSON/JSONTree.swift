extension JSONScanner {
  /// Reads the whole text as one value.
  package mutating func document() throws(JSONFailure) -> JSONValue {
    let whole = try value()
    try finish()
    return whole
  }

  /// Reads a value that was stepped over into a tree.
  package mutating func value(of token: JSONToken) throws(JSONFailure) -> JSONValue {
    // Counted here and not in the copy, so that no line is counted once more for each value.
    _ = places.position(of: start(of: token), in: bytes)
    var inner = scanner(of: token)
    return try inner.value()
  }

  /// Reads the next value, of any kind, into a tree.
  package mutating func value() throws(JSONFailure) -> JSONValue {
    guard let kind = try peekKind() else {
      // Only to complain: no value begins here.
      _ = try scanScalar()
      throw unexpected("a value")
    }
    let position = places.position(of: offset, in: bytes)
    switch kind {
    case .object: return JSONValue(.object(try object()), at: position)
    case .array: return JSONValue(.array(try array()), at: position)
    default: return JSONValue(content(of: try scanScalar()), at: position)
    }
  }

  private mutating func object() throws(JSONFailure) -> JSONObject {
    var members: [JSONObject.Member] = []
    var frame = try openObject()
    while let key = try nextKey(of: &frame) {
      let position = places.position(of: start(of: key), in: bytes)
      members.append(
        JSONObject.Member(key: text(of: key), value: try value(), position: position))
    }
    return JSONObject(members: members)
  }

  private mutating func array() throws(JSONFailure) -> [JSONValue] {
    var elements: [JSONValue] = []
    var frame = try openArray()
    while try hasNextElement(of: &frame) { elements.append(try value()) }
    return elements
  }

  private func content(of scalar: JSONToken) -> JSONValue.Content {
    switch scalar.kind {
    case .yes: .bool(true)
    case .no: .bool(false)
    case .null: .null
    case .number: .number(text(of: scalar))
    case .string, .object, .array: .string(text(of: scalar))
    }
  }
}
