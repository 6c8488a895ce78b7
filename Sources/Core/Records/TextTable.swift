/// A text kept in a `TextTable`: two of one table are the same text exactly when they are equal.
///
/// It is a name for a text, not a number made from it, so `0042` and `42` stay different.
package struct Text: Hashable, Sendable {
  /// The position in the table.
  package let index: UInt32

  /// The empty text, which stands for an absent one too.
  package static let empty = Text(index: 0)

  package init(index: UInt32) {
    self.index = index
  }

  /// Whether there is no text.
  package var isEmpty: Bool { index == 0 }
}

/// Every text that both books mention, kept once.
///
/// Ids, products, users and environments come from files in the millions and repeat; a row keeps
/// four bytes for each, and comparing ids is comparing two integers.
package struct TextTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  private var slots: [UInt32] = Array(repeating: 0, count: 1 << 12)

  /// A table that holds the empty text.
  package init() {}

  /// The number of texts, the empty one included.
  package var count: Int { ends.count }

  /// The name of `text`, which is added if it is new.
  package mutating func intern(_ text: String) -> Text {
    let bytes = Array(text.utf8)
    return intern(bytes.span)
  }

  /// The name of these bytes of UTF-8, which are added if they are new.
  package mutating func intern(_ text: borrowing Span<UInt8>) -> Text {
    guard text.count > 0 else { return .empty }
    if ends.count * 2 > slots.count { grow() }
    var slot = Int(truncatingIfNeeded: hash(of: text)) & (slots.count - 1)
    while slots[slot] != 0 {
      if holds(slots[slot], text) { return Text(index: slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    let index = UInt32(ends.count)
    for position in text.indices { bytes.append(text[position]) }
    ends.append(bytes.count)
    slots[slot] = index
    return Text(index: index)
  }

  /// The name of `text` if the table holds it.
  package func find(_ text: String) -> Text? {
    guard !text.isEmpty else { return .empty }
    let wanted = Array(text.utf8)
    return find(wanted.span)
  }

  /// The text itself.
  package func string(_ text: Text) -> String {
    let range = self.range(text)
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// The bytes of a text.
  package func utf8(_ text: Text) -> ArraySlice<UInt8> {
    bytes[range(text)]
  }

  /// The order of ids: the shorter is lower, and of two of one length the lower by bytes.
  package func isLower(_ left: Text, _ right: Text) -> Bool {
    guard left != right else { return false }
    let first = range(left)
    let second = range(right)
    guard first.count == second.count else { return first.count < second.count }
    return bytes[first].lexicographicallyPrecedes(bytes[second])
  }

  private func range(_ text: Text) -> Range<Int> {
    let index = Int(text.index)
    return (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  private func find(_ text: borrowing Span<UInt8>) -> Text? {
    var slot = Int(truncatingIfNeeded: hash(of: text)) & (slots.count - 1)
    while slots[slot] != 0 {
      if holds(slots[slot], text) { return Text(index: slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private func holds(_ index: UInt32, _ text: borrowing Span<UInt8>) -> Bool {
    let range = self.range(Text(index: index))
    guard range.count == text.count else { return false }
    for position in text.indices where bytes[range.lowerBound + position] != text[position] {
      return false
    }
    return true
  }

  private mutating func grow() {
    var larger = [UInt32](repeating: 0, count: slots.count * 4)
    for index in slots where index != 0 {
      let span = bytes.span.extracting(range(Text(index: index)))
      var slot = Int(truncatingIfNeeded: hash(of: span)) & (larger.count - 1)
      while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
      larger[slot] = index
    }
    slots = larger
  }

  /// FNV-1a with a last mixing step, since ids of one app differ in their last digits only.
  private func hash(of text: borrowing Span<UInt8>) -> UInt64 {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    for position in text.indices {
      value = (value ^ UInt64(text[position])) &* 0x0000_0100_0000_01b3
    }
    value ^= value >> 32
    value = value &* 0x9e37_79b9_7f4a_7c15
    return value ^ (value >> 29)
  }
}
