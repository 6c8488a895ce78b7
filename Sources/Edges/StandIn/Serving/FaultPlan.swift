import Microhttpd

/// The faults still to come, in their order.
///
/// A call is offered to them one after another. One that it does not match, or that has struck as
/// often as it should, lets it pass. One that waits for a later call counts it and lets it pass.
/// The first that is due strikes, and the rest never see the call. So the same calls in the same
/// order always get the same answers.
struct FaultPlan: Sendable {
  private var faults: [Awaited]

  fileprivate struct Awaited: Sendable {
    let fault: Fault
    /// Matching calls until now; all under one name unless each call is counted by itself.
    var seen: [String: Int] = [:]
    /// How often each call was offered, for dice that are thrown every time.
    var offered: [String: Int] = [:]
  }

  init(_ faults: [Fault] = []) {
    self.faults = faults.map { Awaited(fault: $0) }
  }

  /// What strikes this call, if anything does.
  mutating func effect(on request: IncomingRequest) -> Fault.Effect? {
    guard !faults.isEmpty else { return nil }
    for index in faults.indices where matches(request, faults[index].fault.match) {
      let match = faults[index].fault.match
      if let share = match.share, !faults[index].isPicked(request, share) { continue }
      let name = match.isEach ? request.name : ""
      let seen = faults[index].seen[name, default: 0]
      guard seen - (match.nth - 1) < match.count else { continue }
      faults[index].seen[name] = seen + 1
      if seen + 1 >= match.nth { return faults[index].fault.effect }
    }
    return nil
  }

  private func matches(_ request: IncomingRequest, _ match: Fault.Match) -> Bool {
    request.path.hasPrefix(match.path) && (match.method ?? request.method) == request.method
      && (!match.isContinuation || request.isContinuation)
  }
}

extension FaultPlan.Awaited {
  fileprivate mutating func isPicked(_ request: IncomingRequest, _ share: Fault.Share) -> Bool {
    let name = request.name
    var dice = name.utf8.reduce(0xcbf2_9ce4_8422_2325 ^ share.seed) { (sum: UInt64, byte) in
      (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    if !share.isLasting {
      let times = offered[name, default: 0]
      offered[name] = times + 1
      dice = dice &+ UInt64(times) &* 0x9e37_79b9_7f4a_7c15
    }
    var random = SeededRandom(seed: dice)
    return random.number(in: 0...999) < Int64(share.thousandths)
  }
}

extension IncomingRequest {
  /// The call's own name: method, path and query.
  fileprivate var name: String {
    "\(method) \(path)?" + query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  fileprivate var isContinuation: Bool {
    ["revision", "paginationToken", "next"].contains { queryValue($0) != nil }
  }
}
