/// The order numbers of customers' e-mails, such as `MK5TTTVWJH` (facts 2.6).
enum OrderNumber {
  /// The order number of a purchase's first id, another for every id of a world.
  ///
  /// The last twelve digits tell the ids of a world apart. Multiplied with an odd number they still
  /// do, in the 45 bits that nine letters hold.
  static func number(of transactionID: String) -> String {
    let digits = UInt64(transactionID.suffix(12)) ?? 0
    var mixed = (digits &* 0x9e37_79b9_7f4a_7c15) & 0x1fff_ffff_ffff
    var letters = ["M"]
    for _ in 1...9 {
      letters.append(String(alphabet[Int(mixed & 31)]))
      mixed >>= 5
    }
    return letters.joined()
  }

  /// Whether a text could be an order number.
  static func isWellFormed(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0
      }
  }

  private static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
}
