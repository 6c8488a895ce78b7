// A number is checked and its text kept. No number is ever computed here, except a whole one that
// is asked for as such: an identifier written as 4.3E+14 must reach the reader as `4.3E+14`.

extension JSONScanner {
  mutating func scanNumber() throws(JSONFailure) -> JSONToken {
    let start = offset
    if peek == .minus || peek == .plus { offset += 1 }
    try refuseNotFinite(at: offset)
    if dialect == .json5, peek == .zero, isHexMark(at: offset + 1) {
      try scanHexDigits(from: start)
    } else {
      try scanDecimal(from: start)
    }
    try requireDelimiter(.badNumber, after: "a number")
    return JSONToken(.number, start..<offset)
  }

  private func isHexMark(at index: Int) -> Bool {
    index < bytes.count && bytes[index] | 0x20 == UInt8(letter: "x")
  }

  private mutating func scanHexDigits(from start: Int) throws(JSONFailure) {
    offset += 2
    let first = offset
    while let byte = peek, byte.hexValue != nil { offset += 1 }
    guard offset > first else {
      throw failure(.badNumber, "`0x` is not followed by a hexadecimal digit", at: start)
    }
  }

  private mutating func scanDecimal(from start: Int) throws(JSONFailure) {
    let whole = offset
    skipDigits()
    let wholeCount = offset - whole
    if wholeCount > 1, bytes[whole] == .zero {
      throw failure(.badNumber, "a number may not begin with 0 before another digit", at: start)
    }
    var fractionCount = 0
    if peek == .period {
      offset += 1
      let fraction = offset
      skipDigits()
      fractionCount = offset - fraction
      guard fractionCount > 0 || dialect == .json5 else {
        throw failure(.badNumber, "a digit must follow the decimal point", at: start)
      }
    }
    guard wholeCount > 0 || dialect == .json5 && fractionCount > 0 else {
      throw failure(.badNumber, "a number needs a digit", at: start)
    }
    try scanExponent(from: start)
  }

  private mutating func scanExponent(from start: Int) throws(JSONFailure) {
    guard let mark = peek, mark | 0x20 == UInt8(letter: "e") else { return }
    offset += 1
    if peek == .minus || peek == .plus { offset += 1 }
    let first = offset
    skipDigits()
    guard offset > first else {
      throw failure(.badNumber, "a digit must follow the exponent's mark", at: start)
    }
  }

  private mutating func skipDigits() {
    offset = digitsEnd(from: offset)
  }

  private func digitsEnd(from start: Int) -> Int {
    let text = bytes.span
    var index = start
    while index < text.count, text[index].isDigit { index &+= 1 }
    return index
  }

  /// The value of a number that is written as a plain whole one; nil for any other token.
  ///
  /// `12.0`, `1e3` and what does not fit 64 bits are nil too: they are no plain whole numbers.
  package func integer(of token: JSONToken) -> Int64? {
    guard token.kind == .number else { return nil }
    return WholeNumber.parse(bytes.span.extracting(token.range))
  }
}
