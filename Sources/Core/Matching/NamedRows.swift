/// Some rows by their names: the first few, and how many there are.
///
/// Thousands of rows may look like one purchase's delivery. Then none of them is evidence, and
/// naming all beside each of thousands of purchases would fill a disk.
package struct NamedRows: Sendable, Equatable, ExpressibleByArrayLiteral {
  /// How many are named at most.
  package static let limit = 20

  /// The names in their order, at most ``limit``.
  package let first: [String]
  /// How many rows there are.
  package let count: Int

  /// Keeps the first of these names, which stand in their order.
  package init(_ names: some Collection<String>) {
    first = Array(names.prefix(Self.limit))
    count = names.count
  }

  /// These names, at most ``limit`` of them, of at least `count` rows.
  init(_ names: [String], ofAtLeast count: Int) {
    first = Array(names.prefix(Self.limit))
    self.count = max(names.count, count)
  }

  package init(arrayLiteral names: String...) {
    self.init(names)
  }

  /// Whether there are none.
  package var isEmpty: Bool { count == 0 }

  /// The names, and how many more there are.
  package var words: String {
    let rest = count - first.count
    return first.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
