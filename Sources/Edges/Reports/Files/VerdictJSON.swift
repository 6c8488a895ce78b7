import Formats
import Reconciliation
import Records
import Rules

/// A run's verdict as JSON, schema `iap-reconcile/verdict/1`; docs/REPORT-FORMAT.md describes it.
///
/// The keys stand in one order, what is not known is left out, lists are whole, and the same
/// outcome gives the same bytes.
package enum VerdictJSON {
  /// The name of the schema.
  package static let schema = "iap-reconcile/verdict/1"

  /// The whole text, its last line ended.
  package static func bytes(_ report: Report) -> [UInt8] {
    var bytes: [UInt8] = []
    write(report) { bytes += $0 }
    return bytes
  }

  /// Writes the text in blocks; throws what `emit` throws.
  package static func write<Failure: Error>(
    _ report: Report, to emit: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let outcome = report.outcome
    var writer = JSONWriter(.pretty)
    try writer.object { (object: inout JSONWriter) throws(Failure) in
      write(report.run, outcome.verdict, &object)
      try object.list("findings", outcome.findings, to: emit, write)
      try object.list("notices", outcome.notices, to: emit, write)
      object.member("messages", outcome.messages)
      object.key("controlTotals")
      TotalsJSON.write(outcome.totals, outcome.texts, &object)
      object.key("coverage")
      CoverageJSON.write(outcome.coverage, &object)
    }
    writer.endLine()
    try emit(writer.takeBytes())
  }

  private static func write(
    _ run: RunDescription, _ verdict: Verdict, _ object: inout JSONWriter
  ) {
    object.member("schema", schema)
    object.member("job", run.job)
    object.member("run", run.run)
    object.member("asOf", run.asOf.isoText)
    object.member("verdict", verdict.rawValue)
  }

  private static func write(_ finding: Finding, _ list: inout JSONWriter) {
    list.object { object in
      object.member("id", finding.id)
      object.member("kind", finding.kind.rawValue)
      object.member("severity", finding.severity.rawValue)
      object.member("status", finding.status.rawValue)
      object.member("confirmed", finding.isConfirmed)
      object.member("environment", finding.environment)
      object.member("productId", finding.productID)
      object.member("transactionId", finding.transactionID)
      object.member("transactionIds", finding.transactionIDs)
      object.member("originalTransactionId", finding.originalTransactionID)
      object.member("userIds", finding.userIDs)
      object.member("rows", finding.rows)
      if let amount = finding.amount {
        object.key("amount")
        object.object { money in
          money.member("milliunits", amount.milliunits)
          money.member("currency", amount.currency)
        }
      }
      object.member("purchasedAt", finding.purchasedAt?.isoText)
      object.member("firstSeen", finding.firstSeen.isoText)
      object.member("evidence", finding.evidence)
      object.member("suggestion", finding.suggestion)
    }
  }

  private static func write(_ notice: Notice, _ list: inout JSONWriter) {
    list.object { object in
      object.member("kind", notice.kind)
      object.member("transactionId", notice.transactionID)
      object.member("environment", notice.environment)
      object.member("productId", notice.productID)
      object.member("userIds", notice.userIDs)
      object.member("words", notice.words)
    }
  }
}

extension JSONWriter {
  /// A list that is handed on in blocks while it is written.
  fileprivate mutating func list<Element, Failure: Error>(
    _ key: String, _ elements: [Element], to emit: ([UInt8]) throws(Failure) -> Void,
    _ write: (Element, inout JSONWriter) -> Void
  ) throws(Failure) {
    self.key(key)
    try array { (list: inout JSONWriter) throws(Failure) in
      for element in elements {
        write(element, &list)
        if list.bytes.count >= OutputBlock.byteCount { try emit(list.takeBytes()) }
      }
    }
  }
}
