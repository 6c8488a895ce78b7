// What a value is asked for before it becomes a name or a number.

extension Span<UInt8> {
  /// Whether these are the bytes of `text`.
  func reads(_ text: String) -> Bool {
    guard count == text.utf8.count else { return false }
    var index = 0
    for byte in text.utf8 {
      guard self[index] == byte else { return false }
      index += 1
    }
    return true
  }

  /// The first place of a byte, for texts too short to search in a clever way.
  func place(of byte: UInt8) -> Int? {
    for index in 0..<count where self[index] == byte { return index }
    return nil
  }

  var hasCapitals: Bool {
    for index in 0..<count where self[index].lowercased != self[index] { return true }
    return false
  }

  /// Whether an exponent or a decimal point stands among digits: `4.3E+14`, `430000.0`.
  var looksRounded: Bool {
    var hasMark = false
    for index in 0..<count {
      switch self[index] {
      case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"): continue
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): hasMark = true
      default: return false
      }
    }
    return hasMark
  }
}

extension UInt8 {
  /// The small letter of an ASCII capital; any other byte as it is.
  var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
