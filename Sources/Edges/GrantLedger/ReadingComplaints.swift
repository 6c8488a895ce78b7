import Formats

/// What could not be read of one source: the first places and how many there are.
struct ReadingComplaints: Sendable {
  /// How the source counts its rows.
  enum Unit: Sendable { case line, row }

  private let file: String
  private let unit: Unit
  private(set) var places: [InputPlace] = []
  private(set) var count = 0

  init(file: String, unit: Unit) {
    self.file = file
    self.unit = unit
  }

  /// Notes a place.
  mutating func note(
    _ number: Int?, key: String? = nil, column: String? = nil, value: String? = nil,
    _ reason: String
  ) {
    count += 1
    guard places.count < InputFailure.placeLimit else { return }
    let position = number.map { unit == .line ? InputPlace.Position.line($0) : .row($0) }
    places.append(
      InputPlace(
        file: file, position: position, key: key, column: column, value: value, reason: reason))
  }

  /// Notes what is wrong with a JSON text.
  mutating func note(_ failure: JSONFailure) {
    count += 1
    guard places.count < InputFailure.placeLimit else { return }
    places.append(
      InputPlace(
        file: file, position: .lineAndColumn(failure.line, failure.column), reason: failure.reason))
  }

  /// Notes what the reader of the file complains about, in one order with the rest.
  mutating func note(all complaints: Complaints) {
    count += complaints.count
    let all = places + complaints.first.map { InputPlace($0, file: file) }
    places = Array(all.sorted { $0.number < $1.number }.prefix(InputFailure.placeLimit))
  }

  /// Throws what was noted, if anything was.
  func check(_ subject: String) throws(InputFailure) {
    guard count > 0 else { return }
    throw InputFailure(
      .badData,
      "\(subject) cannot be read at \(count) \(count == 1 ? "place" : "places");"
        + " nothing was judged",
      at: places, placeCount: count)
  }
}

extension InputPlace {
  /// The line or row, for sorting.
  fileprivate var number: Int {
    switch position {
    case .line(let number), .row(let number), .lineAndColumn(let number, _): number
    case nil: 0
    }
  }
}
