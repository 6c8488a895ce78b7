import AppStore
import Formats
import Matching
import Records
import TestKit
import Testing

@Suite struct `a store file with bytes gone wrong` {
  private static let text = """
    [{"transactionId":"1","quantity":1,"price":4990,"currency":"USD"},
    {"transactionId":"2","advancedCommerceInfo":{"items":[{"SKU":"a\\"b","price":-1}]}},
    "eyJhbGciOiJFUzI1NiJ9.eyJ0cmFuc2FjdGlvbklkIjoiMyJ9.AAAA"]
    eyJhbGciOiJFUzI1NiJ9.eyJ0cmFuc2FjdGlvbklkIjoiMyJ9.AAAA
    {"status":0,"receipt":{"in_app":[{"transaction_id":"4","purchase_date_ms":"1772521200000"}]}}
    {"transactions":[{"transactionId":"5"},{"originalTransactionId":"1","autoRenewStatus":1}]}
    """

  /// Whatever was done to a file, it is read or refused with a place, and never half believed.
  @Test func `is read or refused, and ends either way`() throws {
    var random = Dice(seed: 20_260_310)
    let folder = try TemporaryFolder()
    var refusedCount = 0
    for _ in 0..<400 {
      var bytes = Array(Self.text.utf8)
      for _ in 0...random.next(3) {
        let place = random.next(bytes.count)
        switch random.next(3) {
        case 0: bytes[place] = UInt8(random.next(256))
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + random.next(40)))
        default: bytes.insert(contentsOf: bytes[place...].prefix(random.next(40)), at: place)
        }
      }
      do {
        _ = try Reading(path: folder.write(bytes, to: "store"))
      } catch StoreFileFailure.malformed(let complaints) {
        refusedCount += 1
        #expect(complaints.first.allSatisfy { $0.line > 0 && !$0.message.isEmpty })
      }
    }
    #expect(refusedCount > 100)
  }

  /// Numbers that look random and are the same in every run (Knuth's MMIX generator).
  private struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }
}
