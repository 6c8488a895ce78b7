import Records
import StandIn
import TestKit
import Testing

private func failure(of work: () throws -> Void) -> String? {
  do {
    try work()
    return nil
  } catch {
    return "\(error)"
  }
}

extension TemporaryFolder {
  fileprivate func write(_ text: String) throws -> String {
    try write(text, to: "script.json5")
  }
}

@Suite struct `a file of faults` {
  @Test func `says what goes wrong with which call`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      [ // in this order
        {match: {path: "/inApps/v2/history/", nth: 3}, fault: {status: 429, retryAfterMs: 1500}},
        {match: {path: "/inApps/", count: "always"}, fault: {status: 503, html: true}},
        {fault: {error: 4040010, message: "Not yet."}},
        {match: {method: "POST"}, fault: {cutAfterBytes: 100}},
        {fault: {truncateJson: true}}, {fault: {tamper: 2}}, {fault: {delayMs: 5}},
        {fault: {noAnswer: true}}, {fault: {status: 429, retryAfter: "soon"}},
      ]
      """)
    let limit = Fault.Body.error(code: 4_290_000, message: "Scripted fault.")
    let expected: [Fault] = [
      Fault(
        match: .init(path: "/inApps/v2/history/", nth: 3),
        effect: .refuse(status: 429, body: limit, retryAfter: .milliseconds(1_500))),
      Fault(
        match: .init(path: "/inApps/", count: .max),
        effect: .refuse(status: 503, body: .html, retryAfter: nil)),
      Fault(
        match: .init(),
        effect: .refuse(
          status: 404, body: .error(code: 4_040_010, message: "Not yet."), retryAfter: nil)),
      Fault(match: .init(method: "POST"), effect: .cut(afterBytes: 100)),
      Fault(match: .init(), effect: .truncatedJSON),
      Fault(match: .init(), effect: .tampered(token: 2)),
      Fault(match: .init(), effect: .late(milliseconds: 5)),
      Fault(match: .init(), effect: .noAnswer),
      Fault(
        match: .init(), effect: .refuse(status: 429, body: limit, retryAfter: .text("soon"))),
    ]
    #expect(try Fault.read(path: path) == expected)
  }

  @Test func `says which calls, and what the store does otherwise`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      [
        {match: {continuation: true, each: true}, fault: {foreignChain: 2}},
        {match: {share: 0.2, seed: 7}, fault: {wrongBundle: 1}},
        {match: {share: 1, lasting: true, count: 3}, fault: {bareNumbers: true}},
        {fault: {padToBytes: 17825792}}, {fault: {redirect: "http://localhost/"}},
        {fault: {endless: true}}, {fault: {repeatRevision: true}},
        {fault: {repeatNotification: true}}, {fault: {lateNotifications: "6h"}},
        {fault: {advance: "1d2h"}}, {fault: {foreignInnerChain: 1}},
      ]
      """)
    let lasting = Fault.Share(thousandths: 1_000, seed: 1, isLasting: true)
    let expected: [Fault] = [
      Fault(match: .init(isContinuation: true, isEach: true), effect: .foreignChain(token: 2)),
      Fault(
        match: .init(count: .max, share: .init(thousandths: 200, seed: 7)),
        effect: .wrongBundle(token: 1)),
      Fault(match: .init(count: 3, share: lasting), effect: .bareNumbers),
      Fault(match: .init(), effect: .padded(toBytes: 17_825_792)),
      Fault(match: .init(), effect: .redirect(to: "http://localhost/")),
      Fault(match: .init(), effect: .twist(.endless)),
      Fault(match: .init(), effect: .twist(.repeatRevision)),
      Fault(match: .init(), effect: .twist(.repeatNotification)),
      Fault(
        match: .init(),
        effect: .twist(.lateNotifications(milliseconds: 6 * Milliseconds.hour))),
      Fault(match: .init(), effect: .advance(milliseconds: 26 * Milliseconds.hour)),
      Fault(match: .init(), effect: .foreignInnerChain(token: 1)),
    ]
    #expect(try Fault.read(path: path) == expected)
  }

  @Test(arguments: [
    ("[{match: {share: 1.5}, fault: {status: 500}}]", "a share from 0 to 1"),
    ("[{match: {share: 0.1234}, fault: {status: 500}}]", "a share from 0 to 1"),
    ("{}", "line 1, column 1: a list of faults is expected"),
    (
      "[\n {fault: {stat: 5}}]",
      "line 2, column 11: `stat` is not known here; did you mean `status`?"
    ),
    ("[{}]", "line 1, column 2: `fault` is missing"),
    ("[{match: {nth: 0}, fault: {status: 500}}]", "`nth` and `count` begin at 1"),
    ("[{fault: {}}]", "say what goes wrong, one of"),
  ])
  func `complains with the place`(_ text: String, _ expected: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text)
    let said = try #require(failure { _ = try Fault.read(path: path) })
    #expect(said.contains(expected), "\(said)")
  }
}

