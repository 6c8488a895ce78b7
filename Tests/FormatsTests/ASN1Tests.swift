import Formats
import Foundation
import Testing

@Suite struct `ASN.1` {
  @Test(arguments: [0, 1, 127, 128, 255, 256, -1, -128, -129, .max, .min, 1711] as [Int64])
  func `reads back the whole numbers that are written`(_ number: Int64) throws {
    var reader = ASN1Reader(DERWriter.integer(number))
    #expect(try reader.integer() == number)
    #expect(reader.isAtEnd)
  }

  @Test(arguments: [0, 1, 127, 128, 255, 256, 65_535, 65_536])
  func `reads back values of any length`(_ count: Int) throws {
    let content = [UInt8](repeating: 7, count: count)
    var reader = ASN1Reader(DERWriter.value(.octetString, content))
    #expect(try reader.octets() == content)
    try reader.finish()
  }

  @Test func `reads texts of UTF-8, and nothing that is not`() throws {
    var reader = ASN1Reader(DERWriter.text("münze") + DERWriter.date("2026"))
    #expect(try reader.text() == "münze")
    #expect(try reader.text() == "2026")
    for bytes in [[0x0C, 1, 0xFF], [0x04, 1, 0x41], [0x0C, 2, 0x41]] as [[UInt8]] {
      #expect(throws: ASN1Failure.self) {
        var reader = ASN1Reader(bytes)
        _ = try reader.text()
      }
    }
  }

  @Test func `joins strings that come in pieces, with and without lengths`() throws {
    let bytes: [UInt8] = [
      0x24, 0x80, 0x04, 1, 1, 0x24, 0x80, 0x04, 1, 2, 0, 0, 0x24, 3, 0x04, 1, 3, 0, 0,
    ]
    var reader = ASN1Reader(bytes)
    #expect(try reader.octets() == [1, 2, 3])
    #expect(reader.isAtEnd)
  }

  @Test(
    arguments: [
      [], [0x30], [0x30, 0x01], [0x30, 0x81], [0x30, 0x82, 0x01], [0x04, 0x80, 0, 0],
      [0x30, 0x85, 0, 0, 0, 0, 0], [0x1F, 0x01, 0x00], [0x00, 0x00], [0x30, 0x80, 0x04, 1],
      [0x30, 0x84, 0x80, 0, 0, 0],
    ] as [[UInt8]])
  func `refuses a head that makes no sense`(_ bytes: [UInt8]) {
    #expect(throws: ASN1Failure.self) {
      var reader = ASN1Reader(bytes)
      _ = try reader.next()
    }
  }

  @Test func `refuses a number of no bytes and one of nine`() {
    for count in [0, 9] {
      #expect(throws: ASN1Failure.self) {
        var reader = ASN1Reader(
          DERWriter.value(.integer, [UInt8](repeating: 1, count: count)))
        _ = try reader.integer()
      }
    }
  }

  @Test func `goes twenty-four levels deep and no deeper`() throws {
    func nested(_ levels: Int) -> [UInt8] {
      (0..<levels).reduce([]) { inner, _ in DERWriter.value(.sequence, inner) }
    }
    func descend(_ levels: Int) throws(ASN1Failure) {
      var reader = ASN1Reader(nested(levels))
      while !reader.isAtEnd { reader = try reader.inside(reader.next()) }
    }
    try descend(24)
    #expect(throws: ASN1Failure.self) { try descend(25) }
    func open(_ levels: Int) -> [UInt8] {
      let ends = [UInt8](repeating: 0, count: 2 * levels)
      return (0..<levels).flatMap { _ in [0x30, 0x80] as [UInt8] } + ends
    }
    var reader = ASN1Reader(open(24))
    _ = try reader.next()
    #expect(throws: ASN1Failure.self) {
      var reader = ASN1Reader(open(25))
      _ = try reader.next()
    }
  }

  @Test func `fuzz: any bytes are read or refused`() {
    var state: UInt64 = 5
    let rounds = ProcessInfo.processInfo.environment["IAP_FUZZ_ITERATIONS"].flatMap { Int($0) }
    for _ in 0..<(rounds ?? 5_000) {
      let bytes = (0..<40).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1
        let kinds: [UInt8] = [0x30, 0x31, 0x24, 0x04, 0x02, 0x80, 0x00, 0x84]
        return state >> 60 < 12
          ? kinds[Int(state >> 40) % kinds.count] : UInt8(truncatingIfNeeded: state >> 33)
      }
      var readers = [ASN1Reader(bytes)]
      var steps = 0
      while var reader = readers.popLast(), steps < 1_000 {
        steps += 1
        guard let element = try? reader.next() else { continue }
        #expect(element.whole.upperBound <= bytes.count)
        readers.append(reader)
        if let inside = try? reader.inside(element) { readers.append(inside) }
      }
      #expect(steps < 1_000)
    }
  }
}
