import Formats
import Testing

@Suite struct `CSV reader` {
  @Test(arguments: [
    "a,b\n1,2\n3,4\n", "a,b\n1,2\n3,4", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4\r",
    "\u{FEFF}a;b\n1;2\n3;4\n", "a\tb\n1\t2\n3\t4\n\n\n", "\"a\",\"b\"\n\"1\",2\n3,\"4\"",
    " a , b\t\n1,2\n3,4\n\r\n", "\u{FEFF}\"a\";b\r\n1;\"2\"\r\n3;4\r\n\r\n", "a,b\r1,2\r3,4\r\r",
  ])
  func `is forgiving in form, at every block size`(_ text: String) throws {
    let table = try #require(Table(everyBlockSize: text))
    #expect(table.header == ["a", "b"])
    #expect(table.rows == [["1", "2"], ["3", "4"]])
    #expect(table.lines == [2, 3])
    #expect(table.complaints == [])
  }

  @Test func `reads quoted separators, quotes and line ends`() throws {
    let text = "a,b\n\"x,\"\"y\"\"\",\"one\r\ntwo\n\"\n\"\",\"\"\"\"\n,é😀\n"
    let table = try #require(Table(everyBlockSize: text))
    #expect(table.rows == [["x,\"y\"", "one\r\ntwo\n"], ["", "\""], ["", "é😀"]])
    #expect(table.lines == [2, 5, 6])
    #expect(table.complaints == [])
  }

  @Test(arguments: [
    ("a;b,c;d\n", ["a", "b,c", "d"]), ("\"a,b,c\";d\n", ["a,b,c", "d"]),
    ("a\tb,c\td", ["a", "b,c", "d"]),
    ("a,b;c\n", ["a", "b;c"]), ("one\n", ["one"]), ("\"a;b\"\n", ["a;b"]), (",a\n", ["", "a"]),
    ("\"a\nb\",c\n", ["a\nb", "c"]),
  ])
  func `finds the separator in the header, outside quotes`(
    _ text: String, _ header: [String]
  ) throws {
    let table = try #require(Table(everyBlockSize: text))
    #expect(table.header == header)
    #expect(table.complaints == [])
  }

  @Test func `takes the separator that it is told`() {
    var reader = CSVReader(separator: 0x7C)
    let text = Array("a|b,c\n1|2,3\n".utf8)
    var fields: [String] = []
    reader.feed(text.span) { row, bytes, _ in
      fields = (0..<row.fieldCount).map { row.text(of: $0, in: bytes) }
    }
    #expect(fields == ["1", "2,3"])
    #expect(reader.rowCount == 1)
  }

  @Test(arguments: [
    ("a,b\n1\n", "t.csv: line 2: 1 fields in a table of 2 columns"),
    ("a,b\n1,2\n1,2,3\n", "t.csv: line 3: 3 fields in a table of 2 columns"),
    ("a,b\n1,x\"y\n", "line 2, column b: a quote inside a field that is not quoted"),
    ("a,b\n\"1\"x,2\n", "line 2, column a: something follows the closing quote (found \"1x\")"),
    ("a,b\n\"1\" ,2\n", "column a: something follows the closing quote"),
    ("a,b\n1,\"2\n3,4\n", "line 2, column b: this quoted field is never closed"),
    ("a,b\n1,2\n\n\n3,4\n\n", "t.csv: line 3: a blank line inside the table"),
    ("a,b\n1,x\ry\n", "column b: a carriage return inside a field that is not quoted"),
    ("a,b\n1,\"2\"\ry\n", "column b: a carriage return inside a field that is not quoted"),
    ("a,b\n1,x\0y\n", "line 2, column b: a NUL byte inside a field (found \"x\\u{0}y\")"),
    ("a,a\n1,2\n", "t.csv: line 1, column a: the header names the column `a` twice"),
    ("", "the first line should hold the columns' names and is empty"),
    ("\na,b\n", "the first line should hold the columns' names and is empty"),
    ("\u{FEFF}", "the first line should hold the columns' names and is empty"),
    ("a,\"b\n1,2\n", "the header is broken: this quoted field is never closed"),
    ("a,\0b\n", "the header holds a NUL byte"),
  ])
  func `is strict in meaning`(_ text: String, _ complaint: String) throws {
    let table = try #require(Table(everyBlockSize: text))
    #expect(table.count == 1)
    #expect(table.complaints.first?.contains(complaint) == true, "\(table.complaints)")
  }

