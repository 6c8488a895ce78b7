import Bytes
import System
import TestKit
import Testing

@Suite struct `reading files` {
  @Test func `whole files up to the limit and not above it`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("12345678", to: "eight")
    #expect(try readWhole(path: path, byteLimit: 8) == Array("12345678".utf8))
    #expect(try readWhole(path: path, byteLimit: Int.max).count == 8)
    let refusal = #expect(throws: FileFailure.self) {
      try readWhole(path: path, byteLimit: 7)
    }
    #expect(refusal?.description == "cannot read \(path): it is larger than the limit of 7 bytes")
  }

  @Test func `a missing file and a directory are told apart in words`() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: FileFailure.self) {
      try readWhole(path: folder.file("none"), byteLimit: 10)
    }
    #expect(
      missing?.description == "cannot open \(folder.path)/none: No such file or directory")
    let directory = #expect(throws: FileFailure.self) {
      try readWhole(path: folder.path, byteLimit: 10)
    }
    #expect(directory?.description == "cannot open \(folder.path): Is a directory")
  }

  @Test func `blocks are appended to what the buffer holds`() throws {
    let folder = try TemporaryFolder()
    var reader = try BlockReader(path: try folder.write("abcdef", to: "letters"))
    var buffer = Array("> ".utf8)
    #expect(try reader.read(into: &buffer, upTo: 4) == 4)
    #expect(try reader.read(into: &buffer, upTo: 4) == 2)
    #expect(try reader.read(into: &buffer, upTo: 4) == 0)
    #expect(buffer == Array("> abcdef".utf8))
  }

  @Test(arguments: [
    ("", []),
    ("\n", [""]),
    ("a", ["a"]),
    ("a\n", ["a"]),
    ("a\r\nb", ["a", "b"]),
    ("a\n\nb\r\n", ["a", "", "b"]),
    ("a\rb\n", ["a\rb"]),
  ])
  func `lines end with LF, CRLF or the file`(_ text: String, _ lines: [String]) throws {
    let folder = try TemporaryFolder()
    #expect(try allLines(of: folder.write(text, to: "lines"), lineByteLimit: 10) == lines)
  }

  @Test func `lines may be longer than a block`() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "x", count: 600_000)
    let path = try folder.write("first\n\(long)\r\nlast", to: "long")
    #expect(try allLines(of: path, lineByteLimit: 600_000) == ["first", long, "last"])
  }

  @Test func `a line above the limit is refused with its number`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("12345\r\n12345\n123456\n", to: "six")
    #expect(try allLines(of: path, lineByteLimit: 6).count == 3)
    #expect(throws: LineFailure.tooLong(path: path, line: 3, byteLimit: 5)) {
      try allLines(of: path, lineByteLimit: 5)
    }
    #expect(throws: LineFailure.tooLong(path: path, line: 1, byteLimit: 4)) {
      try allLines(of: path, lineByteLimit: 4)
    }
  }
}

private func allLines(of path: String, lineByteLimit: Int) throws -> [String] {
  var reader = try LineReader(path: path, lineByteLimit: lineByteLimit)
  var lines: [String] = []
  var line: [UInt8] = []
  while try reader.next(into: &line) {
    lines.append(String(decoding: line, as: UTF8.self))
    #expect(reader.lineNumber == lines.count)
  }
  return lines
}
