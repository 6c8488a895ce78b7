/// Text in an encoding of two or four bytes a character, which spreadsheets and Windows write.
package enum WideText {
  /// Why a file cannot be read that begins so; nil where it may be UTF-8.
  ///
  /// A byte-order mark tells, or a NUL among the first two bytes: both are one ASCII character.
  package static func refusal(_ opening: [UInt8]) -> String? {
    let hasMark = opening.starts(with: [0xFF, 0xFE]) || opening.starts(with: [0xFE, 0xFF])
    let isHalfEmpty = opening.count > 1 && (opening[0] == 0) != (opening[1] == 0)
    return hasMark || isHalfEmpty ? "the file is UTF-16; save it as UTF-8" : nil
  }
}
