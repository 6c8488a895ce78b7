import Bytes
import System
import TestKit
import Testing

@Suite struct `files and directories` {
  @Test func `a durable write replaces the file and leaves nothing beside it`() throws {
    let folder = try TemporaryFolder()
    try Files.writeDurably(Array("old".utf8), to: folder.file("report"))
    try Files.writeDurably(Array("new".utf8), to: folder.file("report"))
    #expect(try readWhole(path: folder.file("report"), byteLimit: 10) == Array("new".utf8))
    #expect(try Files.list(folder.path) == ["report"])
  }

  @Test func `a durable file that is not committed changes nothing`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "report")
    do {
      var file = try DurableFile(path: path)
      try file.write(Array("half".utf8))
      #expect(try Files.list(folder.path).count == 2)
    }
    #expect(try readWhole(path: path, byteLimit: 10) == Array("old".utf8))
    #expect(try Files.list(folder.path) == ["report"])
  }

  @Test func `a write into a missing directory says where`() throws {
    let folder = try TemporaryFolder()
    let failure = #expect(throws: SystemFailure.self) {
      try Files.writeDurably([1], to: folder.file("none/report"))
    }
    #expect(failure?.isNotFound == true)
    #expect(failure?.path.hasPrefix(folder.file("none/")) == true)
  }

  @Test func `directories are made as far as they are missing and listed in order`() throws {
    let folder = try TemporaryFolder()
    try Files.makeDirectories(folder.file("b/c/"))
    try Files.makeDirectories(folder.file("b/a"))
    #expect(Files.isDirectory(folder.file("b/c")))
    #expect(Files.isWritableDirectory(folder.file("b")))
    #expect(!Files.isDirectory(folder.file("d")))
    #expect(try Files.list(folder.file("b")) == ["a", "c"])
    let path = try folder.write("text", to: "file")
    #expect(try Files.byteCount(of: path) == 4)
    #expect(!Files.isWritableDirectory(path))
    #expect(throws: SystemFailure.self) { try Files.makeDirectories(path + "/below") }
  }

  @Test func `removing a tree stops at symbolic links`() throws {
    let folder = try TemporaryFolder()
    try Files.makeDirectories(folder.file("kept"))
    try Files.makeDirectories(folder.file("tree/below"))
    try Files.replaceSymbolicLink(at: folder.file("tree/link"), to: folder.file("kept"))
    try Files.removeTree(folder.file("tree"))
    #expect(try Files.list(folder.path) == ["kept"])
  }

  @Test func `a link is repointed in one step`() throws {
    let folder = try TemporaryFolder()
    let link = folder.file("latest")
    _ = try folder.write("1", to: "one")
    _ = try folder.write("2", to: "two")
    try Files.replaceSymbolicLink(at: link, to: "one")
    #expect(try readWhole(path: link, byteLimit: 1) == Array("1".utf8))
    try Files.replaceSymbolicLink(at: link, to: "two")
    #expect(try readWhole(path: link, byteLimit: 1) == Array("2".utf8))
    try Files.replaceSymbolicLink(at: link, to: "gone")
    #expect(!Files.exists(link))
    #expect(try Files.list(folder.path) == ["latest", "one", "two"])
  }
}
