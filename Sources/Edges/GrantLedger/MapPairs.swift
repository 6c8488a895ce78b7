import Formats

/// Collects the pairs of a map and what is wrong with them.
///
/// The same pair twice is one pair; a key with two answers is bad data.
struct MapPairs {
  private let columns: MapColumns
  private var complaints: ReadingComplaints
  private var places: [String: Int] = [:]
  private var pairs: [MapPair] = []

  init(_ columns: MapColumns, file: String, unit: ReadingComplaints.Unit) {
    self.columns = columns
    self.complaints = ReadingComplaints(file: file, unit: unit)
  }

  /// Reads a CSV file with the map's two columns in its header; others are passed over.
  static func read(_ path: String, _ columns: MapColumns) throws(InputFailure) -> [MapPair] {
    let subject = "the \(columns.name)"
    var table = try CSVTable.open(path, as: subject)
    var pairs = MapPairs(columns, file: path, unit: .line)
    guard !table.header.isEmpty || table.complaints.isEmpty else {
      pairs.complaints.note(all: table.complaints)
      return try pairs.checked()
    }
    let place = try self.place(of: columns, in: table.header, file: path)
    try table.forEachRow { row, bytes in
      pairs.add(
        row.text(of: place.key, in: bytes), row.text(of: place.value, in: bytes), at: row.line)
    }
    pairs.complaints.note(all: table.complaints)
    return try pairs.checked()
  }

  /// Where the two columns stand in a header.
  static func place(
    of columns: MapColumns, in header: [String], file: String
  ) throws(InputFailure) -> (key: Int, value: Int) {
    guard let key = header.firstIndex(of: columns.key),
      let value = header.firstIndex(of: columns.value)
    else {
      throw InputFailure(
        .badData,
        "the \(columns.name), \(file), need the columns `\(columns.key)` and `\(columns.value)`;"
          + " found: \(VisibleText.list(header))")
    }
    return (key, value)
  }

  /// Adds a pair as it was found.
  mutating func add(_ foundKey: String, _ foundValue: String, at number: Int) {
    let trimmed = foundKey.trimmed
    let key = columns == .owners ? trimmed.lowercased() : trimmed
    let value = foundValue.trimmed
    guard !key.isEmpty, !value.isEmpty else {
      complaints.note(
        number, column: key.isEmpty ? columns.key : columns.value, value: "", "this is empty")
      return
    }
    if let place = places[key] {
      guard pairs[place].value != value else { return }
      complaints.note(
        number, column: columns.value, value: value,
        "`\(key)` stands for `\(pairs[place].value)` already, at \(pairs[place].number)")
      return
    }
    places[key] = pairs.count
    pairs.append(MapPair(key: key, value: value, number: number))
  }

  /// The pairs, if nothing was wrong with any.
  func checked() throws(InputFailure) -> [MapPair] {
    try complaints.check("the \(columns.name)")
    return pairs
  }
}

extension String {
  /// The text without the ASCII blanks at its ends.
  var trimmed: String {
    let bytes = Array(utf8)
    guard let first = bytes.firstIndex(where: { !$0.isBlank }),
      let last = bytes.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
