import Bytes

/// Finds where a JSON value ends, however the blocks of its file are cut.
///
/// It only balances brackets and steps over strings; what lies between them is checked when the
/// value is read. A line of JSON that was cut off must not swallow the lines behind it, so two
/// things end a value early: the end of a line inside a string, and an object that begins a line
/// where only a key could stand.
struct ValueEnd {
  /// For each open bracket whether it is an object's.
  private var isObject: [Bool] = []
  private var isInString = false
  private var isAtLineStart = false
  private var lastByte: UInt8 = 0
  /// How many bytes were looked at.
  private var index = 0

  /// The length of the value at the start of `text`; nil if more bytes are needed.
  ///
  /// Each call gets the same bytes and more behind them.
  mutating func find(in text: Span<UInt8>) -> Int? {
    while index < text.count {
      if isInString {
        if let end = stepInString(text) { return end }
      } else {
        if let end = step(text[index]) { return end }
      }
    }
    return nil
  }

  private mutating func stepInString(_ text: Span<UInt8>) -> Int? {
    let stop = text.firstIndex(
      ofAny: UInt8(ascii: "\""), UInt8(ascii: "\\"), orBelow: UInt8(ascii: " "), from: index)
    guard let stop else {
      index = text.count
      return nil
    }
    switch text[stop] {
    case UInt8(ascii: "\n"):
      return stop
    case UInt8(ascii: "\\"):
      index = stop + 2
    case UInt8(ascii: "\""):
      isInString = false
      index = stop + 1
      if isObject.isEmpty { return index }
    default:
      index = stop + 1
    }
    return nil
  }

  private mutating func step(_ byte: UInt8) -> Int? {
    index += 1
    switch byte {
    case UInt8(ascii: "\n"):
      isAtLineStart = true
      return nil
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
      return nil
    case UInt8(ascii: "\""):
      isInString = true
    case UInt8(ascii: "{"):
      let isMember = lastByte == UInt8(ascii: ":")
      if isAtLineStart, isObject.last == true, !isMember { return index - 1 }
      isObject.append(true)
    case UInt8(ascii: "["):
      isObject.append(false)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      isObject.removeLast()
      if isObject.isEmpty { return index }
    default: break
    }
    isAtLineStart = false
    lastByte = byte
    return nil
  }
}
