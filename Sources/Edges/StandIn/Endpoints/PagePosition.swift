import Formats

/// How far a walk has come: the last event that was answered, in the order of events.
struct PagePosition: Sendable, Equatable {
  var at: Int64
  var sequence: Int64

  /// Before the first event.
  static let beginning = PagePosition(at: .min, sequence: 0)
  /// After the last event.
  static let end = PagePosition(at: .max, sequence: .max)

  /// The opaque text for it, which serves only the same question again.
  ///
  /// It has the characters that callers must percent-encode, since Apple's may have them too.
  func text(for question: String) -> String {
    let body = Self.head + Array("\(at):\(sequence):\(Self.digest(question))".utf8)
    return Base64.encode(body.span, .standard, padded: true)
  }

  init(at: Int64, sequence: Int64) {
    self.at = at
    self.sequence = sequence
  }

  /// Reads what `text` wrote; nil for another text, or another question's.
  init?(text: String, for question: String) {
    let encoded = Array(text.utf8)
    guard let body = try? Base64.decode(encoded.span, .standard, padding: .required),
      body.starts(with: Self.head)
    else { return nil }
    let parts = String(decoding: body[Self.head.count...], as: UTF8.self).split(separator: ":")
    guard parts.count == 3, let at = Int64(parts[0]), let sequence = Int64(parts[1]),
      parts[2] == Self.digest(question)
    else { return nil }
    self.init(at: at, sequence: sequence)
  }

  /// Becomes `++//` in Base64.
  private static let head: [UInt8] = [0xFB, 0xEF, 0xFF]

  /// FNV-1a: enough to tell questions apart.
  private static func digest(_ question: String) -> String {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in question.utf8 { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return String(value, radix: 36)
  }
}
