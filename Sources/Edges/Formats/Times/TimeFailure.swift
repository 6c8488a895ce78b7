/// Why a text is no time.
package struct TimeFailure: Error, Equatable, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Code: Equatable, Hashable, Sendable {
    /// Nothing that could be a time.
    case unreadable
    /// It has the form of a time, and there is no such day or hour.
    case noSuchTime
    /// 23:59:60: UNIX time has no place for it.
    case leapSecond
    /// A date or a time that would need a zone or a time of day which nobody gave.
    case incomplete
    /// No zone of that name is known.
    case unknownZone
    /// More than 64 bits hold.
    case tooLarge
  }

  /// What is wrong; tests and callers decide by this.
  package let code: Code
  /// What is wrong, in words; without the text itself, which the complaint around it shows.
  package let reason: String

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The reason.
  package var description: String { reason }
}
