import Formats
import Records
import StandIn
import System
import Testing

/// A fault on one list of one job.
struct Disturbance: Sendable, CustomTestStringConvertible {
  let job: SourceJob
  let path: String
  let match: Fault.Match
  let effect: Fault.Effect
  /// Whether it comes in the second night, in which there is less to ask and more to go by.
  var isLater = false

  var testDescription: String {
    "\(isLater ? "later, " : "")\(job.rawValue) \(path) \(effect) × \(match.count == .max ? "always" : "\(match.count)")"
  }

  /// Whether the store's word is taken: that an account is gone, that a purchase is another app's.
  var isBelieved: Bool {
    switch effect {
    case .wrongBundle, .refuse(404, .error(code: 4_040_001, message: "gone"), nil): true
    default: false
    }
  }

  static let lists: [(SourceJob, String)] = [
    (.api, "/inApps/v2/refund/lookup/"), (.api, "/inApps/v2/history/"),
    (.api, "/inApps/v1/notifications/"), (.api, "/inApps/v1/transactions/"),
    (.entitlement, "/inApps/v1/subscriptions/"), (.entitlement, "/inApps/v2/history/"),
    (.entitlement, "/inApps/v1/notifications/"),
    (.feed, "/feed"), (.feedOfEntitlements, "/feed"), (.askedReceipts, "/verifyReceipt"),
    (.everything, "/feed"), (.everything, "/verifyReceipt"), (.everything, "/inApps/v2/history/"),
    (.everything, "/inApps/v1/"),
  ]

  /// What is answered at once, so that it may strike for good.
  static let lasting: [Fault.Effect] = [
    .refuse(status: 403, body: .html, retryAfter: nil),
    .refuse(status: 200, body: .html, retryAfter: nil),
    .redirect(to: "http://127.0.0.1:9/"),
    .padded(toBytes: 17_825_792),
    .bareNumbers, .tampered(token: 1), .foreignChain(token: 1), .foreignInnerChain(token: 1),
    .wrongBundle(token: 1), .twist(.endless), .twist(.repeatRevision),
    .refuse(status: 404, body: .error(code: 4_040_010, message: "not found"), retryAfter: nil),
    .refuse(status: 404, body: .error(code: 4_040_001, message: "gone"), retryAfter: nil),
    .refuse(status: 400, body: .error(code: 4_000_005, message: "revision"), retryAfter: nil),
    .refuse(status: 400, body: .error(code: 4_000_014, message: "token"), retryAfter: nil),
    .refuse(status: 400, body: .error(code: 4_000_017, message: "token"), retryAfter: nil),
  ]

  /// What is asked again, so that it strikes a few times.
  static let passing: [Fault.Effect] = [
    .refuse(status: 503, body: .html, retryAfter: nil),
    .cut(afterBytes: 40), .truncatedJSON, .noAnswer, .late(milliseconds: 300),
    .refuse(status: 404, body: .error(code: 4_040_010, message: "not found"), retryAfter: nil),
    .advance(milliseconds: 60_000), .twist(.repeatNotification),
    .twist(.lateNotifications(milliseconds: 30 * 3_600_000)),
  ]

  /// Every fault on every list, in either night: some hundreds, of which a plain run takes every
  /// seventh and one with `IAP_EVERY_FAULT` all.
  static let chosen: [Disturbance] =
    Environment.value("IAP_EVERY_FAULT") != nil
    ? all : all.enumerated().filter { $0.offset % 7 == 0 }.map(\.element)

  private static let all: [Disturbance] = [false, true].flatMap { isLater in
    lists.flatMap { job, path -> [Disturbance] in
      let always = Fault.Match(path: path, count: .max)
      let aFew = Fault.Match(path: path, nth: 2, count: 6)
      let gateway = Fault.Effect.refuse(status: 403, body: .html, retryAfter: nil)
      let shares = [false, true].map { isLasting in
        var match = always
        match.share = Fault.Share(thousandths: 200, seed: 3, isLasting: isLasting)
        return (match, gateway)
      }
      let faults = lasting.map { (always, $0) } + passing.map { (aFew, $0) } + shares
      return faults.map {
        Disturbance(job: job, path: path, match: $0, effect: $1, isLater: isLater)
      }
    }
  }

