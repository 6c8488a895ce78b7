import Matching
import Reconciliation
import Records
import Reports
import Rules

extension Report {
  /// One finding of each kind at least, out of books that show them.
  static func everyKind() throws -> Report {
    var report = try Specimen.ordersAlone().report()
    for other in try [Specimen.withCredits().outcome(), Specimen.ofAccess().outcome()] {
      report.outcome.findings += other.findings
    }
    report.outcome.findings.sort { ($0.kind, $0.transactionID) < ($1.kind, $1.transactionID) }
    report.outcome.findings[1].status = .open
    report.outcome.findings[1].firstSeen = Specimen.hours(240)
    report.outcome.findings[2].status = .accepted
    return report
  }
}

extension Specimen {
  /// What one table of orders can show.
  static func ordersAlone() -> Specimen {
    var specimen = Specimen()
    specimen.sell("2000000000000001")
    specimen.grant("2000000000000001", row: "1", to: "u-1")
    specimen.addMissed()
    specimen.addDoubles()
    specimen.addMismatches()
    specimen.addMisplaced()
    specimen.addUncertain()
    return specimen
  }

  private mutating func addMissed() {
    sell("2000000000000010")
    sell("2000000000000011", "gems.jp", price: 160_000, currency: "JPY")
    sell("2000000000000012", price: nil)
    sell("2000000000000013")
    grant("2000000000000013", row: "13", to: "u-13") { row, _ in row.state = .pending }
    sell("2000000000000014")
    grant("2000000000000014", row: "14", to: "u-14") { row, _ in row.state = .refunded }
    sell("2000000000000015") { record, _ in
      record.purchaseDate = Self.hours(0).adding(milliseconds: -Milliseconds.minute)
    }
  }

  private mutating func addDoubles() {
    sell("2000000000000020")
    grant("2000000000000020", row: "20", to: "u-20")
    grant("2000000000000020", row: "21", to: "u-20")
    sell("2000000000000022")
    grant("2000000000000022", row: "22", to: "u-22")
    grant("2000000000000022", row: "23", to: "u-23")
  }

  private mutating func addMismatches() {
    sell("2000000000000030") { record, _ in record.revocationDate = Self.hours(24) }
    grant("2000000000000030", row: "30", to: "u-30")
    grant("2999999999999999", row: "31", to: "u-31")
    sell("2000000000000032")
    grant("2000000000000032", row: "32", to: "u-32", "gems.100")
    sell("2000000000000033", price: 14_970) { record, _ in record.quantity = 3 }
    grant("2000000000000033", row: "33", to: "u-33") { row, _ in row.quantity = 2 }
    sell("2000000000000034") { record, texts in
      record.accountToken = AccountToken(texts.intern("00000000-0000-0000-0000-000000000034"))
    }
    grant("2000000000000034", row: "34", to: "u-34")
    circumstances.owners["00000000-0000-0000-0000-000000000034"] = "u-1"
    sell("2000000000000035")
    grant("2000000000000035", row: "35", to: "u-35") { row, _ in
      row.purchaseTime = Self.hours(96)
    }
  }

  private mutating func addMisplaced() {
    sell("2000000000000040") { record, texts in
      record.environment = EnvironmentID(texts.intern("Sandbox"))
    }
    grant("2000000000000040", row: "40", to: "u-40")
    sell("2000000000000041") { record, texts in
      record.bundleID = BundleID(texts.intern("com.example.other"))
    }
    grant("2000000000000041", row: "41", to: "u-41")
  }

  private mutating func addUncertain() {
    for quantity: Int32 in [1, 2] {
      sell("2000000000000050") { record, _ in record.quantity = quantity }
    }
    grant("4.3E+14", row: "51", to: "u-51")
    var refused = RefusedRecord(reason: "the chain does not end at a pinned root")
    refused.claimedID = TransactionID(books.texts.intern("2000000000000052"))
    books.store.add(refused)
    grant("2999999999999953", row: "53", to: "u-53")
    var failed = Gap(reason: "the customer's history broke off at page 3")
    failed.userID = "u-53"
    var outage = Gap(reason: "the store answered 500")
    outage.from = Self.hours(72)
    outage.to = Self.hours(71)
    var horizon = Gap(nature: .limit, reason: "Apple keeps notifications for 180 days")
    horizon.to = Self.hours(180 * 24)
    circumstances.gaps = [failed, outage, horizon]
    circumstances.acceptedGaps = [
      AcceptedGap(
        reason: "the outage of Sunday", until: Self.hours(-720), scope: "the store answered 500")
    ]
  }

  /// What only a credit log beside the orders shows.
  static func withCredits() -> Specimen {
    var specimen = Specimen(ledgers: [
      LedgerShape(name: "orders"), LedgerShape(name: "wallet", role: .credits),
    ])
    specimen.sell("2000000000000060")
    specimen.grant("2000000000000060", row: "60", to: "u-60")
    specimen.sell("2000000000000061")
    specimen.grant("2000000000000061", row: "61", to: "u-61") { row, _ in row.ledger = 1 }
    return specimen
  }

  /// What a ledger of access ends shows.
  static func ofAccess() -> Specimen {
    var specimen = Specimen()
    specimen.circumstances.rules.subscriptions = .entitlement
    for (id, days) in [("2000000000000070", Int64(90)), ("2000000000000071", 2)] {
      specimen.sell(id, "pro.monthly", price: 9_990) { record, _ in
        record.type = .autoRenewable
        record.expiresDate = Self.hours(-20 * 24)
      }
      specimen.grant(id, row: String(id.suffix(2)), to: "u-\(id.suffix(2))", "pro.monthly") {
        row, _ in row.expiresAt = Self.hours(-days * 24)
      }
    }
    return specimen
  }
}
