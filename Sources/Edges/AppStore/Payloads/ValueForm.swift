import Formats
import Records

/// How the value of a field is written.
///
/// Files write the same fact as a number, as text or as a word, so a value is read by what is asked
/// of it and not by how it is written. The bytes stay where they lie.
enum ValueForm {
  case text, number, yes, no, other

  /// The form of a token; nil for `null`, which says as much as absence.
  init?(_ kind: JSONToken.Kind) {
    switch kind {
    case .null: return nil
    case .string: self = .text
    case .number: self = .number
    case .yes: self = .yes
    case .no: self = .no
    case .object, .array: self = .other
    }
  }

  /// A text or a whole number as a name; nothing else can be an id.
  ///
  /// A number with a point or an exponent is refused: it is an id that went through a spreadsheet
  /// or through floating point, and its last digits are gone.
  func identifier(
    _ bytes: Span<UInt8>, _ texts: inout TextTable
  ) throws(FieldFailure) -> Text {
    guard self == .text || self == .number else { throw failure(bytes, "is no text") }
    if bytes.looksRounded {
      throw failure(bytes, "was rounded on its way here; its last digits are lost")
    }
    return texts.intern(bytes)
  }

  /// A text as a name.
  func text(_ bytes: Span<UInt8>, _ texts: inout TextTable) throws(FieldFailure) -> Text {
    guard self == .text || self == .number else { throw failure(bytes, "is no text") }
    return texts.intern(bytes)
  }

  /// A UUID as a name, in lower case, since they are compared without case.
  func uuid(_ bytes: Span<UInt8>, _ texts: inout TextTable) throws(FieldFailure) -> Text {
    guard self == .text else { throw failure(bytes, "is no text") }
    guard bytes.hasCapitals else { return texts.intern(bytes) }
    let lower = [UInt8](capacity: bytes.count) { out in
      for index in 0..<bytes.count { out.append(bytes[index].lowercased) }
    }
    return texts.intern(lower.span)
  }

  /// A whole number, written as one or as text.
  func integer(_ bytes: Span<UInt8>) throws(FieldFailure) -> Int64 {
    guard self == .text || self == .number, let value = WholeNumber.parse(bytes) else {
      throw failure(bytes, "is no whole number (a price is in thousandths: 4.99 is 4990)")
    }
    return value
  }

  /// True or false, as JSON writes it, as text, or as 1 and 0.
  func truth(_ bytes: Span<UInt8>) throws(FieldFailure) -> Bool {
    if self == .yes || bytes.reads("true") || bytes.reads("1") { return true }
    if self == .no || bytes.reads("false") || bytes.reads("0") { return false }
    throw failure(bytes, "is neither true nor false")
  }

  /// A moment in UNIX milliseconds; nil for 0, by which other people's servers say "never".
  ///
  /// `isLocal` payloads come from Xcode, which writes fractions of a millisecond (cut off as text,
  /// never computed) and moments long before 1970.
  func instant(_ bytes: Span<UInt8>, isLocal: Bool) throws(FieldFailure) -> Instant? {
    guard self == .text || self == .number else { throw failure(bytes, "is no date") }
    let point = isLocal ? bytes.place(of: UInt8(ascii: ".")) : nil
    guard let milliseconds = WholeNumber.parse(bytes.extracting(0..<(point ?? bytes.count))) else {
      throw failure(bytes, "is no date in whole UNIX milliseconds, such as 1772355600000")
    }
    guard milliseconds != 0 else { return nil }
    guard isLocal || Self.datesOfOurTime.contains(milliseconds) else {
      let inMilliseconds = milliseconds.multipliedReportingOverflow(by: 1_000).partialValue
      throw failure(
        bytes,
        Self.datesOfOurTime.contains(inMilliseconds)
          ? "is in seconds; the store's dates are in milliseconds" : "is no date of our time")
    }
    return Instant(milliseconds: milliseconds)
  }

  /// Whether a date that is written in milliseconds is read back as itself.
  static func isReadable(_ date: Instant, isLocal: Bool) -> Bool {
    date.milliseconds != 0 && (isLocal || datesOfOurTime.contains(date.milliseconds))
  }

  /// The complaint about a value; `reason` goes on from the field's name.
  func failure(_ bytes: Span<UInt8>, _ reason: String) -> FieldFailure {
    FieldFailure(value: bytes.text(in: 0..<bytes.count), reason: reason)
  }

  /// 1973 to 9999: later than any count of seconds of our time, and no date beyond four digits.
  private static let datesOfOurTime: ClosedRange<Int64> = 100_000_000_000...253_402_300_799_999
}

/// Why the value of a field makes no sense.
package struct FieldFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The field's name; empty until it is known.
  package internal(set) var field = ""
  /// The value as found; empty where there is none.
  package let value: String
  /// What is wrong with it, to stand after the field's name.
  package let reason: String

  /// The field and what is wrong with it.
  package var description: String { field.isEmpty ? reason : "\(field) \(reason)" }

  /// The same, about a field.
  func of(_ field: String) -> FieldFailure {
    var named = self
    named.field = field
    return named
  }
}
