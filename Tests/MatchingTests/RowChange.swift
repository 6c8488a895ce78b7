import Specimens

/// One thing that is different about a row, and whether something then holds.
struct RowChange: Sendable, CustomStringConvertible {
  let description: String
  let holds: Bool
  let change: @Sendable (inout Row) -> Void

  init(_ words: String, _ holds: Bool, _ change: @escaping @Sendable (inout Row) -> Void) {
    description = words
    self.holds = holds
    self.change = change
  }
}
