import Formats
import Foundation
import Testing

/// Good texts, broken at random: nothing may crash, hang or contradict itself.
///
/// `IAP_FUZZ_ITERATIONS` says how many of each; `IAP_FUZZ_SEED` where to begin.
@Suite struct `Broken on purpose` {
  private static let iterations = number("IAP_FUZZ_ITERATIONS") ?? 500
  private static let seed = number("IAP_FUZZ_SEED") ?? 1

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let jsonSeeds = [
    #"{"transactionId":"430001600000001","price":4990,"x":[1,-2.5e+3,true,null,"\ud83d\ude00\n"]}"#,
    "// c\n{a: 'b', /* d */ \"e\": [+1, .5, 0xFF,], f: {g: {h: []}},}",
    #"{"a":{"a":{"a":[[[[{}]]]]}},"é😀":"\u0000"}"#,
  ]

  private static let csvSeeds = [
    "id,user,state\n1,u1,granted\n2,\"u,\"\"2\"\"\",\"x\ny\"\n",
    "\u{FEFF}id;user\r\n1;é😀\r\n\"2\";\r\n\r\n", "a\tb\r1\t2\r3\t4\r",
    "transaction_id,user_id\n\"430001600000001\",\"user 1\"\n430001600000002,ключ!\n",
  ]

  private static let spice: [[UInt8]] = [
    [0x22], [0x5C], [0x2C], [0x0A], [0x0D], [0x00], [0xFF], [0xC3], [0xEF, 0xBB, 0xBF], [0x7B],
    [0x5B],
    [0x7D], [0x5D], [0x2D], [0x30], [0x2E], [0x65], [0x5C, 0x75], [0xED, 0xA0, 0x80], [0x2F, 0x2A],
  ]

  private func mutant(of text: String, _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0...3, using: &generator) {
      case 0: bytes.insert(contentsOf: Self.spice.randomElement(using: &generator) ?? [], at: place)
      case 1: bytes.removeSubrange(place..<min(place + 3, bytes.count))
      case 2 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      default:
        let end = min(place + Int.random(in: 0...12, using: &generator), bytes.count)
        bytes.insert(contentsOf: bytes[place..<end], at: place)
      }
    }
    return bytes
  }

  @Test func `JSON: the tree and the pull agree, and what is read can be written`() throws {
    var generator = SeededGenerator(seed: UInt64(Self.seed))
    for round in 0..<Self.iterations {
      let bytes = mutant(of: Self.jsonSeeds[round % 3], &generator)
      for dialect in [JSONDialect.json, .json5] {
        var puller = JSONScanner(bytes, dialect: dialect)
        let pulled: JSONFailure? =
          if case .failure(let failure) = Result(catching: { () throws(JSONFailure) in
            _ = try puller.nextValue()
            try puller.finish()
          }) { failure } else { nil }
        #expect(refusal(bytes, dialect) == pulled, "\(bytes)")
        if pulled == nil {
          var scanner = JSONScanner(bytes, dialect: dialect)
          var writer = JSONWriter()
          writer.value(try scanner.document())
          #expect(refusal(writer.bytes) == nil, "\(bytes)")
        }
        // Whatever is JSON is JSON5 as well, and means the same.
        if dialect == .json, pulled == nil {
          #expect(try read(bytes) == read(bytes, .json5), "\(bytes)")
        }
      }
    }
  }

  @Test func `CSV: every cut gives the same rows and complaints`() {
    var generator = SeededGenerator(seed: UInt64(Self.seed))
    for round in 0..<Self.iterations {
      let bytes = mutant(of: Self.csvSeeds[round % 4], &generator)
      #expect(Table(everyBlockSizeOf: bytes) != nil, "\(bytes)")
    }
  }

  @Test func `Base64, times and amounts: a text is read or refused`() throws {
    var generator = SeededGenerator(seed: UInt64(Self.seed))
    let seeds = ["2026-03-10T03:00:00.123+08:00", "1697679936049.7297", "-4.990", "Zm9vYmFyZm8="]
    for round in 0..<Self.iterations {
      let bytes = mutant(of: seeds[round % 4], &generator)
      if let text = try? Base64.decode(bytes.span, .standard, padding: .required) {
        let again = Base64.encode(text.span, .standard, padded: true)
        #expect(Array(again.utf8) == bytes)
      }
      if case .instant(let instant) = try? TimeText.read(bytes.span, .fractionalMilliseconds) {
        #expect(!TimeText.iso(instant).isEmpty)
      }
      if let amount = try? DecimalText.thousandths(bytes.span) {
        #expect(try DecimalText.thousandths(DecimalText.text(thousandths: amount)) == amount)
      }
    }
  }
}
