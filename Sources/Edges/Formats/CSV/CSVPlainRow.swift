// The fast way: a row that lies whole in one block and needs no second thought is found in place,
// eight bytes at a time, and nothing is copied.

extension CSVRow {
  /// Finds such a row and returns where the next one begins.
  ///
  /// Nil for a row that is cut off or in any way odd: the careful way then reads it again, and
  /// says what is wrong if something is.
  mutating func findPlain(in block: Span<UInt8>, from start: Int, _ form: CSVForm) -> Int? {
    fieldEnds.removeAll(keepingCapacity: true)
    self.start = start
    var hasHighBytes = false
    var index = start
    while index < block.count {
      var quote = 0
      if block[index] == .doubleQuote {
        guard let end = block.closingQuote(after: index) else { return nil }
        index = end + 1
        quote = 1
      } else {
        index = block.fieldEnd(from: index, form.separator, &hasHighBytes)
      }
      guard index < block.count else { return nil }
      fieldEnds.append(index << 1 | quote)
      if block[index] != form.separator {
        return rowEnd(block, at: index, form, isSuspect: hasHighBytes)
      }
      index += 1
    }
    return nil
  }

  private func rowEnd(
    _ block: Span<UInt8>, at index: Int, _ form: CSVForm, isSuspect: Bool
  ) -> Int? {
    guard fieldEnds.count == header.count, index > start else { return nil }
    if isSuspect, block.firstInvalidUTF8(in: start..<index) != nil { return nil }
    if block[index] == .lineFeed || form.endsWithReturn && block[index] == .carriageReturn {
      return index + 1
    }
    let isCRLF =
      block[index] == .carriageReturn && index + 1 < block.count
      && block[index + 1] == .lineFeed
    return isCRLF ? index + 2 : nil
  }
}

extension Span<UInt8> {
  /// The quote that closes the one at `opening`; nil if a quote, a line's end or a byte that is
  /// not ASCII comes before it.
  fileprivate func closingQuote(after opening: Int) -> Int? {
    var index = opening + 1
    while index < count {
      let byte = self[index]
      if byte == .doubleQuote { return index }
      // The first byte of a line's end, NUL and whatever needs a look at its UTF-8.
      if byte == .lineFeed || byte == .carriageReturn || byte == 0 || byte >= 0x80 { return nil }
      index &+= 1
    }
    return nil
  }

  /// The first separator, quote, CR, LF or NUL at or after `start`.
  @inline(__always)
  fileprivate func fieldEnd(
    from start: Int, _ separator: UInt8, _ hasHighBytes: inout Bool
  ) -> Int {
    var index = start
    while index &+ 8 <= count {
      let word = word(at: index)
      let stops = word.bytes(equalTo: separator) | word.bytes(below: 0x23) | word & UInt64.highBits
      if stops != 0 {
        index &+= stops.trailingZeroBitCount >> 3
        if isStop(self[index], separator, &hasHighBytes) { return index }
        index &+= 1
      } else {
        index &+= 8
      }
    }
    while index < count, !isStop(self[index], separator, &hasHighBytes) { index &+= 1 }
    return index
  }

  @inline(__always)
  private func isStop(_ byte: UInt8, _ separator: UInt8, _ hasHighBytes: inout Bool) -> Bool {
    if byte >= 0x80 { hasHighBytes = true }
    return byte == separator || byte == .lineFeed || byte == .carriageReturn
      || byte == .doubleQuote || byte == 0
  }
}
