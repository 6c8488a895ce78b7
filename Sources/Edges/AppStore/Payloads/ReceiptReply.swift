import Formats
import Matching
import Records

/// An answer of verifyReceipt as it came over the wire, for whoever asks and remembers.
package struct ReceiptReply: Sendable, Equatable {
  /// 0 for a receipt that was accepted (facts 6.3).
  package let status: Int64
  /// Whether Apple says to ask once more; it is spelled in two ways and written in three.
  package let isRetryable: Bool
  /// The environment that the answer names; nil where it names none.
  package let environment: String?
  /// A newer receipt than the one that was sent, in Base64; nil where there is none.
  package let latestReceipt: String?
  /// Every purchase once, then what comes next in its chains; empty unless it was accepted.
  package let records: [ReceiptRecord]

  /// Whether the receipt was accepted.
  package let isAccepted: Bool

  /// Reads an answer; what it leaves out of app and environment is the caller's.
  package init(
    _ json: [UInt8], bundleID: String, environment: String
  ) throws(PayloadFailure) {
    var texts = TextTable()
    let defaults = ReceiptFacts(
      bundleID: BundleID(texts.intern(bundleID)),
      environment: EnvironmentID(texts.intern(environment)))
    let fields: ObjectFields<ReceiptField>
    do throws(JSONFailure) {
      fields = try ObjectFields(json)
    } catch {
      throw PayloadFailure(error)
    }
    let answer = try ReceiptAnswer(fields, defaults: defaults, &texts)
    status = answer.status
    isAccepted = answer.isAccepted
    isRetryable = Self.truth(.isRetryable, fields) || Self.truth(.isRetryableHyphen, fields)
    self.environment = fields.text(.environment)
    latestReceipt = fields.text(.latestReceipt).flatMap { $0.isEmpty ? nil : $0 }
    records = answer.isAccepted ? try Self.records(of: answer, &texts) : []
  }

  /// One purchase stands in several lists; the one that is read last is that of
  /// `latest_receipt_info`, which shows the latest and most of it.
  private static func records(
    of answer: ReceiptAnswer, _ texts: inout TextTable
  ) throws(PayloadFailure) -> [ReceiptRecord] {
    var transactions: [StoreRecord] = []
    var places: [TransactionID: Int] = [:]
    var renewals: [Statement] = []
    try answer.entries(&texts) { statement in
      switch statement {
      case .renewal: renewals.append(statement)
      case .transaction(let record):
        if let place = places[record.transactionID] {
          transactions[place] = record
        } else {
          places[record.transactionID] = transactions.count
          transactions.append(record)
        }
      }
    }
    return (transactions.map(Statement.transaction) + renewals).map {
      ReceiptRecord($0, bundleID: answer.facts.bundleID, texts)
    }
  }

  private static func truth(_ name: ReceiptField, _ fields: ObjectFields<ReceiptField>) -> Bool {
    guard let token = fields.token(name) else { return false }
    var isTrue = false
    // What cannot be read says nothing, and nothing hangs on it but one more request.
    try? fields.read(token) { (form, bytes) throws(FieldFailure) in
      isTrue = try form.truth(bytes)
    }
    return isTrue
  }
}
