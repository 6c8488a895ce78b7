import AppStore
import Formats
package import GrantLedger
import Records

extension Job {
  /// Reads a job file.
  ///
  /// Every mistake in it is named at once, with line and column; all are of the kind
  /// `.configuration`.
  package static func read(_ path: String) throws(InputFailure) -> Job {
    let bytes = try InputFile.read(path, orFail: .configuration)
    return try parse(bytes, path: path)
  }

  /// Makes a job of a file's bytes; `path` names it in messages and its directory is where its own
  /// paths begin.
  package static func parse(_ bytes: [UInt8], path: String) throws(InputFailure) -> Job {
    let document = DocumentReader(file: path)
    let reader = JobReader(document, path: path)
    do throws(Complaints) {
      return try document.result(reader.read(bytes))
    } catch {
      throw InputFailure(.configuration, "the job file \(path) cannot be used", error, file: path)
    }
  }
}

/// Reads the top of a job file and hands its parts to their own readers.
struct JobReader {
  private let document: DocumentReader
  private let path: String
  private let directory: JobDirectory

  init(_ document: DocumentReader, path: String) {
    self.document = document
    self.path = path
    directory = JobDirectory(of: path)
  }

  /// The job, or nil where the document notes why there is none.
  func read(_ bytes: [UInt8]) -> Job? {
    guard let value = document.value(in: bytes, .json5), let top = value.object() else {
      return nil
    }
    let app = self.app(in: top)
    let name = self.name(in: top)
    var job = Job(
      name: name, app: app ?? Job.AppSettings(bundleID: ""), directory: directory)
    if let store = top.object("store") {
      job.store = StoreReader(store, in: directory).read()
    }
    readLedgers(in: top, into: &job)
    if let products = top.object("products") { job.products = ProductCatalogue(in: products) }
    if let rules = top.object("rules") { job.rules = RuleSettings(in: rules) }
    if let coverage = top.object("coverage") { job.acceptedGaps = acceptedGaps(in: coverage) }
    readPlaces(in: top, into: &job)
    top.finish()
    job.canonicalText = CanonicalJSON.text(of: value.json)
    return app == nil ? nil : job
  }

  private func app(in top: ObjectReader) -> Job.AppSettings? {
    guard let object = top.object("app", required: true) else { return nil }
    defer { object.finish() }
    let bundleID = object.filledString("bundleId", required: true)
    let appleID = object.integer("appAppleId", in: 1...Int64.max)
    let environment = object.choice("environment", among: LedgerSettings.appleEnvironments)
    return bundleID.map {
      Job.AppSettings(
        bundleID: $0, appAppleID: appleID, environment: environment ?? "Production")
    }
  }

  /// The name becomes a folder, so it must be able to be one.
  private func name(in top: ObjectReader) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? "job"
    let stem = file.split(separator: ".").first.map(String.init) ?? "job"
    guard let value = top.value("name"), let name = value.string() else { return stem }
    guard name.isPlainName, !name.contains(" ") else {
      value.complain("must be a name that a folder can have: letters, digits, `.`, `-`, `_`")
      return stem
    }
    return name
  }

  private func readLedgers(in top: ObjectReader, into job: inout Job) {
    guard let value = top.value("ledger") else { return }
    job.hasLedgerList = value.json.array != nil
    var names: Set<String> = []
    for element in value.listOrOne() {
      guard let object = element.object() else { continue }
      let reader = LedgerSettingsReader(object, in: directory)
      let settings = reader.read(isOneOfSeveral: job.hasLedgerList)
      if !names.insert(settings.name).inserted {
        element.complain("has the name `\(settings.name)`, which another ledger has too")
      }
      job.ledgers.append(settings)
    }
  }

  private func readPlaces(in top: ObjectReader, into job: inout Job) {
    if let reports = top.object("reports") {
      if let name = reports.filledString("directory") {
        job.reportsDirectory = directory.path(of: name)
      }
      reports.finish()
    }
    if let name = top.filledString("state") { job.statePath = directory.path(of: name) }
  }

  private func acceptedGaps(in coverage: ObjectReader) -> [AcceptedGap] {
    defer { coverage.finish() }
    return (coverage.list("accepted") ?? []).compactMap { element in
      guard let object = element.object() else { return nil }
      defer { object.finish() }
      let reason = object.filledString("reason", required: true)
      let until = object.value("until", required: true).flatMap { $0.endOfTime() }
      let scope = object.filledString("scope")
      guard let reason, let until else { return nil }
      return AcceptedGap(reason: reason, until: until, scope: scope)
    }
  }
}

extension String {
  /// Whether it can stand in file names and in front of a colon.
  var isPlainName: Bool {
    !isEmpty && !hasPrefix(".") && unicodeScalars.allSatisfy { $0.isPlainInName }
  }
}

extension Unicode.Scalar {
  fileprivate var isPlainInName: Bool {
    value >= 0x80 ? properties.isAlphabetic : properties.isAlphabetic || isASCIIDigitOrMark
  }

  private var isASCIIDigitOrMark: Bool {
    ("0"..."9").contains(self) || [".", "-", "_", " "].contains(self)
  }
}
