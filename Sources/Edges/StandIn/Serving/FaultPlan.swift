import Microhttpd

/// The faults still to come, in their order.
///
/// A call is offered to them one after another. One that it does not match, or that has struck as
/// often as it should, lets it pass. One that waits for a later call counts it and lets it pass.
/// The first that is due strikes, and the rest never see the call. So the same calls in the same
/// order always get the same answers.
struct FaultPlan: Sendable, Equatable {
  private var faults: [(fault: Fault, seen: Int)]

  init(_ faults: [Fault] = []) {
    self.faults = faults.map { ($0, 0) }
  }

  static func == (left: FaultPlan, right: FaultPlan) -> Bool {
    left.faults.elementsEqual(right.faults) { $0 == $1 }
  }

  /// What strikes this call, if anything does.
  mutating func effect(on request: IncomingRequest) -> Fault.Effect? {
    for index in faults.indices where matches(request, faults[index].fault.match) {
      let match = faults[index].fault.match
      let isSpent = faults[index].seen - (match.nth - 1) >= match.count
      guard !isSpent else { continue }
      faults[index].seen += 1
      if faults[index].seen >= match.nth { return faults[index].fault.effect }
    }
    return nil
  }

  private func matches(_ request: IncomingRequest, _ match: Fault.Match) -> Bool {
    request.path.hasPrefix(match.path) && (match.method ?? request.method) == request.method
  }
}