  @Test func `hands over the good rows around a bad one`() throws {
    let table = try #require(Table(everyBlockSize: "a,b\n1,2\n3\n\"x\"y,z\n5,6\n"))
    #expect(table.rows == [["1", "2"], ["5", "6"]])
    #expect(table.lines == [2, 5])
    #expect(table.count == 2)
  }

  @Test(arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
  func `refuses broken UTF-8 in a field and in the header`(_ bytes: [UInt8]) throws {
    let inField = try #require(
      Table(everyBlockSizeOf: Array("a,b\n1,".utf8) + bytes + Array("\n2,3\n".utf8)))
    #expect(inField.complaints.first?.contains("line 2, column b: the text is not UTF-8") == true)
    #expect(inField.rows == [["2", "3"]])
    let beforeComma = try #require(
      Table(everyBlockSizeOf: Array("a,b\n1".utf8) + bytes + Array(",2\n".utf8)))
    #expect(beforeComma.complaints.first?.contains("column a: the text is not UTF-8") == true)
    let inHeader = try #require(Table(everyBlockSizeOf: bytes + Array(",b\n1,2\n".utf8)))
    #expect(inHeader.complaints == ["t.csv: line 1: the header is not UTF-8"])
    #expect(inHeader.rows == [])
  }

  @Test func `recognises UTF-16`() throws {
    let table = try #require(Table(everyBlockSizeOf: [0xFF, 0xFE, 0x61, 0, 0x0A, 0]))
    #expect(table.complaints == ["t.csv: line 1: the file is UTF-16; save it as UTF-8"])
  }

  @Test func `stops at a row without end instead of swallowing the file`() {
    let bytes = Array(("a,b\n1,\"2\n" + String(repeating: "3,4\n", count: 1_000)).utf8)
    for size in [1, 7, bytes.count] {
      let table = Table(bytes, blockSize: size, rowByteLimit: 100)
      #expect(table.count == 1)
      #expect(
        table.complaints.first?.contains("a closing quote is probably missing") == true)
    }
    let header = Table(
      Array(String(repeating: "x", count: 200).utf8), blockSize: 9, rowByteLimit: 99)
    #expect(header.complaints.first?.contains("the header is longer than 99 bytes") == true)
  }

  @Test func `keeps twenty complaints and counts the rest`() throws {
    let text = "a,b\n" + String(repeating: "1\n", count: 100)
    let table = Table(Array(text.utf8), blockSize: 16)
    #expect(table.complaints.count == 20)
    #expect(table.count == 100)
  }

  @Test func `keeps the caller's complaints in one list with its own`() {
    var reader = CSVReader(file: "t.csv")
    let text = Array("id,state\n1,good\n2\n3,grnated\n".utf8)
    reader.feed(text.span) { row, bytes, complaints in
      if row.text(of: 1, in: bytes) != "good" {
        complaints.add(row.complaint(about: 1, in: bytes, "no such state"))
      }
    }
    #expect(
      reader.complaints.description == """
        t.csv: line 3: 1 fields in a table of 2 columns
        t.csv: line 4, column state: no such state (found "grnated")
        """)
    #expect(throws: Complaints.self) { try reader.complaints.refuseIfAny() }
  }

  @Test func `lets the caller's error through`() {
    struct Enough: Error {}
    var reader = CSVReader()
    let text = Array("a\n1\n2\n".utf8)
    #expect(throws: Enough.self) {
      try reader.feed(text.span) { (row, _, _) throws(Enough) in
        if row.line == 3 { throw Enough() }
      }
    }
    #expect(reader.rowCount == 2)
  }
}
