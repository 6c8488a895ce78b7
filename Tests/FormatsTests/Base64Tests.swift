import Formats
import Testing

@Suite struct `Base64 text` {
  private func decode(
    _ text: String, _ alphabet: Base64.Alphabet, _ padding: Base64.Padding
  ) throws(Base64Failure) -> String {
    let bytes = Array(text.utf8)
    return String(
      decoding: try Base64.decode(bytes.span, alphabet, padding: padding), as: UTF8.self)
  }

  private func code(
    _ text: String, _ alphabet: Base64.Alphabet, _ padding: Base64.Padding
  ) -> Base64Failure.Code? {
    do throws(Base64Failure) {
      _ = try decode(text, alphabet, padding)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `agrees with RFC 4648`(_ plain: String, _ text: String) throws {
    let bytes = Array(plain.utf8)
    let bare = String(text.prefix { $0 != "=" })
    #expect(Base64.encode(bytes.span, .standard, padded: true) == text)
    #expect(Base64.encode(bytes.span, .url, padded: false) == bare)
    #expect(try decode(text, .standard, .required) == plain)
    #expect(try decode(bare, .url, .forbidden) == plain)
    #expect(try decode(text, .url, .optional) == plain)
    #expect(try decode(bare, .url, .optional) == plain)
  }

  @Test func `keeps the two alphabets apart`() {
    let bytes: [UInt8] = [0xFB, 0xFF, 0xBF]
    #expect(Base64.encode(bytes.span, .standard, padded: true) == "+/+/")
    #expect(Base64.encode(bytes.span, .url, padded: true) == "-_-_")
    #expect(code("+/+/", .url, .optional) == .foreignCharacter)
    #expect(code("-_-_", .standard, .optional) == .foreignCharacter)
  }

  @Test(arguments: [
    ("Z", Base64.Padding.optional, Base64Failure.Code.badLength),
    ("Zg=", .optional, .badPadding), ("Zg", .required, .badPadding),
    ("Zg==", .forbidden, .badPadding),
    ("Zm9v=", .optional, .badPadding), ("Zm9v==", .optional, .badPadding),
    ("Zg===", .optional, .badPadding), ("====", .optional, .foreignCharacter),
    ("Zh==", .required, .leftoverBits), ("Zm9=", .required, .leftoverBits),
    ("Zm9v\n", .optional, .badLength), ("Zm9 ", .optional, .foreignCharacter),
    ("Zm9vZm\n=", .optional, .foreignCharacter), ("Zm\u{E9}v", .optional, .badLength),
    ("=", .optional, .badPadding),
  ])
  func `refuses what no encoder writes`(
    _ text: String, _ padding: Base64.Padding, _ expected: Base64Failure.Code
  ) {
    #expect(code(text, .standard, padding) == expected)
  }

  @Test func `says where a foreign character stands`() {
    let text = Array("Zm9vZm*v".utf8)
    #expect(throws: Base64Failure.self) { try Base64.decode(text.span, .url, padding: .optional) }
    var kept: [UInt8] = [1, 2]
    do throws(Base64Failure) {
      try Base64.decode(text.span, .url, padding: .optional, into: &kept)
    } catch {
      #expect(error.offset == 6)
    }
    #expect(kept == [1, 2])
  }

  @Test func `gives back random bytes`() throws {
    var generator = SeededGenerator(seed: 64)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      for (alphabet, padded) in [(Base64.Alphabet.standard, true), (.url, false)] {
        let text = Array(Base64.encode(bytes.span, alphabet, padded: padded).utf8)
        let padding = padded ? Base64.Padding.required : .forbidden
        #expect(try Base64.decode(text.span, alphabet, padding: padding) == bytes)
      }
    }
  }
}
