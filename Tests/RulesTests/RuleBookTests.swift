import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `the book of rules` {
  @Test func `has one rule for each kind, in the order of the reports`() {
    #expect(Set(RuleBook.current.map(\.kind)).count == RuleBook.current.count)
    #expect(Set(RuleBook.current.map(\.kind)) == Set(FindingKind.allCases))
  }

  @Test func `has each notice once`() {
    #expect(Set(RuleBook.notices.map(\.kind)).count == RuleBook.notices.count)
  }

  @Test(
    arguments: [
      (FindingKind.Report.missedDeliveries, 4), (.doubleGrants, 2), (.couldNotCheck, 1),
      (.exceptions, 13),
    ])
  func `spreads the kinds over four reports`(_ report: FindingKind.Report, _ count: Int) {
    #expect(FindingKind.allCases.count { $0.report == report } == count)
  }

  @Test func `asks a question, says what it weighs`() {
    for rule in RuleBook.current {
      #expect(rule.question.hasSuffix("?"))
      #expect(!rule.weight.isEmpty)
    }
  }

  @Test func `ranks a loss over a wrong and a wrong over a notice`() {
    #expect(Severity.allCases.sorted() == [.notice, .wrong, .loss])
  }
}
