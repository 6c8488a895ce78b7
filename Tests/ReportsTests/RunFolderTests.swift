import Foundation
import Reconciliation
import Reports
import Testing

@Suite struct `a run's folder` {
  @Test func `holds every file, and the manifest names them with rows and digests`() throws {
    let place = try Scratch()
    let report = try Report.everyKind()
    try RunFolder(in: place.path, job: "nightly", run: report.run.run).write(report)
    let folder = "nightly/2026-03-10T030000Z"
    #expect(
      place.list(folder) == [
        "could-not-check.csv", "double-grants.csv", "exceptions.csv", "manifest.json",
        "missed-deliveries.csv", "summary.json",
      ])
    #expect(place.list("nightly") == ["2026-03-10T030000Z", "latest"])
    #expect(place.read("\(folder)/summary.json") == VerdictJSON.bytes(report))
    try Golden.expect(place.read("\(folder)/manifest.json"), in: "manifest.json")
    let manifest = String(decoding: place.read("\(folder)/manifest.json"), as: UTF8.self)
    for name in place.list(folder) where name != "manifest.json" {
      #expect(manifest.contains(Fingerprint.text(of: place.read("\(folder)/\(name)"))))
    }
  }

  @Test func `is what latest points at`() throws {
    let place = try Scratch()
    for run in ["first", "second"] {
      try RunFolder(in: place.path, job: "nightly", run: run).write(.clean())
      #expect(place.target("nightly/latest") == run)
    }
  }

  @Test func `replaces the folder of a run whose state was lost`() throws {
    let place = try Scratch()
    let folder = try RunFolder(in: place.path, job: "nightly", run: "one")
    try folder.write(.everyKind())
    let first = place.read("nightly/one/summary.json")
    try folder.write(.clean())
    #expect(place.read("nightly/one/summary.json") != first)
    try folder.write(.everyKind())
    #expect(place.read("nightly/one/summary.json") == first)
    #expect(place.list("nightly") == ["latest", "one"])
  }

  @Test func `sweeps away what killed runs left, and nothing else`() throws {
    let place = try Scratch()
    for folder in [
      "nightly/.one.17.partial", "nightly/.two.99.partial", "nightly/.partial",
      "nightly/.firefox.partial", "nightly/.one.17.other",
    ] { try place.write("x", "\(folder)/summary.json") }
    try RunFolder(in: place.path, job: "nightly", run: "one").write(.clean())
    #expect(
      place.list("nightly") == [".firefox.partial", ".one.17.other", ".partial", "latest", "one"])
  }

  @Test func `comes back where a killed run had moved it aside`() throws {
    let place = try Scratch()
    try place.write("{}", "nightly/.old.17.old/manifest.json")
    try place.write("{}", "nightly/.new.17.old/manifest.json")
    try place.write("{}", "nightly/new/manifest.json")
    try RunFolder(in: place.path, job: "nightly", run: "one").write(.clean())
    #expect(place.list("nightly") == ["latest", "new", "old", "one"])
  }

  @Test(arguments: ["", ".", "..", ".hidden", "a/b", "a\nb", "-x", "a\u{0}b"])
  func `has a name that a folder can have`(_ name: String) throws {
    for (job, run) in [(name, "one"), ("nightly", name)] {
      let failure = #expect(throws: ReportFailure.self) {
        _ = try RunFolder(in: "reports", job: job, run: run)
      }
      #expect(failure?.code == .unfitName)
    }
  }

  @Test func `is not called latest`() {
    let failure = #expect(throws: ReportFailure.self) {
      try RunFolder(in: "reports", job: "nightly", run: "latest")
    }
    #expect(failure?.code == .unfitName)
  }

  @Test func `cannot be written where a file is in the way, and leaves nothing half`() throws {
    let place = try Scratch()
    try place.write("x", "nightly")
    let failure = #expect(throws: ReportFailure.self) {
      try RunFolder(in: place.path, job: "nightly", run: "one").write(.clean())
    }
    #expect(failure?.code == .notWritable)
    #expect(place.list("") == ["nightly"])
  }

  @Test func `leaves nothing half where a file of it fails`() throws {
    let place = try Scratch()
    let broken = ReportFile(name: "no/such/folder.csv") { _, _ in ReportFile.Tally() }
    let folder = try RunFolder(
      in: place.path, job: "nightly", run: "one", files: ReportFile.standard + [broken])
    let failure = #expect(throws: ReportFailure.self) { try folder.write(.clean()) }
    #expect(failure?.code == .notWritable)
    #expect(place.list("nightly") == [])
  }

  @Test func `keeps the old folder where the new one fails`() throws {
    let place = try Scratch()
    try RunFolder(in: place.path, job: "nightly", run: "one").write(.clean())
    let before = place.read("nightly/one/manifest.json")
    let broken = ReportFile(name: "no/such/folder.csv") { _, _ in ReportFile.Tally() }
    let folder = try RunFolder(in: place.path, job: "nightly", run: "one", files: [broken])
    #expect(throws: ReportFailure.self) { try folder.write(.everyKind()) }
    #expect(place.read("nightly/one/manifest.json") == before)
    #expect(place.list("nightly") == ["latest", "one"])
  }

  @Test func `takes further files into its manifest`() throws {
    let place = try Scratch()
    let page = ReportFile(name: "report.html") { (_, emit) throws(ReportFailure) in
      try emit(Array("<p>".utf8))
      return ReportFile.Tally()
    }
    let folder = try RunFolder(
      in: place.path, job: "nightly", run: "one", files: ReportFile.standard + [page])
    try folder.write(.clean())
    try folder.write(.clean())
    #expect(place.read("nightly/one/report.html") == Array("<p>".utf8))
    #expect(
      String(decoding: place.read("nightly/one/manifest.json"), as: UTF8.self)
        .contains("\"name\": \"report.html\""))
  }
}
