import Formats
import Reconciliation
import Records
import StandIn
import Testing

@testable import AppStore

@Suite struct `how a subscription stands` {
  private static let lapsing = Story(
    "lapsing",
    [
      .buy(.init(label: "month", product: .goldMonthly, ago: .hours(30 * 24 + 6))),
      .failToRenew("month", grace: .days(6)),
    ])

  @Test func `is asked, with the renewal to come and its grace period`() throws {
    let store = try StoreOnLoopback([Self.lapsing])
    let id = try #require(try store.customers().first)
    let pull = try store.pull()
    #expect(try pull.pullStatuses(of: [id, id]) == [id])
    #expect(pull.report.calls == ["statuses": 1])
    let told = store.memory.pages.filter { $0.key.source == "statuses" }.flatMap(\.value.records)
    #expect(told.map(\.kind) == [.transaction, .renewal])
    #expect(told.allSatisfy { $0.origin == .status })
    #expect(String(decoding: told[1].payload, as: UTF8.self).contains("gracePeriodExpiresDate"))
  }

  @Test func `is asked once in a run that was broken off`() throws {
    let store = try StoreOnLoopback([Self.lapsing])
    let id = try #require(try store.customers().first)
    _ = try store.pull().pullStatuses(of: [id])
    let again = try store.pull()
    #expect(try again.pullStatuses(of: [id]) == [id])
    #expect(again.report.calls.isEmpty)
  }

  @Test func `is not heard from whom the store denies, nor where it fails, which is a gap`() throws
  {
    let store = try StoreOnLoopback([Self.lapsing])
    let id = try #require(try store.customers().first)
    let pull = try store.pull()
    #expect(try pull.pullStatuses(of: ["999", ""]).isEmpty)
    #expect(pull.report.gaps.isEmpty)
    let broken = try store.later(
      clock, faults: [fault(refusal(5_000_001), on: Path.statuses, count: .max)])
    let failing = try store.pull(of: broken)
    #expect(try failing.pullStatuses(of: [id]).isEmpty)
    #expect(failing.report.gaps.map(\.originalTransactionID) == [id])
    let tampered = try store.later(
      clock, faults: [fault(.tampered(token: 2), on: Path.statuses)])
    let doubtful = try store.pull(of: tampered)
    #expect(try doubtful.pullStatuses(of: [id]).isEmpty)
    #expect(doubtful.report.gaps.count == 1)
  }
}

@Suite struct `questions of an audit` {
  @Test func `an order number leads to what was bought with it`() throws {
    let store = try StoreOnLoopback([collector(purchases: 1)])
    let id = try #require(try store.customers().first)
    let number = try #require(try store.folder.orderNumber(of: id))
    let pull = try store.pull()
    guard case .heard(let payloads, let refused) = try pull.order(number) else {
      Issue.record("\(number) was not heard of")
      return
    }
    #expect(payloads.count == 1)
    #expect(refused.isEmpty)
    #expect(String(decoding: payloads[0], as: UTF8.self).contains("\"\(id)\""))
    #expect(try pull.order("MXXXXXXXXX") == .unknown)
    #expect(try pull.order("") == .unknown)
  }

  @Test func `an order number has no sandbox`() throws {
    var store = try StoreOnLoopback([collector(purchases: 1)])
    store.app.environment = "Sandbox"
    guard case .unanswered = try store.pull().order("MK5TTTVWJH") else {
      Issue.record("the sandbox answered")
      return
    }
  }

  @Test func `any id leads to how the app was got`() throws {
    let store = try StoreOnLoopback([collector(purchases: 1)])
    let id = try #require(try store.customers().first)
    guard case .heard(let payloads, _) = try store.pull().appTransaction(ofCustomer: id) else {
      Issue.record("nothing was heard")
      return
    }
    #expect(String(decoding: payloads[0], as: UTF8.self).contains("receiptType"))
    #expect(try store.pull().appTransaction(ofCustomer: "999") == .unknown)
  }

  @Test func `a signature that does not hold is told and not believed`() throws {
    let tampered = fault(.tampered(token: 1), on: "/inApps/v1/lookup/")
    let store = try StoreOnLoopback([collector(purchases: 1)], faults: [tampered])
    let id = try #require(try store.customers().first)
    let number = try #require(try store.folder.orderNumber(of: id))
    guard case .heard(let payloads, let refused) = try store.pull().order(number)
    else {
      Issue.record("nothing was heard")
      return
    }
    #expect(payloads.isEmpty)
    #expect(refused.count == 1)
  }
}

@Suite struct `a subscription that the store denies` {
  private static let renewing = Story(
    "renewing", [.buy(.init(label: "month", product: .goldMonthly, ago: .days(9)))])

  private static let unknown = refusal(4_040_010)

  @Test func `once is asked about again`() throws {
    let store = try StoreOnLoopback([Self.renewing])
    let id = try #require(try store.customers().first)
    let stumbling = try store.later(clock, faults: [fault(Self.unknown, on: Path.statuses)])
    let pull = try store.pull(of: stumbling)
    #expect(try pull.pullStatuses(of: [id]) == [id])
    #expect(pull.report.calls == ["statuses": 2])
  }

  @Test func `twice is a gap where the store has signed for it, and none where it has not`() throws
  {
    let store = try StoreOnLoopback([Self.renewing])
    let id = try #require(try store.customers().first)
    try store.pull().pullHistories(of: [id])
    let denying = try store.later(
      clock, faults: [fault(Self.unknown, on: Path.statuses, count: .max)])
    let pull = try store.pull(of: denying)
    #expect(try pull.pullStatuses(of: [id, "430000000000001"]).isEmpty)
    #expect(pull.report.gaps.map(\.originalTransactionID) == [id])
    #expect(pull.report.calls == ["statuses": 4])
  }
}
