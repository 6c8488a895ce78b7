import Formats
import Testing

@Suite struct `Decimal text` {
  private func code(_ text: String) -> DecimalFailure.Code? {
    do throws(DecimalFailure) {
      _ = try DecimalText.thousandths(text)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    arguments: [
      ("4.99", 4_990), ("-4.990", -4_990), ("230", 230_000), ("0", 0), ("-0", 0), ("+1.5", 1_500),
      ("0.001", 1), (".5", 500), ("4.9900000000000000000000000", 4_990), ("007.1", 7_100),
      ("9223372036854775.807", .max), ("-9223372036854775.807", -.max), ("0.000", 0),
    ] as [(String, Int64)])
  func `reads thousandths exactly`(_ text: String, _ thousandths: Int64) throws {
    #expect(try DecimalText.thousandths(text) == thousandths)
  }

  @Test(arguments: [
    ("", DecimalFailure.Code.unreadable), ("-", .unreadable), (".", .unreadable),
    ("5.", .unreadable),
    ("1.2.3", .unreadable), ("$4.99", .unreadable), (" 4", .unreadable), ("4 ", .unreadable),
    ("--4", .unreadable), ("4,99", .comma), ("1,234.50", .comma), ("1e3", .exponent),
    ("4.9901", .tooFine), ("0.0001", .tooFine), ("9223372036854775.808", .tooLarge),
    ("99999999999999999999", .tooLarge), ("9223372036854776", .tooLarge), ("٤", .unreadable),
  ])
  func `refuses what could be misread`(_ text: String, _ expected: DecimalFailure.Code) {
    #expect(code(text) == expected)
  }

  @Test(
    arguments: [
      (4_990, "4.990"), (230_000, "230.000"), (-4_990, "-4.990"), (0, "0.000"), (1, "0.001"),
      (-1, "-0.001"), (.max, "9223372036854775.807"), (.min, "-9223372036854775.808"),
      (999, "0.999"),
    ] as [(Int64, String)])
  func `writes three decimals`(_ thousandths: Int64, _ text: String) {
    #expect(DecimalText.text(thousandths: thousandths) == text)
  }

  @Test func `reads back whatever it writes`() throws {
    var generator = SeededGenerator(seed: 1_000)
    for _ in 0..<1_000 {
      let amount = Int64.random(in: -Int64.max ... .max, using: &generator)
      #expect(try DecimalText.thousandths(DecimalText.text(thousandths: amount)) == amount)
    }
  }
}

@Suite struct `Nearest name` {
  private let known = ["transaction_id", "original_transaction_id", "user_id", "state", "url"]

  @Test(arguments: [
    ("transacton_id", "transaction_id"), ("transactionId", "transaction_id"),
    ("TRANSACTION-ID", "transaction_id"), ("usr_id", "user_id"), ("staet", "state"), ("urk", "url"),
    ("original_transaction", "original_transaction_id"),
  ])
  func `finds what was probably meant`(_ name: String, _ meant: String) {
    #expect(NearestName.suggestion(for: name, among: known) == meant)
  }

  @Test(arguments: ["", "password", "x", "ul0", String(repeating: "a", count: 1_000_000)])
  func `keeps quiet when nothing is near`(_ name: String) {
    #expect(NearestName.suggestion(for: name, among: known) == nil)
  }

  @Test func `takes the first of two that are equally near`() {
    #expect(NearestName.suggestion(for: "cat", among: ["bat", "hat"]) == "bat")
    #expect(NearestName.suggestion(for: "cat", among: []) == nil)
  }
}
