import Formats

/// Reads one JSON text whole.
func read(
  _ text: String, _ dialect: JSONDialect = .json
) throws(JSONFailure) -> JSONValue.Content {
  try read(Array(text.utf8), dialect)
}

/// Reads bytes that need not be UTF-8.
func read(
  _ bytes: [UInt8], _ dialect: JSONDialect = .json
) throws(JSONFailure) -> JSONValue.Content {
  var scanner = JSONScanner(bytes, dialect: dialect)
  return try scanner.document().content
}

/// Why a text is refused; nil when it is not.
func refusal(_ text: String, _ dialect: JSONDialect = .json) -> JSONFailure? {
  refusal(Array(text.utf8), dialect)
}

/// Why bytes are refused; nil when they are not.
func refusal(_ bytes: [UInt8], _ dialect: JSONDialect = .json) -> JSONFailure? {
  do throws(JSONFailure) {
    _ = try read(bytes, dialect)
    return nil
  } catch {
    return error
  }
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
