import Formats
import Testing

@Suite struct `Document reader` {
  private func complaints(
    _ text: String, _ read: (ObjectReader) -> Void
  ) -> [String] {
    let document = DocumentReader(file: "job.json5")
    if let object = document.object(in: Array(text.utf8), .json5) { read(object) }
    return document.complaints.first.map(\.description)
  }

  @Test func `hands over values of the kind asked for`() {
    let text = """
      { name: "nightly", quiet: true, minutes: 0x3C, app: { id: 430001600000001 },
        roots: ["a", "b"], one: "x", odd: null, states: { "0": "pending", granted: 1 } }
      """
    let found = complaints(text) { job in
      #expect(job.string("name") == "nightly")
      #expect(job.bool("quiet") == true)
      #expect(job.integer("minutes", in: 60...60) == 60)
      #expect(job.object("app")?.identifier("id") == "430001600000001")
      #expect(job.strings("roots") == ["a", "b"])
      #expect(job.value("one")?.listOrOne().compactMap { $0.string() } == ["x"])
      #expect(job.value("roots")?.listOrOne().compactMap { $0.string() } == ["a", "b"])
      #expect(job.string("odd") == nil)
      #expect(job.has("odd") && !job.has("even"))
      #expect(job.string("missing") == nil)
      #expect(job.object("states")?.entries().map(\.key) == ["0", "granted"])
      job.finish()
    }
    #expect(found == [])
  }

  @Test func `says what was found instead, where, and under which path`() {
    let text = """
      { ledger: { columns: { transaction_id: 5 }, url: [] },
        "products": { "coins.500": { units: 1.5 } },
        list: [ true, "x" ], days: 400, app: 7 }
      """
    let found = complaints(text) { job in
      let ledger = job.object("ledger")
      _ = ledger?.object("columns")?.string("transaction_id")
      _ = ledger?.string("url")
      _ = ledger?.string("name", required: true)
      for (_, product) in job.object("products")?.entries() ?? [] {
        _ = product.object()?.integer("units", in: 1...9)
      }
      _ = job.strings("list")
      _ = job.integer("days", in: 0...365)
      _ = job.object("app")
    }
    #expect(
      found == [
        "job.json5: line 1, column 40: `ledger.columns.transaction_id` must be a string; "
          + "found a number 5",
        "job.json5: line 1, column 50: `ledger.url` must be a string; found a list",
        "job.json5: line 1, column 11: `ledger.name` is missing",
        "job.json5: line 2, column 39: `products[\"coins.500\"].units` must be a plain whole number "
          + "(found \"1.5\")",
        "job.json5: line 3, column 11: `list[0]` must be a string; found true",
        "job.json5: line 3, column 30: `days` must lie between 0 and 365 (found \"400\")",
        "job.json5: line 3, column 40: `app` must be an object; found a number 7",
      ])
  }

  @Test func `names the nearest known key for each unknown one`() {
    let text = "{\n  transacton_id: 1,\n  user_id: 2,\n  usr_id: 3,\n  color: 4 }"
    let found = complaints(text) { object in
      _ = object.identifier("transaction_id")
      _ = object.identifier("user_id")
      object.finish()
    }
    #expect(
      found == [
        "job.json5: line 2, column 3: unknown key `transacton_id`; did you mean `transaction_id`?",
        "job.json5: line 4, column 3: unknown key `usr_id`",
        "job.json5: line 5, column 3: unknown key `color`",
      ])
  }

  @Test func `offers the words that a choice has`() {
    let found = complaints("{ role: \"credit\", rows: \"state\" }") { ledger in
      #expect(ledger.choice("role", among: ["orders", "credits"]) == nil)
      #expect(ledger.choice("rows", among: ["state", "events"]) == "state")
    }
    #expect(
      found == [
        "job.json5: line 1, column 9: `role` must be one of `orders`, `credits`; "
          + "did you mean `credits`? (found \"credit\")"
      ])
  }

  @Test func `refuses an empty text where one is needed`() {
    let found = complaints("{ id: '' }") { #expect($0.filledString("id") == nil) }
    #expect(found == ["job.json5: line 1, column 7: `id` must not be empty (found \"\")"])
  }

  @Test func `passes a broken document's place on`() {
    #expect(
      complaints("{ a: 1,\n a: 2 }") { _ in } == [
        "job.json5: line 2, column 2: the key `a` stands here twice"
      ])
    #expect(
      complaints("[]") { _ in } == [
        "job.json5: line 1, column 1: the document must be an object; found a list"
      ])
  }

  @Test func `gives an outcome only without complaints`() throws {
    let good = DocumentReader()
    #expect(try good.result(good.object(in: Array("{\"a\": 1}".utf8))?.identifier("a")) == "1")
    let bad = DocumentReader()
    _ = bad.object(in: Array("{".utf8))
    #expect(throws: Complaints.self) { try bad.result(7) }
    #expect(throws: Complaints.self) { try DocumentReader().result(nil as Int?) }
  }

  @Test func `shows a value on one line without control characters`() {
    let long = String(repeating: "x", count: 100)
    #expect(Complaint(line: 1, value: "a\n\u{1B}[31m", "bad").value == "a\\n\\u{1b}[31m")
    #expect(Complaint(line: 1, value: long, "bad").value == String(long.prefix(80)) + "…")
  }
}
