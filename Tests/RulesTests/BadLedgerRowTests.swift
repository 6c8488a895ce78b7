import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `bad-ledger-row` {
  @Test(arguments: [
    Loud("no id", .faulty(.missing, ""), .wrong, nil),
    Loud("zero", .faulty(.zero, "0"), .wrong, nil),
    Loud("a spreadsheet's number", .faulty(.exponent, "4.3E+14"), .wrong, nil),
    Loud("a provider's id", .faulty(.foreign, "o1_9fKx2vQ7"), .wrong, nil),
    Loud("zeros in front", .faulty(.padded, "0042"), .wrong, nil),
    Loud("an id that went through a floating-point number", .rounded, .wrong, nil),
    Loud("the row names an amount", .faulty(.zero, "0").amounting(990), .wrong, 990),
    Loud(
      "even where the run could not see",
      .faulty(.zero, "0").with { $0.blindSpot = Gap(reason: "401") }, .wrong, nil),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.badLedgerRow.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("it may be a store id", .unexplained()),
    Quiet("a purchase explains it", .paid().granted()),
    Quiet("it gives nothing", .faulty(.missing, "").with { $0.rows[0].state = .pending }),
    Quiet(
      "it claims another environment",
      .faulty(.zero, "0").with { $0.rows[0].environment = "Sandbox" }),
    Quiet(
      "it is newer than the as-of",
      .faulty(.zero, "0").with { $0.rows[0].grantedAt = .noon.plus(seconds: 1) }),
    Quiet(
      "it was granted before the window", .faulty(.zero, "0"),
      .noon { $0.window = Window(start: .noon.minus(hours: 47), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.badLedgerRow.judge(example) == nil)
  }

  @Test func `names the purchase that a rounded id may be`() {
    #expect(Rule.badLedgerRow.judge(.rounded, .noon)?.notes == ["candidate: 612740550918371588"])
  }
}

extension MatchGroup {
  fileprivate static let rounded = MatchGroup.faulty(
    .rounded(from: "612740550918371588"), "612740550918371600")

  fileprivate static func faulty(_ fault: IDFault, _ id: String) -> MatchGroup {
    .unexplained(id).with { $0.idFault = fault }
  }

  fileprivate func amounting(_ milliunits: Int64) -> MatchGroup {
    with { $0.rows[0].amount = Money(milliunits: milliunits, currency: "USD") }
  }
}
