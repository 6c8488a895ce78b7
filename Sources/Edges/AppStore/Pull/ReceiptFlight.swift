import Formats
import OpenSSL
import Records

/// A receipt on its way: what it is, and what was asked about it.
struct ReceiptFlight {
  let receipt: KeptReceipt
  /// Names the receipt by its bytes, so that one which is kept twice is asked about once.
  let name: String
  let form: Form
  /// When it was made, once that is known.
  var horizon: Instant?
  /// A newer receipt that Apple sent back earlier, in Base64.
  var newest: String?
  /// Which of the two servers is asked.
  var place = StorePlace.receipts
  /// Whether it was sent to the other server already.
  var hasSwitched = false
  var attempts = 0

  /// What stands in the place of a receipt (facts 6.6).
  enum Form {
    /// An app receipt in DER or BER.
    case receipt([UInt8])
    /// A signed transaction, which some app kits send instead.
    case token([UInt8])
    /// A property list in the form of iOS 6.
    case transactionReceipt
    case unknown(String)
  }

  init(_ receipt: KeptReceipt) {
    self.receipt = receipt
    name = hexadecimal(SHA256.digest(of: receipt.bytes))
    form = Self.form(of: receipt.bytes)
  }

  private static func form(of bytes: [UInt8]) -> Form {
    let text = bytes.drop { $0 <= 0x20 }
    if text.starts(with: "eyJ".utf8) { return .token(text.filter { $0 > 0x20 }) }
    do throws(Refusal) {
      if let found = try ReceiptBytes.find(in: bytes[...]) { return .receipt(found) }
      if ReceiptBytes.oldReceipt(text) != nil { return .transactionReceipt }
      return .unknown(ReceiptBytes.refusal(of: bytes[...]).words)
    } catch {
      return .unknown(error.words)
    }
  }

  /// Whether Apple's endpoint takes what it is.
  var canBeAsked: Bool {
    switch form {
    case .receipt, .transactionReceipt: true
    case .token, .unknown: false
    }
  }

  /// What is sent: Base64 without a break in it (facts 6.1).
  var text: String {
    if let newest { return newest }
    switch form {
    case .receipt(let bytes): return Base64.encode(bytes.span, .standard, padded: true)
    default:
      let isBare = receipt.bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
      return isBare
        ? Base64.encode(receipt.bytes.span, .standard, padded: true)
        : String(decoding: receipt.bytes.filter { $0 > 0x20 }, as: UTF8.self)
    }
  }
}

/// What is remembered of a receipt.
struct ReceiptMark: Equatable {
  /// An id of its customer; nil where it has no purchase.
  var seed: String?
  /// The as-of of the run that last asked about it, in UNIX milliseconds; nil where none has.
  var askedAt: Int64?
  /// When it was made; nil where the receipt does not say.
  var horizon: Instant?

  init(seed: String?, askedAt: Int64? = nil) {
    self.seed = seed
    self.askedAt = askedAt
  }

  /// Reads what `text` wrote.
  init(text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    askedAt = words.first.flatMap { Int64($0) }.flatMap { $0 == 0 ? nil : $0 }
    seed = words.dropFirst().first.flatMap { $0.isEmpty ? nil : String($0) }
    horizon = words.dropFirst(2).first.flatMap { Int64($0) }.map(Instant.init(milliseconds:))
  }

  /// As a cursor keeps it.
  var text: String {
    "\(askedAt ?? 0) \(seed ?? "")" + (horizon.map { " \($0.milliseconds)" } ?? "")
  }
}
