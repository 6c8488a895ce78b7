import Bytes
import Testing

@Suite struct `wide scans` {
  @Test func `find the one hit wherever it stands`() {
    for (place, surplus) in (0...50).flatMap({ place in (1...40).map { (place, $0) } }) {
      let count = place + surplus
      var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
      bytes[place] = UInt8(ascii: ",")
      let span = bytes.span
      #expect(span.firstIndex(of: comma) == place)
      #expect(span.firstIndex(ofAny: quote, comma) == place)
      #expect(span.firstIndex(ofAny: quote, newline, comma) == place)
      #expect(span.firstIndex(ofAny: quote, newline, orBelow: comma + 1) == place)
      #expect(span.firstIndex(of: comma, from: place) == place)
      #expect(span.firstIndex(of: comma, from: place + 1) == nil)
    }
  }

  @Test func `find nothing in nothing`() {
    let empty: [UInt8] = []
    #expect(empty.span.firstIndex(of: comma) == nil)
    #expect(empty.span.firstIndex(of: comma, from: 5) == nil)
  }

  @Test func `return the first of several hits`() {
    let bytes = Array(#"plain text, then "quoted", then a line"#.utf8)
    let span = bytes.span
    #expect(span.firstIndex(ofAny: quote, comma) == 10)
    #expect(span.firstIndex(ofAny: quote, comma, from: 11) == 17)
    #expect(span.firstIndex(ofAny: newline, quote, quote) == 17)
  }

  @Test func `tell bytes above 127 from control bytes`() {
    let bytes = Array("übermäßig viele Zeichen, und ein Tabulator\t".utf8)
    #expect(
      bytes.span.firstIndex(ofAny: quote, newline, orBelow: 0x20) == bytes.count - 1)
  }

  @Test func `set one bit for each hit of 64 bytes`() {
    let letters: [UInt8] = [comma, quote, newline, 0x00, 0x61, 0xff]
    for _ in 0..<200 {
      let bytes: [UInt8] = (0..<80).map { _ in letters.randomElement() ?? 0 }
      for start in 0...16 {
        let mask = bytes.span.hitMask(ofAny: comma, quote, newline, from: start)
        let expected = (0..<64).reduce(UInt64(0)) { mask, place in
          let isHit = [comma, quote, newline].contains(bytes[start + place])
          return isHit ? mask | 1 << UInt64(place) : mask
        }
        #expect(mask == expected)
      }
    }
  }
}

private let comma = UInt8(ascii: ",")
private let quote = UInt8(ascii: "\"")
private let newline = UInt8(ascii: "\n")
