// Strict UTF-8, by the table of well-formed sequences in the Unicode standard (table 3-7):
// no overlong forms, no surrogates, nothing beyond U+10FFFF.

extension Span<UInt8> {
  /// The length of the well-formed sequence that begins at `index`; 0 where none does.
  func utf8SequenceLength(at index: Int) -> Int {
    let first = self[index]
    let left = count - index
    switch first {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: return left >= 2 && self[index + 1].isUTF8Continuation ? 2 : 0
    case 0xE0...0xEF:
      guard left >= 3, self[index + 2].isUTF8Continuation else { return 0 }
      let lowest: UInt8 = first == 0xE0 ? 0xA0 : 0x80
      let highest: UInt8 = first == 0xED ? 0x9F : 0xBF
      return lowest <= self[index + 1] && self[index + 1] <= highest ? 3 : 0
    case 0xF0...0xF4:
      guard left >= 4 else { return 0 }
      guard self[index + 2].isUTF8Continuation, self[index + 3].isUTF8Continuation else { return 0 }
      let lowest: UInt8 = first == 0xF0 ? 0x90 : 0x80
      let highest: UInt8 = first == 0xF4 ? 0x8F : 0xBF
      return lowest <= self[index + 1] && self[index + 1] <= highest ? 4 : 0
    default: return 0
    }
  }

  /// The first index in `range` at which UTF-8 is broken; nil where all of it is well formed.
  ///
  /// A sequence that the range cuts in two is broken.
  package func firstInvalidUTF8(in range: Range<Int>) -> Int? {
    let part = extracting(range)
    var index = 0
    while index < part.count {
      let length = part.utf8SequenceLength(at: index)
      guard length > 0 else { return range.lowerBound + index }
      index += length
    }
    return nil
  }
}
