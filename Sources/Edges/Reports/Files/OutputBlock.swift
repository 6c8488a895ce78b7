/// How much is written before it is handed on, so that a long report is never whole in memory.
enum OutputBlock {
  static let byteCount = 1 << 16
}
