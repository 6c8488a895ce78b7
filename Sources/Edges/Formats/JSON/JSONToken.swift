/// One key or value, still lying in the bytes it was found in.
package struct JSONToken: Equatable, Sendable {
  /// What the token is.
  package enum Kind: Equatable, Sendable {
    case object, array, string, number, yes, no, null
  }

  /// What the token is.
  package let kind: Kind
  /// Whether a string holds escapes, so that its text is not simply its bytes.
  package let isEscaped: Bool
  /// The bytes: of a string without its quotes, of anything else from first to last.
  package let range: Range<Int>

  init(_ kind: Kind, _ range: Range<Int>, isEscaped: Bool = false) {
    self.kind = kind
    self.isEscaped = isEscaped
    self.range = range
  }

  /// How a message names such a value.
  package var kindName: String { kind.name }
}

extension JSONToken.Kind {
  /// How a message names such a value: `a string`, `an object`.
  package var name: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .string: "a string"
    case .number: "a number"
    case .yes: "true"
    case .no: "false"
    case .null: "null"
    }
  }
}

/// One member of an object, as tokens.
package struct JSONMemberToken: Equatable, Sendable {
  /// The key, always of kind string.
  package let key: JSONToken
  /// The value; an object or a list has been checked and stepped over.
  package let value: JSONToken
}
