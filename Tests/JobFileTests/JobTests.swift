import AppStore
import GrantLedger
import JobFile
import Records
import Testing

@Suite struct `a job file` {
  @Test func `needs only an app, and has defaults for the rest`() throws {
    let job = try job("{ app: { bundleId: 'com.example.game' } }")
    #expect(job.name == "nightly")
    #expect(job.app == Job.AppSettings(bundleID: "com.example.game"))
    #expect(job.app.environment == "Production")
    #expect(job.store == StoreSettings())
    #expect(job.ledgers == [])
    #expect(job.rules == RuleSettings())
    #expect(job.reportsDirectory == "/srv/jobs/reports")
    #expect(job.statePath == "/srv/jobs/state/nightly.sqlite")
    #expect(job.budgetPath == "/srv/jobs/state/com.example.game.Production.budget")
    #expect(job.sandboxBudgetPath == "/srv/jobs/state/com.example.game.Sandbox.budget")
    #expect(job.pulledStore.budgetPath == job.budgetPath)
    #expect(job.pulledStore.sandboxBudgetPath == job.sandboxBudgetPath)
  }

  @Test func `says everything once`() throws {
    let job = try job(
      """
      // What the timer runs.
      {
        name: "month",
        app: { bundleId: "com.example.game", appAppleId: 1234567890, environment: "Sandbox" },
        rules: { settleMinutes: 5, refundSettleMinutes: 6, delivery: "client", clientDays: 2,
          subscriptions: "entitlement", entitlementToleranceHours: 1, sandboxUsers: ["a", 7],
          family: "missed", alarmFrom: "loss" },
        products: { "coins.500": { type: "Consumable", grants: "goods", units: 500,
          aliases: ["gold500"] }, pro: { type: "Non-Consumable" } },
        coverage: { accepted: [
          { reason: "Apple was down", until: "2026-12-31", scope: "everything" },
          { reason: "known", until: "2026-12-31T10:00:00+01:00" } ] },
        reports: { directory: "/var/reports" },
        state: "./s.sqlite",
      }
      """)
    #expect(job.name == "month")
    #expect(
      job.app
        == Job.AppSettings(
          bundleID: "com.example.game", appAppleID: 1_234_567_890, environment: "Sandbox"))
    var rules = RuleSettings()
    rules.settleMinutes = 5
    rules.refundSettleMinutes = 6
    rules.delivery = .client
    rules.clientDays = 2
    rules.subscriptions = .entitlement
    rules.entitlementToleranceHours = 1
    rules.sandboxUsers = ["a", "7"]
    rules.family = .missed
    rules.alarmFrom = .loss
    #expect(job.rules == rules)
    #expect(job.products.productID(for: "gold500") == "coins.500")
    #expect(job.products.entries["coins.500"]?.units == 500)
    #expect(job.products.type(of: "pro") == .nonConsumable)
    #expect(
      job.acceptedGaps.map(\.until.text) == ["2026-12-31T23:59:59.999Z", "2026-12-31T09:00:00Z"])
    #expect(job.acceptedGaps.map(\.scope) == ["everything", nil])
    #expect(job.reportsDirectory == "/var/reports")
    #expect(job.statePath == "/srv/jobs/s.sqlite")
  }

  @Test func `tells the core what it says`() throws {
    let job = try job(with: "store: { complete: true }, rules: { settleMinutes: 7 }")
    let circumstances = job.circumstances(asOf: Instant(milliseconds: 1))
    #expect(circumstances.bundleID == "com.example.game")
    #expect(circumstances.isStoreComplete)
    #expect(circumstances.rules.settleMinutes == 7)
    #expect(circumstances.asOf == Instant(milliseconds: 1))
  }

  @Test func `names an unknown key by its path, its place and the key probably meant`() {
    let failure = failure(with: "rules: { settleMinuets: 5 },\nledgre: {}")
    #expect(failure?.kind == .configuration)
    #expect(
      failure?.places.map(\.reason) == [
        "unknown key `rules.settleMinuets`; did you mean `settleMinutes`?",
        "unknown key `ledgre`; did you mean `ledger`?",
      ])
    #expect(failure?.places.map(\.position) == [.line(2), .line(3)])
    #expect(failure?.places[0].file == "/srv/jobs/nightly.json5")
  }

  @Test func `names all wrong values together`() {
    let found = complaints(
      with: """
        name: "a/b",
        rules: { settleMinutes: "5", clientDays: -1, delivery: "clients", family: null },
        products: { p: { type: "consumable", units: 0 } },
        coverage: { accepted: [{ until: "2026-13-01" }] },
        """)
    #expect(found.count == 8)
    #expect(found.contains { $0.contains("`rules.settleMinutes` must be a whole number") })
    #expect(found.contains { $0.contains("did you mean `Consumable`?") })
    #expect(found.contains { $0.contains("`coverage.accepted[0].reason` is missing") })
  }

  @Test(arguments: ["", "{", "[]", "{ app: {} }", "{ app: { bundleId: '' } }", "{}", "{ app: 1 }"])
  func `cannot be used without an app`(_ text: String) {
    #expect(throws: InputFailure.self) { try job(text) }
  }

  @Test func `refuses an alias with two meanings`() {
    let twice = "products: { a: { aliases: ['x'] }, b: { aliases: ['x'] } }"
    #expect(complaints(with: twice) == ["`products.b` has the alias `x`, which `a` has too"])
    let product = "products: { a: { aliases: ['b'] }, b: {} }"
    #expect(complaints(with: product).count == 1)
  }

  @Test func `has one canonical text however it is written`() throws {
    let first = try job("{ app: { bundleId: 'x', appAppleId: 5 }, rules: {} } // twice")
    let second = try job("{\"rules\":{},\n\"app\":{\"appAppleId\":5,\"bundleId\":\"x\",},}")
    #expect(first.canonicalText == #"{"app":{"appAppleId":5,"bundleId":"x"},"rules":{}}"#)
    #expect(first.canonicalText == second.canonicalText)
  }

  @Test func `is a matter of configuration when it is missing`() {
    #expect(throws: InputFailure.self) { try Job.read("/nowhere/job.json5") }
    do throws(InputFailure) {
      _ = try Job.read("/nowhere/job.json5")
    } catch {
      #expect(error.kind == .configuration)
    }
  }

  @Test func `begins its paths where it lies`() {
    #expect(JobDirectory(of: "/a.json5").path(of: "x") == "/x")
    #expect(JobDirectory(of: "/a/b/job.json5").path(of: "../x") == "/a/b/../x")
    #expect(JobDirectory(of: "job.json5") == .current)
    #expect(JobDirectory.current.path(of: "./x") == "x")
    #expect(JobDirectory(of: "in/job.json5").path(of: "x") == "in/x")
  }
}
