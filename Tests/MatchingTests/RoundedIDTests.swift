import Testing

@testable import Matching

/// Rounding to 53 bits, worked out in integers, against values that are known.
@Suite struct `rounding of ids` {
  @Test(arguments: [
    ("9007199254740993", "9007199254740992"),  // halfway, down to even
    ("9007199254740995", "9007199254740996"),  // halfway, up to even
    ("18014398509481985", "18014398509481984"),
    ("18014398509481986", "18014398509481984"),  // halfway, down to even
    ("18014398509481987", "18014398509481988"),
    ("612740550918371588", "612740550918371584"),
    ("612740550918371600", "612740550918371584"),
    ("9223372036854775807", "9223372036854775808"),
    ("12345678901234567890", "12345678901234567168"),
  ])
  func `goes to the nearest, half to even`(_ id: String, _ rounded: String) {
    #expect(RoundedID(ArraySlice(id.utf8)) == RoundedID(ArraySlice(rounded.utf8)))
  }

  @Test(arguments: [
    ("612740550918371584", "612740550918371712"), ("9007199254740992", "9007199254740994"),
    ("18014398509481984", "18014398509481988"),
  ])
  func `tells neighbours apart`(_ id: String, _ other: String) {
    #expect(RoundedID(ArraySlice(id.utf8)) != RoundedID(ArraySlice(other.utf8)))
  }

  @Test(arguments: [
    "1001", "2000000123456789", "9007199254740991", "99999999999999999999",
    "18446744073709551616", "61274055091837158x", "", "6.12740550918372E+17",
  ])
  func `is nothing where no digit is lost, or beyond 64 bits`(_ id: String) {
    #expect(RoundedID(ArraySlice(id.utf8)) == nil)
  }

  @Test func `reaches to the last of 64 bits`() {
    #expect(RoundedID(ArraySlice("18446744073709551615".utf8)) != nil)
  }
}