  /// The moment of the disturbed run, and of the two after it.
  var moments: [String] {
    let day = isLater ? "2026-03-11" : "2026-03-10"
    return ["00", "01", "02"].map { "\(day)T03:00:\($0)Z" }
  }

  /// The store's moment.
  var clock: Instant {
    PretendStore.clock.adding(milliseconds: isLater ? Milliseconds.day : 0)
  }
}

/// What each job finds in each of two nights when nothing disturbs it.
private final class Calm: Sendable {
  let nights: [SourceJob: [[String]]]

  static let shared = Result { try Calm() }

  init() throws {
    var nights: [SourceJob: [[String]]] = [:]
    for job in SourceJob.allCases {
      let store = try job.store()
      let first = try job.run(store).named
      try job.reopen(store, at: PretendStore.clock.adding(milliseconds: Milliseconds.day))
      nights[job] = [first, try job.run(store, asOf: "2026-03-11T03:00:00Z").named]
    }
    self.nights = nights
  }
}

@Suite struct `a fault of any source` {
  @Test(arguments: SourceJob.allCases)
  func `apart, a job finds what is wrong, and the next night nothing new`(_ job: SourceJob) throws {
    let store = try job.store()
    let first = try job.run(store)
    #expect(first.status == 0 || first.status == 1)
    let second = try job.run(store, asOf: "2026-03-10T03:00:01Z")
    #expect(second.status == 0, "\(second.complaints) \(second.output)")
    #expect(second.findings == first.findings)
  }

  @Test(arguments: Disturbance.chosen)
  func `accuses nobody, is named, and is made good by the next run`(
    _ disturbance: Disturbance
  ) throws {
    let job = disturbance.job
    let moments = disturbance.moments
    let calm = try Calm.shared.get().nights[job]?[disturbance.isLater ? 1 : 0] ?? []
    let store = try job.store()
    if disturbance.isLater { _ = try job.run(store) }
    let fault = Fault(match: disturbance.match, effect: disturbance.effect)
    try job.reopen(store, at: disturbance.clock, faults: [fault])
    let first = try job.run(store, asOf: moments[0])
    let gaps = first.json?.object?["coverage"]?.object?["gaps"]?.array ?? []
    let accusations = Set(first.named.filter { !$0.hasPrefix("unverifiable:") })
    #expect(accusations.isSubset(of: calm), "\(accusations.subtracting(calm)) \(first.complaints)")
    switch first.status {
    case 0, 1:
      #expect(gaps.isEmpty)
      #expect(
        disturbance.isBelieved || Set(calm).isSubset(of: first.named), "\(first.complaints)")
    case 3: #expect(!gaps.isEmpty)
    case 69, 75, 77: #expect(first.output.isEmpty)
    default: Issue.record("it ended with \(first.status): \(first.complaints)")
    }
    #expect(first.complaints.split(separator: "\n").count < 40, "\(first.complaints)")
    try job.reopen(store, at: disturbance.clock)
    let second = try job.run(store, asOf: moments[1])
    #expect(second.named == calm, "\(second.complaints)")
    #expect(Set(first.ids("new")).isDisjoint(with: second.ids("new")))
    #expect(second.status == (second.ids("new").isEmpty ? 0 : 1), "\(second.complaints)")
    let third = try job.run(store, asOf: moments[2])
    #expect(third.status == 0, "\(third.complaints)")
  }
}

extension BuiltProgram.Result {
  /// The findings by kind and by their own names.
  fileprivate var named: [String] {
    (json?.object?["findings"]?.array ?? []).map { finding in
      "\(finding.object?["kind"]?.string ?? ""):\(finding.object?["id"]?.string ?? "")"
    }
  }
}
