import Formats
import Records

/// Reads one entry of a receipt.
///
/// Every value is text or a number, whichever the day brings (facts 6.4), and every date comes in
/// up to three forms: `…_ms` counts, the plain one stands in for it, and `…_pst` is not read, since
/// it is ambiguous once a year.
enum ReceiptEntry {
  /// The transaction of an entry.
  static func record(
    _ entry: ObjectFields<ReceiptField>, _ facts: ReceiptFacts, _ texts: inout TextTable
  ) throws(PayloadFailure) -> StoreRecord {
    var record = try draft([entry], &texts).record
    guard !record.transactionID.isNone else {
      throw PayloadFailure("transaction_id", "is missing", at: entry.failure(""))
    }
    record.origin = .receipt
    record.bundleID = facts.bundleID
    record.environment = facts.environment
    record.statedAt = facts.statedAt
    return record
  }

  /// What an entry says about the coming period.
  static func renewal(
    _ entries: [ObjectFields<ReceiptField>], _ facts: ReceiptFacts, _ texts: inout TextTable
  ) throws(PayloadFailure) -> RenewalRecord {
    let draft = try draft(entries, &texts)
    guard var renewal = draft.renewal else {
      throw PayloadFailure("original_transaction_id", "is missing", at: entries[0].failure(""))
    }
    renewal.environment = facts.environment
    renewal.statedAt = facts.statedAt
    return renewal
  }

  /// A date of an object, by whichever of its forms is there.
  static func date(
    _ name: ReceiptField, of fields: ObjectFields<ReceiptField>
  ) throws(PayloadFailure) -> Instant? {
    var date: Instant?
    if let inMilliseconds = name.inMilliseconds, let token = fields.token(inMilliseconds) {
      try fields.read(token, of: inMilliseconds) { (form, bytes) throws(FieldFailure) in
        date = bytes.isEmpty ? nil : try form.instant(bytes, isLocal: false)
      }
    }
    guard date == nil, let token = fields.token(name) else { return date }
    try fields.read(token, of: name) { (form, bytes) throws(FieldFailure) in
      date = bytes.isEmpty ? nil : try instant(form, bytes)
    }
    return date
  }

  private static func draft(
    _ entries: [ObjectFields<ReceiptField>], _ texts: inout TextTable
  ) throws(PayloadFailure) -> StatementDraft {
    var draft = StatementDraft()
    for entry in entries {
      for item in entry.entries {
        guard let field = item.name.payloadField, !item.name.isDate else { continue }
        try entry.read(item.token, of: item.name) { (form, bytes) throws(FieldFailure) in
          try draft.take(field, form, bytes, &texts)
        }
      }
      for name in dates {
        guard let field = name.payloadField else { continue }
        if let date = try date(name, of: entry) { draft.set(field, date) }
      }
    }
    return draft
  }

  private static let dates: [ReceiptField] = [
    .purchaseDate, .originalPurchaseDate, .expiresDate, .cancellationDate,
    .gracePeriodExpiresDate,
  ]

  /// A plain date: `2020-11-13 01:46:07 Etc/GMT`; in iOS 6 answers milliseconds under that name.
  private static func instant(
    _ form: ValueForm, _ bytes: Span<UInt8>
  ) throws(FieldFailure) -> Instant? {
    if WholeNumber.parse(bytes) != nil { return try form.instant(bytes, isLocal: false) }
    do throws(TimeFailure) {
      return Instant(milliseconds: try TimeText.instant(bytes))
    } catch {
      throw form.failure(bytes, "is no date: \(error)")
    }
  }
}
