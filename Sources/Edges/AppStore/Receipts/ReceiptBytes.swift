import Formats

/// Finds an app receipt in what somebody handed over: bare bytes, or Base64 of them.
enum ReceiptBytes {
  /// No receipt is larger: one with 187 purchases has 79 KB (facts 6.6).
  static let byteLimit = 16_777_216

  /// A word that begins with `MII` is no receipt.
  private static let leastTextLength = 64

  /// The receipt's bytes; nil for what is meant to be something else.
  ///
  /// Base64 may come in lines and with blanks around it, since mailers and tools break it.
  static func find(in given: ArraySlice<UInt8>) throws(Refusal) -> [UInt8]? {
    if isBinary(given) { return Array(given) }
    guard isText(given.drop { $0 <= 0x20 }), given.count >= leastTextLength else { return nil }
    guard given.count <= byteLimit / 3 * 4 + byteLimit / 16 else {
      throw Refusal(.notReceipt, "it is longer than any app receipt")
    }
    let text = given.filter { $0 > 0x20 }
    do throws(Base64Failure) {
      return try Base64.decode(text.span, .standard, padding: .optional)
    } catch {
      throw Refusal(.badBase64, "it begins like an app receipt, but \(error)")
    }
  }

  /// A sequence of more than 127 bytes: no text begins so, since the second byte would need a first.
  static func isBinary(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, let second = bytes.dropFirst().first else { return false }
    return first == 0x30 && (0x80...0x84).contains(second)
  }

  /// The same in Base64: `MII`, `MIA` of Xcode's, `MIG` and `MIM` of very small and large ones.
  static func isText(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "MI".utf8), let third = text.dropFirst(2).first else { return false }
    return "IAGMQ".utf8.contains(third)
  }

  /// How many characters of Base64 a receipt has whose first line this is; nil where its head does
  /// not say, as Xcode's, or where it is none.
  static func textLength(_ line: [UInt8]) -> Int? {
    let beginning = Array(line.prefix(8))
    guard isText(beginning[...]), beginning.count == 8,
      let head = try? Base64.decode(beginning.span, .standard, padding: .forbidden),
      head[1] > 0x80, head[1] <= 0x84
    else { return nil }
    let digits = head[2..<2 + Int(head[1] & 0x7F)]
    let length = 2 + digits.count + digits.reduce(0) { $0 << 8 | Int($1) }
    guard length <= byteLimit else { return nil }
    return (length + 2) / 3 * 4
  }

  /// What a text is that was said to be a receipt and is none.
  static func refusal(of given: ArraySlice<UInt8>) -> Refusal {
    let text = given.drop { $0 <= 0x20 }
    if text.isEmpty { return Refusal(.notReceipt, "it is empty") }
    if let old = oldReceipt(text) { return old }
    if text.starts(with: "eyJ".utf8) {
      return Refusal(.wrongKind, "it is a signed text (JWS) and not an app receipt")
    }
    return Refusal(
      .notReceipt, "it is neither an app receipt (PKCS#7) nor the Base64 of one, which begins `MI`")
  }

  /// The refusal of an iOS 6 transaction receipt, bare or in Base64 (facts 6.7); nil for all else.
  static func oldReceipt(_ text: ArraySlice<UInt8>) -> Refusal? {
    let isBare = text.first == UInt8(ascii: "{") && holdsPurchaseInfo(text.prefix(1_048_576))
    guard isBare || text.starts(with: "ewo".utf8) else { return nil }
    return Refusal(
      .wrongKind,
      "it is a transaction receipt of iOS 6 (a property list), whose signature cannot be checked "
        + "here; verifyReceipt still reads it")
  }

  private static func holdsPurchaseInfo(_ text: ArraySlice<UInt8>) -> Bool {
    let name = Array("\"purchase-info\"".utf8)
    return text.indices.contains { text[$0] == name[0] && text[$0...].starts(with: name) }
      && text.contains(UInt8(ascii: "="))
  }
}
