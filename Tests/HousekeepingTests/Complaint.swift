import Testing

/// What a house rule has to say about one place in the tree.
struct Complaint: Hashable, CustomStringConvertible {
  let path: String
  /// Counted from 1; nil if the whole file is meant.
  let line: Int?
  let says: String

  init(_ file: SourceFile, line: Int? = nil, _ says: String) {
    path = file.path
    self.line = line
    self.says = says
  }

  var description: String {
    line.map { "\(path):\($0): \(says)" } ?? "\(path): \(says)"
  }
}

/// Fails once for each complaint, so that one run names every place.
func expectNone(_ complaints: [Complaint], sourceLocation: SourceLocation = #_sourceLocation) {
  for complaint in complaints {
    Issue.record(Comment(rawValue: complaint.description), sourceLocation: sourceLocation)
  }
}
