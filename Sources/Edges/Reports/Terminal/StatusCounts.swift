import Rules

/// How many findings are new, open, accepted and resolved.
struct StatusCounts {
  private var counts: [FindingStatus: Int]

  init(_ findings: some Sequence<Finding>) {
    counts = findings.reduce(into: [:]) { $0[$1.status, default: 0] += 1 }
  }

  subscript(status: FindingStatus) -> Int { counts[status, default: 0] }

  /// `2 new findings, 1 open, 3 accepted`; empty where there is none.
  var words: String {
    let statuses = [FindingStatus.new, .open, .accepted, .resolved].filter { self[$0] > 0 }
    return statuses.enumerated().map { place, status in
      let noun = place == 0 ? (self[status] == 1 ? " finding" : " findings") : ""
      return "\(self[status]) \(status.rawValue)\(noun)"
    }.joined(separator: ", ")
  }
}

extension Int {
  /// `1 gap`, `2 gaps`.
  func of(_ one: String, _ many: String) -> String {
    "\(self) \(self == 1 ? one : many)"
  }
}
