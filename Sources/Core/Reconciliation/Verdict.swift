/// The answer of a run in one word.
package enum Verdict: String, Sendable {
  /// Everything was seen and nothing is open.
  case clean
  /// Everything was seen and something is open.
  case exceptions
  /// Something was not seen, whatever was found.
  case incomplete
}
