import Matching
import Reconciliation
import Records
import Rules
import Specimens
import Testing

@Suite struct `the verdict` {
  static let complete = Circumstances.noon { $0.isStoreComplete = true }

  @Test func `is clean where everything was seen and nothing is open`() {
    let outcome = BookMaker().sold("1001").granted("1001").outcome(Self.complete)
    #expect(outcome?.verdict == .clean)
    #expect(outcome?.findings == [])
    #expect(outcome?.raisesAlarm(from: .notice) == false)
  }

  @Test func `is exceptions where a finding is open`() {
    var outcome = BookMaker().sold("1001").outcome(Self.complete)
    #expect(outcome?.verdict == .exceptions)
    outcome?.findings[0].status = .accepted
    #expect(outcome?.verdict == .clean)
    outcome?.findings[0].status = .open
    #expect(outcome?.verdict == .exceptions)
    outcome?.findings[0].status = .resolved
    #expect(outcome?.verdict == .clean)
  }

  @Test(arguments: [
    (Severity.loss, [Severity.loss, .wrong, .notice]), (.wrong, [.wrong, .notice]),
    (.notice, [.notice]),
  ])
  func `alarms from the job's weight on`(_ severity: Severity, _ alarms: [Severity]) {
    var outcome = BookMaker().sold("1001").outcome(Self.complete)
    outcome?.findings[0].severity = severity
    for from in Severity.allCases {
      #expect(outcome?.raisesAlarm(from: from) == alarms.contains(from))
    }
    outcome?.findings[0].status = .open
    #expect(outcome?.raisesAlarm(from: .notice) == false)
  }

  @Test(
    arguments: [
      ("a gap", Gap.Nature.gap, nil, Verdict.incomplete), ("a limit", .limit, nil, .exceptions),
      (
        "an accepted gap", .gap, AcceptedGap(reason: "known", until: later, scope: nil), .exceptions
      ),
      (
        "a gap of which part was accepted", .gap,
        AcceptedGap(reason: "known", until: later, scope: "user u9"), .incomplete
      ),
      (
        "a gap accepted by its words", .gap,
        AcceptedGap(reason: "known", until: later, scope: "page 3"), .exceptions
      ),
      (
        "an acceptance that has ended", .gap,
        AcceptedGap(reason: "known", until: .noon, scope: nil), .incomplete
      ),
    ] as [(String, Gap.Nature, AcceptedGap?, Verdict)])
  func `is incomplete where something was not seen`(
    _ words: String, _ nature: Gap.Nature, _ accepted: AcceptedGap?, _ verdict: Verdict
  ) {
    let outcome = BookMaker().sold("1001").granted("5").outcome(
      .noon {
        $0.gaps = [Gap(nature: nature, reason: "page 3 failed")]
        $0.acceptedGaps = accepted.map { [$0] } ?? []
      })
    #expect(outcome?.verdict == verdict)
    #expect(outcome?.findings.map(\.kind) == [.missedDelivery, .unverifiable])
  }

  private static let later = Instant.noon.plus(seconds: 1)
}

@Suite struct `the coverage` {
  @Test func `counts what each gap and limit made unverifiable`() {
    var gap = Gap(reason: "page 3 failed")
    gap.userID = "u1"
    var limit = Gap(nature: .limit, reason: "the horizon")
    limit.userID = "u2"
    var other = Gap(reason: "page 4 failed")
    other.userID = "u9"
    let outcome = BookMaker().sold("1001").granted("5", to: "u1").granted("6", to: "u1")
      .granted("7", to: "u2").granted("8", to: "u3")
      .outcome(.noon { $0.gaps = [gap, limit, other] })
    #expect(outcome?.coverage.gaps.map(\.count) == [2, 0])
    #expect(outcome?.coverage.limits.map(\.count) == [1])
    #expect(outcome?.coverage.isComplete == false)
  }

  @Test func `tells a limit of the files without being told`() {
    let outcome = BookMaker().sold("1001").granted("5") { $0.purchaseTime = .noon.minus(days: 9) }
      .outcome()
    #expect(outcome?.coverage.limits.map(\.count) == [1])
    #expect(outcome?.coverage.isComplete == true)
  }
}

@Suite struct `a ledger whose ids cannot be compared` {
  @Test(arguments: [
    ("a spreadsheet's", "4.30002E+14", 20, 80, true), ("fewer", "4.30002E+14", 19, 0, false),
    ("half of them a provider's", "o1_9fKx2vQ7", 20, 20, true),
    ("fewer than half", "o1_9fKx2vQ7", 20, 21, false), ("nineteen in all", "", 19, 0, false),
    ("half of them rounded", "612740550918371600", 20, 20, true),
    ("fewer than half rounded", "612740550918371600", 20, 21, false),
  ])
  func `is refused in one sentence`(
    _ words: String, _ id: String, _ bad: Int, _ good: Int, _ isRefused: Bool
  ) {
    let start = BookMaker().sold("612740550918371588")
    let wrong = (0..<bad).reduce(start) { maker, _ in maker.granted(id) }
    let maker = (0..<good).reduce(wrong) { maker, number in maker.granted("\(2000 + number)") }
    #expect((maker.outcome() == nil) == isRefused)
  }

  @Test func `is fine if the others are out of scope`() {
    let maker = (0..<40).reduce(BookMaker()) { maker, number in
      maker.granted("GPA.\(number)") { $0.isOutOfScope = true }
    }
    #expect(maker.outcome()?.totals.ledger.counts == [.excluded: 40])
  }
}

@Suite struct `what is said once about many` {
  @Test func `names what the shape of a ledger cannot show`() {
    var books = BookMaker().sold("1001").granted("1001").books()
    books.ledger.ledgers[0].hasUniqueTransactionIDs = true
    let reconciler = Reconciler(.noon, digest: toyDigest)
    let messages = try? reconciler.reconcile(books).messages
    #expect(messages?.count == 1)
    #expect(messages?.first?.contains("double grants by the same id: not observable") == true)
  }

  @Test func `counts purchases of several units whose row does not say how many`() {
    let outcome = BookMaker().sold("1001") { $0.quantity = 3 }.granted("1001").outcome()
    #expect(outcome?.messages.first?.hasPrefix("1 purchases of several units") == true)
    #expect(outcome?.findings == [])
  }

  @Test func `counts rows read twice, and products that the job does not list`() {
    let outcome = BookMaker().sold("1001").granted("1001").granted("1001") { $0.key = "1" }.outcome(
      .noon { $0.products = ProductCatalogue(["gems": CatalogueEntry()]) })
    #expect(outcome?.notices.map(\.kind) == ["duplicate-input-row", "unlisted-product"])
    #expect(outcome?.findings == [])
  }
}
