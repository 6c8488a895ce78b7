/// A word of a line, with what follows it.
struct Word {
  let text: Substring
  let rest: Substring
}

/// The words of a line: runs of letters, digits and `_`.
func words(in line: Substring) -> [Word] {
  var words: [Word] = []
  var index = line.startIndex
  while index < line.endIndex {
    let start = index
    while index < line.endIndex, isWordByte(line.utf8[index]) {
      index = line.utf8.index(after: index)
    }
    if start < index { words.append(Word(text: line[start..<index], rest: line[index...])) }
    if index < line.endIndex { index = line.utf8.index(after: index) }
  }
  return words
}

private func isWordByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
    true
  default: false
  }
}
