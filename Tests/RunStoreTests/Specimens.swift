import Formats
import Reconciliation
import Records
import RunStore
import Rules
import System
import TestKit

/// The moment of most specimens, and moments by the hour after it.
func hour(_ number: Int64) -> Instant {
  Instant(milliseconds: 1_767_225_600_000 + number * Milliseconds.hour)
}

/// A record with a payload and a token that belong together.
func record(
  _ id: String, original: String? = nil, kind: PulledRecord.Kind = .transaction,
  origin: Origin = .history, environment: String = "Production",
  bundle: String = "com.example.game",
  signedAt: Int64? = 1_000, note: String = ""
) -> PulledRecord {
  var writer = JSONWriter()
  writer.object { writer in
    writer.member("transactionId", id)
    writer.member("originalTransactionId", original ?? id)
    writer.member("note", note)
  }
  let payload = writer.bytes
  let middle = Base64.encode(payload.span, .url, padded: false)
  return PulledRecord(
    kind: kind, origin: origin, bundleID: bundle, environment: environment, id: id,
    signedAt: signedAt, payload: payload, token: Array("aGVhZGVy.\(middle).c2ln\(id)".utf8),
    reason: kind == .refused ? "the signature does not hold" : nil)
}

/// A page of one customer's history, with the cursor that stands behind it.
func page(
  _ subject: String, _ number: Int, _ records: [PulledRecord], source: PullSource = .history
) -> PulledPage {
  PulledPage(
    source: source, subject: subject, number: number, records: records,
    cursors: ["\(source.rawValue)/\(subject)": "after \(number)"])
}

/// A finding about a purchase.
func finding(
  _ id: String, _ kind: FindingKind = .missedDelivery, ids: [String] = ["100"],
  severity: Severity = .loss, environment: String = "Production", seen: Instant = hour(0)
) -> Finding {
  Finding(
    id: id, kind: kind, severity: severity, isConfirmed: true, environment: environment,
    productID: "coins.500", transactionID: ids.first ?? "", transactionIDs: ids, userIDs: ["7"],
    rows: [], quantityPaid: 1, quantityGranted: 0,
    amount: Money(milliunits: 4_990, currency: "USD"), purchasedAt: hour(-5), firstSeen: seen,
    evidence: ["paid \"4.990 USD\""], suggestion: "grant it")
}

/// A finding about a row that no purchase explains.
func rowFinding(_ id: String, claiming claimed: String) -> Finding {
  var finding = finding(id, .unknownGrant, ids: [claimed])
  finding.quantityPaid = nil
  finding.quantityGranted = nil
  return finding
}

/// Where a state stands on the disk while a test opens it again and again.
struct StateFolder: ~Copyable {
  let folder: TemporaryFolder
  var path: String { folder.path + "/state/nightly.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  func open() throws(SourceFailure) -> JobState {
    try JobState(path: path, now: hour(0))
  }
}

extension JobState {
  /// Begins a run where no earlier report is whole.
  @discardableResult
  func begin(_ asOf: Instant = hour(0), name: String = "r1") throws(SourceFailure) -> OpenRun {
    try beginRun(asOf: asOf, name: name, now: asOf) { _ in false }
  }

  /// Annotates, seals and finishes.
  @discardableResult
  func conclude(
    _ findings: [Finding] = [], at asOf: Instant = hour(0), resolvesOthers: Bool = true
  ) throws(SourceFailure) -> [Finding] {
    let annotated = try annotate(findings, asOf: asOf)
    try seal(conclusion(annotated, resolvesOthers: resolvesOthers))
    try finishRun(now: asOf)
    return annotated
  }

  /// A whole run that pulls these pages.
  func wholeRun(
    _ pages: [PulledPage] = [], finds findings: [Finding] = [], at asOf: Instant = hour(0)
  ) throws(SourceFailure) -> [Finding] {
    try begin(asOf, name: "run at \(asOf.text)")
    for page in pages { try remember(page) }
    return try conclude(findings, at: asOf)
  }

  /// The judged book in one line a record.
  func lines() throws(SourceFailure) -> [String] {
    var lines: [String] = []
    try eachRecord { record, isFresh in
      let payload = String(decoding: record.payload, as: UTF8.self)
      lines.append(
        "\(record.kind) \(record.origin) \(record.environment) \(record.id) "
          + "\(record.signedAt ?? -1) \(payload)\(isFresh ? " fresh" : "")")
    }
    return lines
  }

  /// The ids of the judged book, fresh ones with a star.
  func ids() throws(SourceFailure) -> [String] {
    var ids: [String] = []
    try eachRecord { record, isFresh in ids.append(record.id + (isFresh ? "*" : "")) }
    return ids
  }
}

/// The end of a run that found this.
func conclusion(
  _ findings: [Finding] = [], resolvesOthers: Bool = true, manifest: String = "digest"
) -> Conclusion {
  Conclusion(
    verdict: findings.isEmpty ? .clean : .exceptions, counts: ["findings": findings.count],
    findings: findings, resolvesOthers: resolvesOthers, manifest: manifest)
}
