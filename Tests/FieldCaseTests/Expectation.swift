import Formats

/// What the verdict of a case has to hold, may hold, and must not.
struct Expectation: Sendable {
  /// How one of the findings has to look.
  struct Look: Sendable {
    let finding: String
    let severities: [String]
    let milliunits: String?
    let word: String?
  }

  let must: [String]
  let alternatives: [[String]]
  let may: [String]
  let mustNot: [String]
  let messages: [String]
  let looks: [Look]

  init(_ json: JSONValue?) {
    must = json.texts("must")
    may = json.texts("may")
    mustNot = json.texts("mustNot")
    messages = json.texts("messages")
    alternatives =
      json?.object?["or"]?.array?.map { $0.array?.compactMap(\.string) ?? [] } ?? []
    looks = (json?.object?["with"]?.array ?? []).map { look in
      Look(
        finding: Optional(look).text("finding") ?? "",
        severities: Optional(look).texts("severity"), milliunits: look.object?["amount"]?.number,
        word: Optional(look).text("evidence"))
    }
  }

  /// Everything that the findings and messages of a verdict have wrong.
  func complaints(_ findings: [SeenFinding], _ said: [String], _ rows: RowFinder) -> [String] {
    let lists = [must] + alternatives
    let results = lists.map { missing($0, findings, rows) }
    var wrongs = results.contains([]) ? [] : results[0]
    for wrong in mustNot where findings.contains(where: { rows.meets($0, wrong) }) {
      wrongs.append("must not be: \(wrong)")
    }
    for word in messages where !said.contains(where: { $0.contains(word) }) {
      wrongs.append("no message says: \(word)")
    }
    return wrongs + looks.flatMap { complaints(about: $0, findings, rows) }
  }

  /// What is missing of a list, and what stands beside it that neither it nor `may` allows.
  private func missing(
    _ wanted: [String], _ findings: [SeenFinding], _ rows: RowFinder
  ) -> [String] {
    var rest = findings
    var missing: [String] = []
    for item in wanted {
      if let place = rest.firstIndex(where: { rows.meets($0, item) }) {
        rest.remove(at: place)
      } else {
        missing.append("missing: \(item)")
      }
    }
    for finding in rest where !may.contains(where: { rows.meets(finding, $0) }) {
      missing.append("not allowed: \(finding.words)")
    }
    return missing
  }

  private func complaints(
    about look: Look, _ findings: [SeenFinding], _ rows: RowFinder
  ) -> [String] {
    guard let finding = findings.first(where: { rows.meets($0, look.finding) }) else {
      return ["missing: \(look.finding)"]
    }
    var complaints: [String] = []
    if !look.severities.isEmpty, !look.severities.contains(finding.severity) {
      complaints.append("\(look.finding): severity \(finding.severity)")
    }
    if let milliunits = look.milliunits, finding.milliunits != milliunits {
      complaints.append("\(look.finding): amount \(finding.milliunits ?? "unknown")")
    }
    if let word = look.word, !finding.evidence.lowercased().contains(word.lowercased()) {
      complaints.append("\(look.finding): no \(word) in its evidence")
    }
    return complaints
  }
}

/// A finding of a JSON verdict.
struct SeenFinding: Sendable {
  let id: String
  let kind: String
  let severity: String
  let transactionID: String
  let ids: [String]
  let users: [String]
  let rows: [String]
  let milliunits: String?
  let evidence: String

  init(_ json: JSONValue) {
    let json = Optional(json)
    id = json.text("id") ?? ""
    kind = json.text("kind") ?? ""
    severity = json.text("severity") ?? ""
    transactionID = json.text("transactionId") ?? ""
    ids = json.texts("transactionIds")
    users = json.texts("userIds")
    rows = json.texts("rows")
    milliunits = json?.object?["amount"]?.object?["milliunits"]?.number
    evidence = json.texts("evidence").joined(separator: "\n")
  }

  var words: String { "\(kind):\(transactionID) (\(users.joined(separator: ", ")))" }
}

/// Finds out whether a finding is the one that an expectation names.
struct RowFinder: Sendable {
  /// The users of each row's key, as the case's ledger has them.
  let userOfRow: [String: String]

  /// `kind:id`, `kind:id (user)`, `kind:` or `kind:*`.
  func meets(_ finding: SeenFinding, _ item: String) -> Bool {
    let parts = item.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, finding.kind == parts[0] else { return false }
    let rest = String(parts[1])
    if rest == "*" || rest.isEmpty { return true }
    guard let open = rest.range(of: " (") else {
      return finding.transactionID == rest || finding.ids.contains(rest)
    }
    let id = String(rest[..<open.lowerBound])
    let user = String(rest[open.upperBound...].dropLast())
    guard finding.transactionID == id else { return false }
    guard !finding.rows.isEmpty else { return finding.users.contains(user) }
    return finding.rows.contains { userOfRow[$0] == user }
  }
}

extension String {
  fileprivate func range(of other: String) -> Range<String.Index>? {
    indices.first { self[$0...].hasPrefix(other) }.map { start in
      start..<index(start, offsetBy: other.count)
    }
  }
}
