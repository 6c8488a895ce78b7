import Formats
import Records
import TestKit
import Testing

@testable import StandIn

private func store(_ place: borrowing TemporaryFolder, _ customers: Int = 30) throws -> StoreFolder
{
  let path = place.file("store")
  _ = try InitCommand.run([
    path, "--customers", String(customers), "--purchases", "2", "--oldest", "1500",
  ])
  return try StoreFolder(opening: path)
}

@Suite struct `the program of the stand-in` {
  @Test func `prints every change as a line of JSON`() throws {
    let place = try TemporaryFolder()
    let folder = try store(place)
    let printed = try AdvanceCommand.run([
      folder.path, "--clock", "2026-03-11T03:00:00Z", "--changes", "10", "--ledger", "update",
    ])
    let lines = printed.split(separator: "\n")
    #expect(lines.count == 10)
    for line in lines {
      var scanner = JSONScanner(Array(line.utf8))
      let change = try #require(try scanner.document().object)
      #expect(WorldChange.Kind(rawValue: change["change"]?.string ?? "") != nil)
      for key in ["transactionId", "originalTransactionId", "appTransactionId", "productId"] {
        #expect(change[key]?.string?.isEmpty == false)
      }
      #expect(try #require(change.integer("at")) > clock.milliseconds)
    }
    #expect(try StoreFolder(opening: folder.path).identity.clock.text == "2026-03-11T03:00:00Z")
  }

  @Test func `prints a purchase's order number`() throws {
    let place = try TemporaryFolder()
    let folder = try store(place)
    let purchase = try AdvanceCommand.run([
      folder.path, "--clock", "2026-03-11T03:00:00Z", "--changes", "1", "--seed", "4",
    ])
    var scanner = JSONScanner(Array(purchase.utf8.dropLast()))
    let id = try #require(try scanner.document().object?["transactionId"]?.string)
    let printed = try OrderCommand.run([folder.path, id])
    #expect(printed == (try folder.orderNumber(of: id)).map { $0 + "\n" })
    #expect(throws: StandInFailure.self) { try OrderCommand.run([folder.path, "1"]) }
  }

  @Test(arguments: [
    (["--changes", "1"], "--clock and --changes are needed"),
    (["--clock", "2026-03-10T03:00:00Z", "--changes", "1"], "give a clock a minute later"),
    (["--clock", "2026-03-11T03:00:00Z", "--changes", "99"], "the world has 30"),
    (
      ["--clock", "2026-03-11T03:00:00Z", "--changes", "1", "--ledger", "burn"],
      "keep or update is expected"
    ),
  ])
  func `says what it does not understand`(_ words: [String], _ expected: String) throws {
    let place = try TemporaryFolder()
    let folder = try store(place)
    let failure = try #require(throws: StandInFailure.self) {
      try AdvanceCommand.run([folder.path] + words)
    }
    #expect(failure.description.contains(expected))
    #expect(failure.exitStatus == 64)
  }
}

@Suite struct `tokens that were signed before` {
  @Test func `are kept, as far as there is room`() {
    let tokens = SignedTokens(generationByteLimit: 100)
    var made = 0
    func ending(_ number: Int64, _ moment: Int64 = 1) -> [UInt8] {
      tokens.ending(.init(kind: .record, number: number, moment: moment)) {
        made += 1
        return [UInt8](repeating: UInt8(number), count: 30)
      }
    }
    #expect(ending(1) == ending(1))
    #expect(made == 1)
    _ = ending(1, 2)
    #expect(made == 2)
    for number in 2...50 {
      _ = ending(Int64(number))
      #expect(tokens.byteCount <= 200)
    }
    #expect(made == 51)
    // The last ones are still there, the first one is not.
    _ = ending(50)
    #expect(made == 51)
    #expect(ending(1) == [UInt8](repeating: 1, count: 30))
    #expect(made == 52)
  }
}
