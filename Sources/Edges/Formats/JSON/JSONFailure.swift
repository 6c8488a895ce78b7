/// Why a text is not the JSON it should be, and where.
package struct JSONFailure: Error, Equatable, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it is.
  package enum Code: Equatable, Hashable, Sendable {
    case empty
    case unexpectedEnd
    case unexpectedCharacter
    case trailingContent
    case duplicateKey
    case tooDeep
    case invalidUTF8
    case unpairedSurrogate
    case controlCharacter
    case badEscape
    case badNumber
    /// `Infinity` or `NaN`: JSON5 knows them, this program has no use for them.
    case notFinite
    /// The text is good JSON, and a value in it is not of the kind that was asked for.
    case wrongType
  }

  /// What kind of mistake it is; tests and callers decide by this.
  package let code: Code
  /// What is wrong, in words.
  package let reason: String
  /// The line, from 1.
  package let line: Int
  /// The column, from 1, in Unicode scalars.
  package let column: Int

  /// A mistake at a known place.
  package init(_ code: Code, _ reason: String, at position: TextPosition) {
    self.code = code
    self.reason = reason
    self.line = position.line
    self.column = position.column
  }

  /// The place, then the reason.
  package var description: String { "line \(line), column \(column): \(reason)" }
}
