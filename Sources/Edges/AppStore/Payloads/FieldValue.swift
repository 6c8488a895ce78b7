import Formats
import Records

/// The value of one field, as it lies in a payload or in a cell.
///
/// Files write the same fact as a number, as text or as a word, so a value is read by what is
/// asked of it and not by how it is written.
struct FieldValue {
  /// How the value is written.
  enum Form {
    case text, number, yes, no, other
  }

  let form: Form
  let bytes: [UInt8]
  let range: Range<Int>

  /// A value of a payload; nil for `null`, which says as much as absence.
  init?(_ token: JSONToken, in scanner: JSONScanner) {
    switch token.kind {
    case .null: return nil
    case .string: form = .text
    case .number: form = .number
    case .yes: form = .yes
    case .no: form = .no
    case .object, .array: form = .other
    }
    guard token.isEscaped else {
      bytes = scanner.bytes
      range = token.range
      return
    }
    bytes = Array(scanner.text(of: token).utf8)
    range = bytes.indices
  }

  /// A value that is only text, as every cell of a table is.
  init(text: String) {
    form = .text
    bytes = Array(text.utf8)
    range = bytes.indices
  }

  /// The value as it stands.
  var words: String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether it is text without a character.
  var isEmptyText: Bool { form == .text && range.isEmpty }

  /// A text or a whole number as a name; nothing else can be one.
  ///
  /// A number with a point or an exponent is refused: it is an id that went through a spreadsheet
  /// or through floating point, and its last digits are gone.
  func identifier(in texts: inout TextTable) throws(FieldFailure) -> Text {
    guard form == .text || form == .number else { throw failure("is no text") }
    if looksRounded { throw failure("was rounded on its way here; its last digits are lost") }
    return texts.intern(bytes.span.extracting(range))
  }

  /// A text as a name.
  func text(in texts: inout TextTable) throws(FieldFailure) -> Text {
    guard form == .text || form == .number else { throw failure("is no text") }
    return texts.intern(bytes.span.extracting(range))
  }

  /// A text as a name, in lower case, since UUIDs are compared without case.
  func lowercased(in texts: inout TextTable) throws(FieldFailure) -> Text {
    guard form == .text else { throw failure("is no text") }
    let lower = bytes[range].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    return texts.intern(lower.span)
  }

  /// A whole number, written as one or as text.
  func integer() throws(FieldFailure) -> Int64 {
    guard form == .text || form == .number,
      let value = WholeNumber.parse(bytes.span.extracting(range))
    else { throw failure("is no whole number") }
    return value
  }

  /// True or false, as JSON writes it, as text, or as 1 and 0.
  func truth() throws(FieldFailure) -> Bool {
    switch form {
    case .yes: return true
    case .no: return false
    case .text, .number, .other: break
    }
    switch words {
    case "true", "1": return true
    case "false", "0": return false
    default: throw failure("is neither true nor false")
    }
  }

  /// The complaint about this value; `reason` goes on from its name.
  func failure(_ reason: String) -> FieldFailure {
    FieldFailure(value: String(words.prefix(Self.shownCharacterLimit)), reason: reason)
  }

  /// Whether an exponent or a decimal point stands among digits: `4.3E+14`, `430000.0`.
  private var looksRounded: Bool {
    var hasMark = false
    for byte in bytes[range] {
      switch byte {
      case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"): continue
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): hasMark = true
      default: return false
      }
    }
    return hasMark
  }

  private static let shownCharacterLimit = 80
}

/// Why the value of a field makes no sense.
struct FieldFailure: Error, Equatable {
  /// The field's name; empty until it is known.
  var field = ""
  /// The value as found, shortened.
  let value: String
  /// What is wrong with it, to stand after its name.
  let reason: String
}
