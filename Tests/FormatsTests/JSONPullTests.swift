import Formats
import Testing

@Suite struct `Pulling members` {
  static let names = JSONNames(["transactionId", "price", "offer", "", "transactionid"])

  private func pull(_ text: String) throws(JSONFailure) -> [String] {
    var scanner = JSONScanner(Array(text.utf8))
    var seen: [String] = []
    var object = try scanner.openObject()
    while let member = try scanner.nextMember(of: &object) {
      let number = Self.names.index(of: member.key, in: scanner).map(String.init) ?? "?"
      seen.append("\(number) \(member.value.kindName) \(scanner.text(of: member.value))")
    }
    try scanner.finish()
    return seen
  }

  @Test func `gives each member with its number and its text`() throws {
    let text = #"""
      {"transactionId": "430001600000001", "price": 4990, "other": [1, {"a": "]"}],
       "transaction\u0069d": "\u0041", "": null, "offer": true}
      """#
    #expect(
      try pull(text) == [
        "0 a string 430001600000001", "1 a number 4990", #"? a list [1, {"a": "]"}]"#,
        "4 a string A", "3 null null", "2 true true",
      ])
  }

  @Test(arguments: [
    (#"{"a": 1} x"#, JSONFailure.Code.trailingContent),
    (#"{"a": {"b": 1, "b": 2}}"#, .duplicateKey),
    (#"{"a": [1, 2}"#, .unexpectedCharacter), (#"[1]"#, .wrongType), (#""a""#, .wrongType),
    ("", .empty), (#"{"a": 1, "a": 2}"#, .duplicateKey), (#"{"a": "\ud800"}"#, .unpairedSurrogate),
  ])
  func `is as strict as the tree`(_ text: String, _ code: JSONFailure.Code) {
    #expect {
      try pull(text)
    } throws: { error in
      (error as? JSONFailure)?.code == code
    }
  }

  @Test func `reads whole numbers exactly or not at all`() throws {
    let numbers = [
      "0", "-1", "1772359200000", "9223372036854775807", "-9223372036854775808",
      "9223372036854775808", "1.0", "1e3", "-0", "12345678901234567890123",
    ]
    var scanner = JSONScanner(Array("[\(numbers.joined(separator: ","))]".utf8))
    var array = try scanner.openArray()
    var values: [Int64?] = []
    while try scanner.hasNextElement(of: &array) {
      values.append(scanner.integer(of: try scanner.nextValue()))
    }
    #expect(values == [0, -1, 1_772_359_200_000, .max, .min, nil, nil, nil, 0, nil])
  }

  @Test func `steps into values that were stepped over`() throws {
    var scanner = JSONScanner(Array("{\"list\": [{\"id\": 7},\n {\"id\": 8}]}".utf8))
    var object = try scanner.openObject()
    let member = try #require(try scanner.nextMember(of: &object))
    var inner = scanner.scanner(of: member.value)
    var list = try inner.openArray()
    var ids: [String?] = []
    while try inner.hasNextElement(of: &list) {
      ids.append(try inner.value().object?["id"]?.number)
    }
    #expect(ids == ["7", "8"])
    let tree = try scanner.value(of: member.value)
    #expect(tree.array?.last?.position == TextPosition(line: 2, column: 2))
    #expect(try scanner.nextMember(of: &object) == nil)
    try scanner.finish()
  }

  @Test func `walks a long list without holding it`() throws {
    let text =
      "{\"transactions\": [" + (0..<1_000).map { "{\"id\": \($0)}" }.joined(separator: ",")
      + "], \"next\": \"x\"}"
    var scanner = JSONScanner(Array(text.utf8))
    var object = try scanner.openObject()
    var count = 0
    var next: String?
    while let key = try scanner.nextKey(of: &object) {
      guard scanner.text(of: key) == "transactions" else {
        next = scanner.text(of: try scanner.nextValue())
        continue
      }
      var list = try scanner.openArray()
      while try scanner.hasNextElement(of: &list) {
        var transaction = try scanner.openObject()
        while try scanner.nextMember(of: &transaction) != nil { count += 1 }
      }
    }
    try scanner.finish()
    #expect(count == 1_000)
    #expect(next == "x")
  }

  @Test func `places a caller's own complaint at the token`() throws {
    var scanner = JSONScanner(Array("{\"a\":\n \"x\"}".utf8))
    var object = try scanner.openObject()
    let member = try #require(try scanner.nextMember(of: &object))
    let failure = scanner.failure("no such product type", at: member.value)
    #expect(failure.description == "line 2, column 2: no such product type")
  }
}
