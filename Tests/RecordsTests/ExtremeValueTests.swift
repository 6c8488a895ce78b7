import Records
import Testing

@Suite struct `extreme values` {
  @Test(arguments: [
    (Int64.min, "-292275055-05-16T16:47:04.192Z"),
    (Int64.min + 1, "-292275055-05-16T16:47:04.193Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (-86_400_000, "1969-12-31T00:00:00Z"),
    (0, "1970-01-01T00:00:00Z"), (Int64.max, "292278994-08-17T07:12:55.807Z"),
  ])
  func `every moment has a text`(_ milliseconds: Int64, _ text: String) {
    #expect(Instant(milliseconds: milliseconds).text == text)
  }

  @Test(arguments: [
    (990, 2, 1, 1_980), (990, 1, 3, 330), (1_000, 1, 3, 333), (-1_000, 1, 3, -333),
    (Int64.max, 1, 1, Int64.max), (Int64.max, 4, 8, Int64.max / 2), (Int64.max, 2, 1, nil),
    (Int64.min, 2, 1, nil), (10_000_000_000_000, 4_294_967_294, 1, nil),
  ])
  func `a part of an amount is exact or unknown`(
    _ milliunits: Int64, _ share: Int64, _ whole: Int64, _ part: Int64?
  ) {
    let money = Money(milliunits: milliunits, currency: "USD")
    #expect(money.part(share, of: whole)?.milliunits == part)
  }
}
