import Bytes
import Formats

/// The values of a store file, one after another: JSON objects and signed texts.
///
/// One value a line, one value over many lines, one list around them all, or a mixture: a file of a
/// few gigabytes is read with the memory of its largest value.
struct StoreValues: ~Copyable {
  /// What a value is.
  enum Form {
    case object
    /// A string in quotes.
    case string
    /// A bare line.
    case line
  }

  /// The bytes of the value read last.
  private(set) var value: [UInt8] = []
  /// Where it begins, both from 1.
  private(set) var line = 1
  private(set) var column = 1

  private var source: StoreBytes
  private let file: String
  private var list = List.none

  /// Whether a list is open around the values, and what may come next in it.
  private enum List {
    case none, first, afterComma, afterValue
  }

  /// No answer of a server is larger; a value above it is a bracket that never closes.
  private static let valueByteLimit = 67_108_864

  init(_ source: consuming StoreBytes, file: String) {
    self.source = source
    self.file = file
  }

  /// Reads the next value; nil at the end of the file.
  mutating func next() throws(StoreFileFailure) -> Form? {
    while let byte = try firstByte() {
      switch (list, byte) {
      case (.none, UInt8(ascii: "[")):
        list = .first
      case (.first, UInt8(ascii: "]")), (.afterValue, UInt8(ascii: "]")):
        list = .none
      case (.afterValue, UInt8(ascii: ",")):
        list = .afterComma
      case (.afterValue, _):
        throw complaint("expected `,` or `]` and found \(shown(byte))")
      case (_, UInt8(ascii: "{")):
        try take()
        return .object
      case (_, UInt8(ascii: "\"")):
        try take()
        return .string
      case (.none, _):
        try takeLines()
        return .line
      default:
        throw complaint("expected an object or a signed text and found \(shown(byte))")
      }
      source.skip(1)
    }
    guard case .none = list else { throw complaint("the list is never closed") }
    return nil
  }

  private mutating func firstByte() throws(StoreFileFailure) -> UInt8? {
    try source.skipBlanks()
    let byte = try source.peek()
    line = source.line
    column = source.column
    return byte
  }

  private mutating func take() throws(StoreFileFailure) {
    var end = ValueEnd()
    try take { end.find(in: $0) }
    if case .none = list { return }
    list = .afterValue
  }

  private mutating func takeLine() throws(StoreFileFailure) {
    var start = 0
    try take { text in
      defer { start = text.count }
      return text.firstIndex(of: UInt8(ascii: "\n"), from: start)
    }
    while let last = value.last, last.isJSONBlank { value.removeLast() }
  }

  /// Takes a line, and of a receipt in Base64 that was broken into lines all of them.
  private mutating func takeLines() throws(StoreFileFailure) {
    try takeLine()
    guard let wanted = ReceiptBytes.textLength(value), value.count < wanted else { return }
    var whole = value
    while whole.count < wanted, try goesOn() {
      try takeLine()
      whole += value
    }
    value = whole
  }

  /// Whether a line comes next that could be more of the same, and not a text of its own.
  private mutating func goesOn() throws(StoreFileFailure) -> Bool {
    try source.skipBlanks()
    while source.rest.count < 3, try source.more() {}
    let next = source.buffer[source.rest]
    guard let first = next.first else { return false }
    return !next.starts(with: "eyJ".utf8) && !ReceiptBytes.isText(next.prefix(3))
      && (0x2B...0x7A).contains(first)
  }

  /// Takes as many bytes as `length` says, which is asked again with more until it knows.
  private mutating func take(
    _ length: (Span<UInt8>) -> Int?
  ) throws(StoreFileFailure) {
    var found = length(source.buffer.span.extracting(source.rest))
    while found == nil {
      guard source.rest.count <= Self.valueByteLimit else {
        throw complaint("this value does not end within \(Self.valueByteLimit) bytes")
      }
      guard try source.more() else { break }
      found = length(source.buffer.span.extracting(source.rest))
    }
    let rest = source.rest
    let count = found ?? rest.count
    value.removeAll(keepingCapacity: true)
    value.append(contentsOf: source.buffer[rest.prefix(count)])
    source.skip(count)
  }

  private func complaint(_ message: String) -> StoreFileFailure {
    var complaints = Complaints()
    complaints.add(Complaint(file: file, line: line, column: String(column), message))
    return .malformed(complaints)
  }

  private func shown(_ byte: UInt8) -> String {
    (0x21...0x7E).contains(byte)
      ? "`\(Character(Unicode.Scalar(byte)))`" : "the byte 0x\(String(byte, radix: 16))"
  }
}
