import Foundation
import Reports
import Testing

@Suite struct `a folder named by --out` {
  @Test(arguments: ["out", "out/", "a/b/out", "a//out"])
  func `appears where it was named`(_ name: String) throws {
    let place = try Scratch()
    let folder = try RunFolder(path: "\(place.path)/\(name)")
    try folder.write(.clean())
    #expect(place.list(name).contains("manifest.json"))
    #expect(!place.list("").contains("latest"))
    try folder.write(.everyKind())
    #expect(place.list(name).count == 6)
  }

  @Test(arguments: ["", "/", ".", "..", "a/..", "a/.", "//"])
  func `is a folder of its own`(_ path: String) {
    let failure = #expect(throws: ReportFailure.self) { try RunFolder(path: path) }
    #expect(failure?.code == .unfitName)
  }

  @Test func `may be there already if it is empty`() throws {
    let place = try Scratch()
    try place.write("x", "out/gone")
    try place.remove("out/gone")
    try RunFolder(path: "\(place.path)/out").write(.clean())
    #expect(place.list("out").count == 6)
  }

  @Test func `is never somebody else's`() throws {
    let place = try Scratch()
    try place.write("precious", "home/thesis.txt")
    let failure = #expect(throws: ReportFailure.self) {
      try RunFolder(path: "\(place.path)/home").write(.clean())
    }
    #expect(failure?.code == .notOurs)
    #expect(place.list("home") == ["thesis.txt"])
    #expect(place.list("") == ["home"])
  }

  @Test func `is not replaced where a person put a file beside the report's`() throws {
    let place = try Scratch()
    let folder = try RunFolder(path: "\(place.path)/out")
    try folder.write(.clean())
    try place.write("precious", "out/notes.txt")
    let failure = #expect(throws: ReportFailure.self) { try folder.write(.everyKind()) }
    #expect(failure?.code == .notOurs)
    #expect(failure?.description.contains("notes.txt") == true)
    #expect(place.read("out/notes.txt") == Array("precious".utf8))
  }

  @Test func `is not a file`() throws {
    let place = try Scratch()
    try place.write("precious", "out")
    let failure = #expect(throws: ReportFailure.self) {
      try RunFolder(path: "\(place.path)/out").write(.clean())
    }
    #expect(failure?.code == .notOurs)
  }

  @Test func `leaves alone what others are writing beside it`() throws {
    let place = try Scratch()
    let living = ProcessInfo.processInfo.processIdentifier
    for name in [".out.999999999.partial", ".other.17.partial", ".out.1.partial"] {
      try place.write("x", "\(name)/summary.json")
    }
    try place.write("x", ".out.\(living).partial/stale.json")
    try RunFolder(path: "\(place.path)/out").write(.clean())
    #expect(place.list("") == [".other.17.partial", ".out.1.partial", "out"])
    #expect(place.list("out").count == 6)
  }
}
