/// The first row, collected whole before its separator is known.
struct CSVHeader {
  /// Its bytes, without the line's end.
  private(set) var bytes: [UInt8] = []
  private(set) var isComplete = false
  /// Whether the file ends its lines by CR alone.
  private(set) var endsWithReturn = false

  private var isQuoted = false
  private var isAfterReturn = false
  private var isTooLong = false

  /// Takes bytes up to the end of the header; returns how many.
  mutating func push(_ block: Span<UInt8>, limit: Int) -> Int {
    for index in block.indices {
      let byte = block[index]
      if isAfterReturn {
        isComplete = true
        endsWithReturn = byte != .lineFeed
        return endsWithReturn ? index : index + 1
      }
      if byte == .doubleQuote { isQuoted.toggle() }
      if !isQuoted, byte == .lineFeed {
        isComplete = true
        return index + 1
      }
      if !isQuoted, byte == .carriageReturn {
        isAfterReturn = true
      } else {
        bytes.append(byte)
      }
      if bytes.count > limit {
        isTooLong = true
        isComplete = true
        return block.count
      }
    }
    return block.count
  }

  /// Moves the bytes out.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  mutating func finish() {
    isComplete = true
  }

  /// Why nothing can be made of this header; steps over a byte-order mark otherwise.
  mutating func refusal(limit: Int) -> String? {
    if let reason = WideText.refusal(bytes) { return reason }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if isTooLong { return "the header is longer than \(limit) bytes; is this a table?" }
    if bytes.isEmpty { return "the first line should hold the columns' names and is empty" }
    if bytes.first == UInt8(ascii: "{") {
      return "this is JSON and no table; give it as a file whose name ends in .jsonl"
    }
    if bytes.contains(0) { return "the header holds a NUL byte; is this a table?" }
    return nil
  }

  /// The one of comma, semicolon and tab that stands most often outside quotes.
  func separator() -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes {
      if byte == .doubleQuote { isQuoted.toggle() }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    var best = UInt8.comma
    for candidate in [UInt8.semicolon, .tab] where counts[candidate] ?? 0 > counts[best] ?? 0 {
      best = candidate
    }
    return best
  }

  /// A column's name without blanks around it.
  static func trimmed(_ name: String) -> String {
    let scalars = name.unicodeScalars
    let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[first...last])
  }
}
