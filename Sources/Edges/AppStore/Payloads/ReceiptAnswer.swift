import Formats
import Records

/// One answer of verifyReceipt: what a receipt shows, by the word of Apple's server.
///
/// It carries no signature. It lists no finished consumable and never shows one refunded, so it
/// proves presence and never absence (facts 6.6).
struct ReceiptAnswer {
  /// The status, 0 for a receipt that was accepted.
  let status: Int64
  /// What the answer's entries have in common.
  let facts: ReceiptFacts

  private let fields: ObjectFields<ReceiptField>
  private let receipt: ObjectFields<ReceiptField>?

  /// Reads the frame of an answer; what the answer leaves out is taken from `defaults`.
  init(
    _ fields: ObjectFields<ReceiptField>, defaults: ReceiptFacts, _ texts: inout TextTable
  ) throws(PayloadFailure) {
    self.fields = fields
    receipt = try Self.receipt(of: fields)
    status = try Self.status(of: fields)
    facts = try ReceiptFacts(answer: fields, receipt: receipt, defaults: defaults, &texts)
    guard !isAccepted || receipt != nil || fields.has(.latestReceiptInfo) else {
      throw PayloadFailure("receipt", "is missing", at: fields.failure(""))
    }
  }

  /// Whether the receipt was accepted, and so whether there are entries.
  ///
  /// 21006 is an accepted receipt of the iOS 6 form whose subscription has ended.
  var isAccepted: Bool { status == 0 || status == 21006 }

  /// Hands over every entry of the answer.
  ///
  /// The same entry stands in several lists of one answer; each is a record that was read.
  func entries(
    _ texts: inout TextTable, _ take: (Statement) -> Void
  ) throws(PayloadFailure) {
    if let receipt {
      if let list = receipt.token(.inApp) {
        try read(list, in: receipt, &texts, take)
      } else if receipt.has(.transactionID) {
        take(.transaction(try ReceiptEntry.record(receipt, facts, &texts)))
      }
    }
    for name in [ReceiptField.latestReceiptInfo, .latestExpiredReceiptInfo] {
      if let list = fields.token(name) { try read(list, in: fields, &texts, take) }
    }
    try renewals(&texts, take)
  }

  private func read(
    _ list: JSONToken, in fields: ObjectFields<ReceiptField>, _ texts: inout TextTable,
    _ take: (Statement) -> Void
  ) throws(PayloadFailure) {
    for entry in try Self.objects(list, in: fields) {
      take(.transaction(try ReceiptEntry.record(entry, facts, &texts)))
    }
  }

  private func renewals(
    _ texts: inout TextTable, _ take: (Statement) -> Void
  ) throws(PayloadFailure) {
    guard let list = fields.token(.pendingRenewalInfo) else {
      // iOS 6 answers say it at the top, about the one chain that they are about.
      guard fields.has(.isInBillingRetry), let receipt, receipt.has(.originalTransactionID)
      else { return }
      return take(.renewal(try ReceiptEntry.renewal([receipt, fields], facts, &texts)))
    }
    for entry in try Self.objects(list, in: fields) {
      take(.renewal(try ReceiptEntry.renewal([entry], facts, &texts)))
    }
  }

  private static func receipt(
    of fields: ObjectFields<ReceiptField>
  ) throws(PayloadFailure) -> ObjectFields<ReceiptField>? {
    guard let token = fields.token(.receipt) else { return nil }
    return try objects(token, in: fields).first
  }

  private static func objects(
    _ token: JSONToken, in fields: ObjectFields<ReceiptField>
  ) throws(PayloadFailure) -> [ObjectFields<ReceiptField>] {
    do throws(JSONFailure) {
      var objects: [ObjectFields<ReceiptField>] = []
      for element in try fields.elements(of: token) {
        objects.append(try ObjectFields(element, in: fields.scanner))
      }
      return objects
    } catch {
      throw PayloadFailure("an entry of the receipt", error.reason, at: error)
    }
  }

  private static func status(
    of fields: ObjectFields<ReceiptField>
  ) throws(PayloadFailure) -> Int64 {
    guard let token = fields.token(.status) else { return 0 }
    var status: Int64 = 0
    try fields.read(token, of: .status) { (form, bytes) throws(FieldFailure) in
      status = try form.integer(bytes)
    }
    return status
  }
}
