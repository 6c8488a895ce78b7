import Formats

/// An opaque text that stands for a customer's app receipt.
///
/// It begins as every receipt does (`MII`), and holds the customer and the world it belongs to.
struct ReceiptText: Sendable, Equatable {
  let customer: String
  let environment: WorldEnvironment

  /// What the app would send, in standard Base64.
  var base64: String {
    let body = Array("\(environment.rawValue):\(customer)".utf8)
    // The head of a DER sequence with a length of two bytes.
    let bytes = [0x30, 0x82, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    return Base64.encode(bytes.span, .standard, padded: true)
  }

  init(customer: String, environment: WorldEnvironment) {
    self.customer = customer
    self.environment = environment
  }

  /// Reads what `base64` wrote; nil for a text that is no receipt of ours.
  init?(base64 text: String) {
    let encoded = Array(text.utf8)
    guard let bytes = try? Base64.decode(encoded.span, .standard, padding: .required),
      bytes.starts(with: [0x30, 0x82]), bytes.count > 4
    else { return nil }
    let parts = String(decoding: bytes[4...], as: UTF8.self).split(separator: ":")
    guard parts.count == 2, let environment = WorldEnvironment(rawValue: String(parts[0])) else {
      return nil
    }
    self.init(customer: String(parts[1]), environment: environment)
  }
}
