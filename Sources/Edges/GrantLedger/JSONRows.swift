import Formats

/// Lays the members of JSON objects into rows.
struct JSONRows {
  /// The row last read.
  private(set) var row = SourceRow()
  /// Every key that was seen so far, in the order in which they came; at most ``keyLimit``.
  private(set) var keys: [String] = []

  private static let keyLimit = 200
  private let layout: RowLayout
  private let names: JSONNames
  private var wasSeen: [Bool]
  private var otherKeys: Set<String> = []
  private var found: [JSONToken?]

  init(_ layout: RowLayout) {
    self.layout = layout
    names = JSONNames(layout.names)
    wasSeen = Array(repeating: false, count: layout.names.count)
    found = Array(repeating: nil, count: layout.names.count)
  }

  /// Reads one object; a `null` and an absent key are both nothing.
  mutating func read(_ line: [UInt8], number: Int) throws(JSONFailure) {
    row.clear()
    row.number = number
    for cell in found.indices { found[cell] = nil }
    var scanner = JSONScanner(line, firstLine: number)
    var object = try scanner.openObject()
    while let member = try scanner.nextMember(of: &object) {
      guard let cell = names.index(of: member.key, in: scanner) else {
        noteOther(member.key, in: scanner)
        continue
      }
      if !wasSeen[cell] {
        wasSeen[cell] = true
        keys.append(layout.names[cell])
      }
      found[cell] = member.value
    }
    try scanner.finish()
    for cell in found.indices { try append(cell, from: scanner) }
  }

  private mutating func append(_ cell: Int, from scanner: JSONScanner) throws(JSONFailure) {
    guard let value = found[cell], value.kind != .null else { return row.appendNothing() }
    let isNested = value.kind == .object || value.kind == .array
    guard !isNested || cell == layout.payload else {
      throw scanner.failure(
        "`\(layout.names[cell])` is \(value.kindName); a cell is a text or a number", at: value)
    }
    guard value.isEscaped else { return row.append(scanner.bytes.span.extracting(value.range)) }
    let text = Array(scanner.text(of: value).utf8)
    row.append(text.span)
  }

  private mutating func noteOther(_ key: JSONToken, in scanner: JSONScanner) {
    guard keys.count < Self.keyLimit else { return }
    let name = scanner.text(of: key)
    if otherKeys.insert(name).inserted { keys.append(name) }
  }
}
