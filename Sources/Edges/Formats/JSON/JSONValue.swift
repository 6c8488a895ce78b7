/// A piece of a JSON document, with its place.
///
/// Two values are equal when their content is; where they stand is not part of it. Two numbers are
/// equal when their texts are, so `1` and `1.0` differ.
package struct JSONValue: Equatable, Sendable {
  /// What a value is.
  package indirect enum Content: Equatable, Sendable {
    case object(JSONObject)
    case array([JSONValue])
    case string(String)
    /// The number as written: `4.3E+14` stays `4.3E+14`.
    case number(String)
    case bool(Bool)
    case null
  }

  /// What the value is.
  package let content: Content
  /// Where it begins.
  package let position: TextPosition

  /// A value at a place.
  package init(_ content: Content, at position: TextPosition) {
    self.content = content
    self.position = position
  }

  /// Whether both have the same content, wherever they stand.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    left.content == right.content
  }

  /// The members, if it is an object.
  package var object: JSONObject? {
    if case .object(let object) = content { object } else { nil }
  }

  /// The elements, if it is a list.
  package var array: [JSONValue]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// The text, if it is a string.
  package var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The number as written, if it is one.
  package var number: String? {
    if case .number(let text) = content { text } else { nil }
  }

  /// The truth, if it is true or false.
  package var bool: Bool? {
    if case .bool(let truth) = content { truth } else { nil }
  }

  /// Whether it is null.
  package var isNull: Bool { content == .null }

  /// How a message names such a value: `a string`, `an object`.
  package var kindName: String {
    switch content {
    case .object: JSONToken.Kind.object.name
    case .array: JSONToken.Kind.array.name
    case .string: JSONToken.Kind.string.name
    case .number: JSONToken.Kind.number.name
    case .bool(let truth): truth ? JSONToken.Kind.yes.name : JSONToken.Kind.no.name
    case .null: JSONToken.Kind.null.name
    }
  }
}

/// The members of an object in the order of the text; no key comes twice.
package struct JSONObject: Equatable, Sendable {
  /// A key with its value.
  package struct Member: Equatable, Sendable {
    /// The key, without quotes and escapes.
    package let key: String
    /// The value.
    package let value: JSONValue
    /// Where the key begins.
    package let position: TextPosition

    /// Whether both have the same key and content, wherever they stand.
    package static func == (left: Member, right: Member) -> Bool {
      left.key == right.key && left.value == right.value
    }
  }

  /// The members in the order of the text.
  package let members: [Member]

  /// The value of a key; nil when the object has none.
  package subscript(key: String) -> JSONValue? {
    members.first { $0.key == key }?.value
  }
}
