import Formats

/// Finds the ledger's columns among those that a source has.
struct LedgerMapping {
  /// A column that is looked for.
  struct Wanted: Equatable {
    /// What it is to the ledger: one of its columns, its scope or its payload.
    enum Purpose: Equatable {
      case column(LedgerColumn)
      case scope([String])
      case payload
    }

    let purpose: Purpose
    /// The source's name for it.
    let name: String
    /// Whether a source without it cannot be read.
    let isNeeded: Bool
  }

  /// Every column that is looked for.
  let wanted: [Wanted]
  private let ledger: String

  /// The columns of a ledger by the job's names, else the preset's, else the canonical ones.
  ///
  /// A name that the job itself gives must be there, though the column could be absent.
  init(_ settings: LedgerSettings) {
    ledger = settings.name
    let presetNames = settings.preset?.columns ?? [:]
    var wanted = LedgerColumn.allCases.map { column in
      let name = settings.columns[column] ?? presetNames[column] ?? column.rawValue
      let isNeeded = column.isRequired || settings.columns[column] != nil
      return Wanted(purpose: .column(column), name: name, isNeeded: isNeeded)
    }
    for (name, texts) in settings.scope.sorted(by: { $0.key < $1.key }) {
      wanted.append(Wanted(purpose: .scope(texts), name: name, isNeeded: true))
    }
    if let payload = settings.preset?.payloadColumn {
      wanted.append(Wanted(purpose: .payload, name: payload, isNeeded: false))
    }
    self.wanted = wanted
  }

  /// The layout of a source whose columns are `header`.
  ///
  /// SQL does not tell upper from lower case in names, files do.
  func layout(
    of header: [String], ignoringCase: Bool, file: String, line: Int? = nil
  ) throws(InputFailure) -> RowLayout {
    let found = header.map { ignoringCase ? $0.lowercased() : $0 }
    var layout = RowLayout()
    var places: [InputPlace] = []
    for column in wanted {
      let name = ignoringCase ? column.name.lowercased() : column.name
      let count = found.count { $0 == name }
      if count == 1, let index = found.firstIndex(of: name) {
        layout.add(column, named: header[index])
      } else if count > 1 || column.isNeeded {
        let reason = count > 1 ? "the column stands here twice" : Self.missing(column, header)
        places.append(
          InputPlace(
            file: file, position: line.map { .line($0) }, column: column.name, reason: reason))
      }
    }
    guard places.isEmpty else { throw failure(at: places, header) }
    return layout
  }

  /// The layout of a source that names the columns of each row: all are looked for.
  func layoutOfEverything() -> RowLayout {
    var layout = RowLayout()
    for column in wanted { layout.add(column, named: column.name) }
    return layout
  }

  /// Refuses a source in which needed columns never came.
  func refuseMissing(among header: [String], file: String) throws(InputFailure) {
    let places = wanted.filter { $0.isNeeded && !header.contains($0.name) }.map {
      InputPlace(file: file, column: $0.name, reason: Self.missing($0, header))
    }
    guard places.isEmpty else { throw failure(at: places, header) }
  }

  private func failure(at places: [InputPlace], _ header: [String]) -> InputFailure {
    InputFailure(
      .badData,
      "the ledger `\(ledger)` lacks columns; found: \(VisibleText.list(header))."
        + " Say what they are called in the ledger's `columns`",
      at: places)
  }

  private static func missing(_ column: Wanted, _ header: [String]) -> String {
    let nearest = NearestName.suggestion(for: column.name, among: header)
    return "missing" + (nearest.map { "; did you mean `\(VisibleText.short($0))`?" } ?? "")
  }
}

extension RowLayout {
  /// Lays a column that was found into the next cell.
  fileprivate mutating func add(_ column: LedgerMapping.Wanted, named name: String) {
    switch column.purpose {
    case .column(let canonical): add(canonical, named: name)
    case .scope(let texts): addScope(named: name, allowing: texts)
    case .payload: addPayload(named: name)
    }
  }
}
