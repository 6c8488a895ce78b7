import Formats
import Matching

/// Tells the values of a store file apart, and takes each in.
///
/// People keep what they have: decoded payloads, answers of Apple's endpoints as they came,
/// webhooks, answers of verifyReceipt, pages of their own feed.
extension StoreIntake {
  /// Takes one whole JSON object.
  mutating func take(object json: [UInt8]) {
    do throws(PayloadFailure) {
      try take(ObjectFields.reading(json, firstLine: place.line))
    } catch {
      complain(error)
    }
  }

  /// Takes one whole JSON string, which holds a signed text or an app receipt.
  mutating func take(string json: [UInt8]) {
    var scanner = JSONScanner(json, firstLine: place.line)
    do throws(JSONFailure) {
      let string = try scanner.nextValue()
      try scanner.finish()
      try take(signed: string, in: scanner)
    } catch {
      complain(PayloadFailure(error))
    }
  }

  /// Takes one line, which is a signed text or an app receipt.
  mutating func take(line: [UInt8]) {
    if ReceiptBytes.isText(line[...]) { return take(receipt: line) }
    guard line.starts(with: Self.opening) else {
      let value = String(decoding: line, as: UTF8.self)
      return complain(
        Complaint(
          file: file, line: place.line, column: String(place.column), value: value,
          "this line is neither JSON nor a signed text"))
    }
    take(token: line)
  }

  /// What the Base64 of a JSON object begins with.
  private static let opening = Array("eyJ".utf8)

  private mutating func take(
    signed string: JSONToken, in scanner: JSONScanner
  ) throws(JSONFailure) {
    let text = Array(scanner.text(of: string).utf8)
    if string.kind == .string, ReceiptBytes.isText(text[...]) { return take(receipt: text) }
    guard string.kind == .string, text.starts(with: Self.opening) else {
      throw scanner.failure("expected a signed text and found \(string.kindName)", at: string)
    }
    take(token: text)
  }

  private mutating func take(
    signed string: JSONToken, of fields: ObjectFields<PayloadField>
  ) throws(PayloadFailure) {
    do throws(JSONFailure) {
      try take(signed: string, in: fields.scanner)
    } catch {
      throw PayloadFailure(error)
    }
  }

  private mutating func take(
    _ fields: ObjectFields<PayloadField>
  ) throws(PayloadFailure) {
    let signed = Self.signedFields.compactMap { fields.token($0) }
    guard signed.isEmpty else {
      for token in signed { try take(signed: token, of: fields) }
      return
    }
    if !fields.has(.transactionId), let list = Self.list(in: fields) {
      try take(list: list, in: fields)
    } else if fields.has(.transactionId) || fields.has(.originalTransactionId) {
      addUnsigned(try PayloadReader.statement(of: fields, isLocal: isLocal, &books.texts))
    } else if let receipt = fields.token(.receipt), receipt.kind == .string {
      // A line of somebody's list: a user and an app receipt.
      try take(signed: receipt, of: fields)
    } else if Self.answerFields.contains(where: { fields.has($0) }) {
      try take(answer: fields.reread())
    } else if fields.has(.notificationUUID) {
      try take(notification: fields)
    } else if fields.has(.receiptType) {
      ignore()
    } else {
      throw PayloadFailure("transactionId", "is missing", at: fields.failure(""))
    }
  }

  private static func list(in fields: ObjectFields<PayloadField>) -> JSONToken? {
    lists.lazy.compactMap { fields.token($0) }.first { $0.kind == .array }
  }

  /// Takes what is signed inside a notification that somebody decoded.
  private mutating func take(
    notification fields: ObjectFields<PayloadField>
  ) throws(PayloadFailure) {
    guard let data = fields.token(.data), data.kind == .object else { return ignore() }
    let inner = try ObjectFields<PayloadField>.reading(data, in: fields.scanner)
    guard Self.signedFields.contains(where: { inner.has($0) }) else { return ignore() }
    try take(inner)
  }

  /// Takes each element of a list; what is wrong with one is no reason to skip the others.
  private mutating func take(
    list: JSONToken, in fields: ObjectFields<PayloadField>
  ) throws(PayloadFailure) {
    let elements = try reported { () throws(JSONFailure) in try fields.elements(of: list) }
    for element in elements {
      do throws(PayloadFailure) {
        if element.kind == .object {
          try take(ObjectFields.reading(element, in: fields.scanner))
        } else {
          try take(signed: element, of: fields)
        }
      } catch {
        complain(error)
      }
    }
  }

  /// Notes a complaint; columns are counted from where the value begins in its line.
  private mutating func complain(_ failure: PayloadFailure) {
    let shift = failure.line == place.line ? place.column - 1 : 0
    let value = failure.field.value
    complain(
      Complaint(
        file: file, line: failure.line, column: String(failure.column + shift),
        value: value.isEmpty ? nil : value, failure.field.description))
  }

  /// Lists of statements: the feed's, and those of Apple's endpoints (facts 2.3 to 2.8).
  private static let lists: [PayloadField] = [
    .transactions, .signedTransactions, .notificationHistory, .data, .lastTransactions,
  ]
  private static let signedFields: [PayloadField] = [
    .signedPayload, .signedTransactionInfo, .signedRenewalInfo, .signedAppTransactionInfo,
  ]
  private static let answerFields: [PayloadField] = [
    .status, .receipt, .latestReceiptInfo, .latestExpiredReceiptInfo,
  ]
}

/// Turns the failure of a scanner into one that a complaint can be made of.
private func reported<Value>(
  _ read: () throws(JSONFailure) -> Value
) throws(PayloadFailure) -> Value {
  do throws(JSONFailure) {
    return try read()
  } catch {
    throw PayloadFailure(error)
  }
}

extension ObjectFields {
  fileprivate static func reading(
    _ json: [UInt8], firstLine: Int
  ) throws(PayloadFailure) -> ObjectFields {
    try reported { () throws(JSONFailure) in try ObjectFields(json, firstLine: firstLine) }
  }

  fileprivate static func reading(
    _ token: JSONToken, in scanner: JSONScanner
  ) throws(PayloadFailure) -> ObjectFields {
    try reported { () throws(JSONFailure) in try ObjectFields(token, in: scanner) }
  }

  /// The same object, asked for other names.
  fileprivate func reread<Other>() throws(PayloadFailure) -> ObjectFields<Other> {
    try reported { () throws(JSONFailure) in try again() }
  }
}
