import Formats

/// The text behind a base64url text; nil if there is none.
func decodedBase64url(_ text: some StringProtocol) -> String? {
  let letters = Array(text.utf8)
  guard let bytes = try? Base64.decode(letters.span, .url, padding: .forbidden) else { return nil }
  return String(decoding: bytes, as: UTF8.self)
}
