package import Formats

/// Why an input could not be taken: nothing of it was judged.
package struct InputFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What it is about, which decides the exit status.
  package enum Kind: Sendable, Equatable {
    /// The source can be reached and what it holds cannot be read: 65.
    case badData
    /// The source is missing or refuses to be read: 69.
    case unreachable
    /// The job asks for something that cannot be: 78.
    case configuration
  }

  /// What it is about.
  package let kind: Kind
  /// What failed and what to do, in one or two sentences.
  package let message: String
  /// The first places, at most ``placeLimit``.
  package let places: [InputPlace]
  /// How many places there are in all.
  package let placeCount: Int
  /// How many places are kept.
  package static let placeLimit = 20

  /// A failure with the places it shows at.
  package init(
    _ kind: Kind, _ message: String, at places: [InputPlace] = [], placeCount: Int? = nil
  ) {
    self.kind = kind
    self.message = message
    self.places = Array(places.prefix(Self.placeLimit))
    self.placeCount = placeCount ?? places.count
  }

  /// A failure with what a reader of files complained about.
  package init(_ kind: Kind, _ message: String, _ complaints: Complaints, file: String) {
    self.init(
      kind, message, at: complaints.first.map { InputPlace($0, file: file) },
      placeCount: complaints.count)
  }

  /// The message, then a line for each place.
  package var description: String {
    let rest = placeCount - places.count
    return
      ([VisibleText.escapedLines(message)] + places.map { "  " + $0.description }
      + (rest > 0 ? ["  and \(rest) more"] : [])).joined(separator: "\n")
  }
}
