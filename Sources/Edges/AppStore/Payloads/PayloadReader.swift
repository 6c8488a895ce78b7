import Formats
package import Records

/// Makes statements of payloads, one after another, against one table of texts.
package enum PayloadReader {
  /// What a verified payload says; nil where it is neither a transaction nor a renewal info.
  ///
  /// A payload that nobody signed (Xcode's) counts as an unsigned one, whatever `origin` says.
  package static func statement(
    of verified: Verified<SignedPayload>, origin: Origin, isFresh: Bool = false,
    _ texts: inout TextTable
  ) throws(PayloadFailure) -> Statement? {
    let payload = verified.payload
    guard payload.kind == .transaction || payload.kind == .renewal else { return nil }
    var statement = try statement(
      of: payload.fields, isLocal: !payload.isSigned, &texts)
    if case .transaction(var record) = statement {
      record.origin = payload.isSigned ? origin : .unsignedFile
      record.isFresh = isFresh && payload.isSigned
      statement = .transaction(record)
    }
    return statement
  }

  /// What the fields of an object say.
  static func statement(
    of fields: ObjectFields<PayloadField>, isLocal: Bool, _ texts: inout TextTable
  ) throws(PayloadFailure) -> Statement {
    var draft = StatementDraft(isLocal: isLocal)
    for entry in fields.entries {
      try fields.read(entry.token, of: entry.name) { (form, bytes) throws(FieldFailure) in
        try draft.take(entry.name, form, bytes, &texts)
      }
    }
    do throws(FieldFailure) {
      return try draft.statement()
    } catch {
      throw PayloadFailure(error, at: fields.failure(error.reason))
    }
  }
}

/// Which field of a payload makes no sense, and where it stands.
package struct PayloadFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The field and its value.
  package let field: FieldFailure
  /// The line, from 1.
  package let line: Int
  /// The column, from 1, in Unicode scalars.
  package let column: Int

  init(_ field: FieldFailure, at place: JSONFailure) {
    self.field = field
    line = place.line
    column = place.column
  }

  init(_ field: String, _ reason: String, at place: JSONFailure) {
    self.init(FieldFailure(field: field, value: "", reason: reason), at: place)
  }

  init(_ place: JSONFailure) {
    self.init(FieldFailure(value: "", reason: place.reason), at: place)
  }

  /// The place, the field and what is wrong with it.
  package var description: String { "line \(line), column \(column): \(field)" }
}
