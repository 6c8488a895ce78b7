/// An answer while it arrives.
struct ReceivedAnswer {
  let byteLimit: Int
  private(set) var headers: [(name: String, value: String)] = []
  private(set) var body: [UInt8] = []
  private(set) var isTooLarge = false

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Appends a part of the body; false when it would exceed the limit.
  mutating func takeBody(_ part: UnsafeRawBufferPointer) -> Bool {
    guard part.count <= byteLimit - body.count else {
      isTooLarge = true
      return false
    }
    body.append(contentsOf: part)
    return true
  }

  /// Notes one line of the head: a status line, a header, or the empty line at its end.
  mutating func takeHeader(_ line: String) {
    // A head of its own may come before the final one, such as "100 Continue".
    if line.hasPrefix("HTTP/") { headers.removeAll() }
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
    let value = line[line.utf8.index(after: colon)...]
    headers.append((name: String(line[..<colon]), value: value.trimmed))
  }
}

extension Substring {
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
