/// How a table is written, as its header shows.
struct CSVForm: Sendable {
  let separator: UInt8
  /// Whether lines end by CR alone.
  let endsWithReturn: Bool
}