@Suite struct `a scenario file` {
  @Test func `tells stories in the same steps`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      {
        plainCustomers: 3, buyersTomorrow: 1,
        stories: [{
          name: "a story", silentBecause: "it is right",
          steps: [
            {buy: "a", product: "gold.monthly", ago: "40d", token: false, freeTrial: true},
            {renew: "b", of: "a"}, {twin: "b2", of: "b", listed: false},
            {upgrade: "c", of: "b", product: "gold.yearly", ago: "2d", paysBack: true},
            {restore: "d", of: "a", ago: "1d"}, {refund: "a", ago: "2h"},
            {reverseRefund: "a", ago: "1h"},
            {grant: "b", row: "r", state: "pending", user: 2, token: "capitals", id: "padded"},
            {row: "x", product: "coins.100", ago: "1d", id: "4.3E+14"},
            {plant: "double-grant", on: "b"}, {plant: "bad-ledger-row", row: "x"},
          ],
        }],
      }
      """)
    let scenario = try Scenario.read(path: path)
    var first = Step.Purchase(label: "a", product: .goldMonthly, ago: .days(40))
    first.hasToken = false
    first.isFreeTrial = true
    var grant = Step.Grant(of: "b")
    grant.label = "r"
    grant.state = "pending"
    grant.user = 2
    grant.token = .capitals
    grant.id = .padded
    var row = Step.Grant(of: nil)
    row.label = "x"
    row.product = .coins100
    row.id = .text("4.3E+14")
    let steps: [Step] = [
      .buy(first), .renew("b", of: "a"), .twin("b2", of: "b", isListed: false),
      .upgrade("c", of: "b", to: .goldYearly, ago: .days(2), paysBack: true),
      .restore("d", of: "a", ago: .days(1)), .refund(of: "a", ago: .hours(2)),
      .reverseRefund(of: "a", ago: .hours(1)), .grant(grant), .grant(row),
      .plant("double-grant", on: "b"), .plantRow("bad-ledger-row", row: "x"),
    ]
    #expect(
      scenario
        == Scenario(
          stories: [Story("a story", silentBecause: "it is right", steps)], plainCustomers: 3,
          buyersTomorrow: 1))
  }

  @Test func `tells how subscriptions end and how notifications go`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      {stories: [{name: "a story", steps: [
        {renew: "e", of: "c", ago: "3h"}, {cancel: "e", ago: "2h"},
        {failToRenew: "e", grace: "6d"}, {failToRenew: "e"}, {lapse: "e"},
        {lapse: "e", ago: "1h"},
        {notify: "RENEWAL_EXTENSION", subtype: "SUMMARY", ago: "1d", product: "gold.yearly"},
        {notify: "CONSUMPTION_REQUEST", of: "a", ago: "1d", environment: "Sandbox"},
        {delivery: "TIMED_OUT SUCCESS", late: "6h", again: "2d"}, {delivery: "never"},
        {buy: "s", product: "coins.100", ago: "1d", sameOrderAs: "a"},
      ]}]}
      """)
    var massExtension = Step.Announcement("RENEWAL_EXTENSION", "SUMMARY", ago: .days(1))
    massExtension.product = .goldYearly
    var request = Step.Announcement("CONSUMPTION_REQUEST", of: "a", ago: .days(1))
    request.environment = .sandbox
    var sending = Sending.heardLater
    sending.late = .hours(6)
    sending.again = .days(2)
    var same = Step.Purchase(label: "s", product: .coins100, ago: .days(1))
    same.sameOrderAs = "a"
    let steps: [Step] = [
      .renew("e", of: "c", ago: .hours(3)), .cancel("e", ago: .hours(2)),
      .failToRenew("e", grace: .days(6)), .failToRenew("e", grace: nil),
      .lapse("e", ago: nil), .lapse("e", ago: .hours(1)), .notify(massExtension),
      .notify(request), .delivery(sending), .delivery(.neverSent), .buy(same),
    ]
    #expect(try Scenario.read(path: path).stories.first?.steps == steps)
  }

  @Test(arguments: [
    (
      "{stories: [{name: \"a\", steps: [{bye: \"x\"}]}]}",
      "a step begins with one of buy, cancel, delivery"
    ),
    (
      "{stories: [{name: \"a\", steps: [{buy: \"x\", product: \"gold\", ago: \"1d\"}]}]}",
      "nobody sells `gold`"
    ),
    (
      "{stories: [{name: \"a\", steps: [{refund: \"x\", ago: \"yesterday\"}]}]}",
      "`yesterday` is no length of time"
    ),
    ("{stories: [{name: \"a\", steps: [{renew: \"x\"}]}]}", "`of` is missing"),
    ("{stories: [{name: \"a\", steps: [{delivery: \"LOST\"}]}]}", "`LOST` is no delivery"),
  ])
  func `complains with the place`(_ text: String, _ expected: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text)
    let said = try #require(failure { _ = try Scenario.read(path: path) })
    #expect(said.contains(expected), "\(said)")
    #expect(said.contains("line 1, column"))
  }
}
