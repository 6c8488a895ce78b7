import Formats

/// One row as its source gave it: the bytes of its cells, one after another.
///
/// One value is filled again and again, so that a row costs no allocation.
struct SourceRow: Sendable {
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The source's own count of it, for complaints.
  var number = 0

  /// Takes the cells out, to be filled anew.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Adds the next cell.
  mutating func append(_ cell: Span<UInt8>) {
    // Adding nothing to an empty array would write into the storage that all empty arrays share.
    if !cell.isEmpty {
      bytes.append(addingCapacity: cell.count) { copy in
        for index in cell.indices { copy.append(cell[index]) }
      }
    }
    ends.append(bytes.count)
  }

  /// Adds the next cell, empty: nothing is known of it.
  mutating func appendNothing() {
    ends.append(bytes.count)
  }

  /// Where a cell lies, with the blanks at its ends.
  func asFound(_ cell: Int) -> Range<Int> {
    (cell == 0 ? 0 : ends[cell - 1])..<ends[cell]
  }

  /// Where a cell lies without the blanks at its ends.
  func trimmed(_ cell: Int) -> Range<Int> {
    let range = asFound(cell)
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, bytes[start].isBlank { start += 1 }
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    return start..<end
  }

  /// Where a cell lies without the blanks at its ends; nil for one that is absent or blank.
  func known(_ cell: Int?) -> Range<Int>? {
    guard let cell else { return nil }
    let range = trimmed(cell)
    return range.isEmpty ? nil : range
  }

  /// The first cell that is no text; nil where all are.
  ///
  /// Two ids whose bytes are no UTF-8 would look alike in every report.
  var brokenCell: Int? {
    guard bytes.span.firstInvalidUTF8(in: 0..<bytes.count) != nil else { return nil }
    return ends.indices.first { bytes.span.firstInvalidUTF8(in: asFound($0)) != nil }
  }

  /// A part of the row as a string, for messages and maps.
  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension UInt8 {
  /// A space or one of the control bytes that exports leave at the ends of cells.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// The letter in lower case; any other byte as it is.
  var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension Span<UInt8> {
  /// Whether these are the same bytes.
  func equals(_ other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }

  /// Whether these are the same bytes once ASCII letters are in lower case.
  func equals(lowercased other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index].asciiLowercased != other[index] { return false }
    return true
  }
}
