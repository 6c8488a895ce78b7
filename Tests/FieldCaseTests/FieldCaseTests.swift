import System
import Testing

@Suite struct `field cases` {
  @Test(arguments: FieldCase.all, FieldCaseRun.Form.allCases)
  func `hold to the letter`(_ fieldCase: FieldCase, _ form: FieldCaseRun.Form) throws {
    let run = try FieldCaseRun(fieldCase, form)
    #expect(run.isBalanced)
    #expect([0, 1, 3].contains(run.status), "exit status \(run.status)")
    #expect(fieldCase.expectation.complaints(run.findings, run.messages, run.rows) == [])
  }

  @Test(arguments: FieldCase.all.filter { $0.has("raw-store.json") || $0.has("raw-ledger.csv") })
  func `hold in the form in which they came`(_ fieldCase: FieldCase) throws {
    let run = try FieldCaseRun(fieldCase, .inOrder, raw: true)
    #expect(run.isBalanced)
    #expect(fieldCase.expectation.complaints(run.findings, run.messages, run.rows) == [])
  }

  @Test(arguments: FieldCase.all)
  func `give the same finding ids in every order`(_ fieldCase: FieldCase) throws {
    let ids = try FieldCaseRun.Form.allCases.map { form in
      try FieldCaseRun(fieldCase, form).findings.map(\.id)
    }
    #expect(Set(ids).count == 1)
    #expect(Set(ids[0]).count == ids[0].count)
  }

  @Test func `are all here`() {
    #expect(FieldCase.all.count == 83)
  }
}
