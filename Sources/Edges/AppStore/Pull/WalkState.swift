/// How the reading of a customer's history stands.
package struct WalkState: Sendable, Equatable {
  /// The as-of of the run that last read it to its end with every signature good, in UNIX
  /// milliseconds; nil while it is not read to its end.
  package var readAt: Int64?
  /// The as-of of the run that last read it from its very beginning; nil where none has.
  package var anewAt: Int64?
  /// Whether a reading from the beginning is under way.
  var isAnew = false

  /// A customer of whom no more is known than that there is one.
  static let unread = WalkState()

  /// A history that was read to its end in the run of that as-of.
  package init(readAt: Int64? = nil, anewAt: Int64? = nil) {
    self.readAt = readAt
    self.anewAt = anewAt
  }

  /// Reads what `text` wrote; anything else says that nothing was read to its end.
  package init(text: String) {
    let words = text.split(separator: " ")
    readAt = words.first.flatMap { Int64($0) }.flatMap { $0 == 0 ? nil : $0 }
    anewAt = words.dropFirst().first.flatMap { Int64($0) }.flatMap { $0 == 0 ? nil : $0 }
    isAnew = words.count == 3
  }

  /// As a cursor keeps it: both moments, 0 for none, so that a state can be searched by them.
  var text: String { "\(readAt ?? 0) \(anewAt ?? 0)\(isAnew ? " anew" : "")" }

  /// The same while pages are still to come.
  func going(anew: Bool) -> WalkState {
    var state = WalkState(anewAt: anewAt)
    state.isAnew = anew
    return state
  }

  /// The same at the end of a reading.
  func ended(at asOf: Int64, anew: Bool) -> WalkState {
    WalkState(readAt: asOf, anewAt: anew ? asOf : anewAt)
  }
}
