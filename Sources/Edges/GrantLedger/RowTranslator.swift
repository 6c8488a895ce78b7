import Formats
import Matching
import Records

/// Makes ledger rows of a source's cells and puts them into the book.
///
/// A cell that cannot be read is a complaint and reading goes on, so that one run shows them all.
struct RowTranslator {
  /// What was counted on the way.
  private(set) var summary: LedgerSummary
  /// What could not be read.
  var complaints: ReadingComplaints

  private let ledger: UInt16
  private let layout: RowLayout
  private let accounts: [Text: Text]
  private let states: LedgerWords<GrantState>
  private let environments: LedgerWords<Text>
  private let unknownCurrency: Text
  private var times: TimeCells

  /// A translator for the rows of one source, which lie as `layout` says.
  init(
    _ settings: LedgerSettings, at ledger: Int, layout: RowLayout, maps: LedgerMaps,
    complaints: ReadingComplaints, texts: inout TextTable
  ) throws(InputFailure) {
    self.summary = LedgerSummary(settings, maps)
    self.complaints = complaints
    self.ledger = UInt16(clamping: ledger)
    self.layout = layout
    self.accounts = maps.accounts.interned(into: &texts)
    self.states = .states(of: settings)
    self.environments = .environments(of: settings, &texts)
    self.unknownCurrency = texts.intern(LedgerSettings.unknownCurrency)
    self.times = try TimeCells(settings)
  }

  /// Adds one row, whose cells lie as the layout says.
  mutating func add(_ row: SourceRow, to books: inout Books) {
    var entry = LedgerRow()
    entry.ledger = ledger
    entry.isOutOfScope = !layout.admits(row)
    nameParties(&entry, by: row, &books.texts)
    readState(&entry, by: row)
    readMeasures(&entry, by: row, &books.texts)
    readTimes(&entry, by: row)
    takeHints(&entry, by: row, &books.texts)
    summary.count(entry)
    books.ledger.add(entry)
  }

  // MARK: - Who and what

  private func nameParties(
    _ entry: inout LedgerRow, by row: SourceRow, _ texts: inout TextTable
  ) {
    entry.rowID = RowID(text(.rowID, of: row, &texts))
    entry.transactionID = TransactionID(text(.transactionID, of: row, &texts))
    entry.transactionIDAsFound = asFound(entry.transactionID.text, of: row, &texts)
    entry.originalTransactionID = OriginalTransactionID(
      text(.originalTransactionID, of: row, &texts))
    entry.lineItemID = LineItemID(text(.lineItemID, of: row, &texts))
    entry.user = UserID(text(.userID, of: row, &texts))
    entry.account =
      accounts.isEmpty ? entry.user : UserID(accounts[entry.user.text] ?? entry.user.text)
    entry.product = ProductID(text(.productID, of: row, &texts))
    if let token = row.known(layout[.accountToken]) {
      entry.accountToken = AccountToken(texts.intern(row.string(token).lowercased()))
    }
  }

  private func text(
    _ column: LedgerColumn, of row: SourceRow, _ texts: inout TextTable
  ) -> Text {
    guard let cell = row.known(layout[column]) else { return .empty }
    return texts.intern(row.bytes.span.extracting(cell))
  }

  /// The id with the blanks around it; most have none.
  private func asFound(_ trimmed: Text, of row: SourceRow, _ texts: inout TextTable) -> Text {
    guard let cell = layout[.transactionID] else { return trimmed }
    let range = row.asFound(cell)
    guard row.trimmed(cell) != range else { return trimmed }
    return texts.intern(row.bytes.span.extracting(range))
  }

  // MARK: - Where it stands

  private mutating func readState(_ entry: inout LedgerRow, by row: SourceRow) {
    let state = row.known(layout[.state]) ?? 0..<0
    if let known = states.meaning(of: row.bytes.span.extracting(state)) {
      entry.state = known
    } else {
      complain(.state, entry, row, "no known state; say what it means in the ledger's `states`")
    }
    guard let environment = row.known(layout[.environment]) else { return }
    if let known = environments.meaning(of: row.bytes.span.extracting(environment)) {
      entry.environment = EnvironmentID(known)
    } else {
      complain(
        .environment, entry, row,
        "no known environment; say what it means in the ledger's `environments`")
    }
  }

  // MARK: - How much and when

  private mutating func readMeasures(
    _ entry: inout LedgerRow, by row: SourceRow, _ texts: inout TextTable
  ) {
    if let cell = row.known(layout[.quantity]) {
      entry.quantity = quantity(in: row.bytes.span.extracting(cell))
      if entry.quantity == nil {
        complain(.quantity, entry, row, "a quantity is a whole number above 0")
      }
    }
    guard let cell = row.known(layout[.amount]) else { return }
    do throws(DecimalFailure) {
      entry.amount = try DecimalText.thousandths(row.bytes.span.extracting(cell))
      let currency = row.known(layout[.currency])
      entry.currency = currency.map { texts.intern(row.string($0)) } ?? unknownCurrency
    } catch {
      complain(.amount, entry, row, error.description)
    }
  }

  private mutating func readTimes(_ entry: inout LedgerRow, by row: SourceRow) {
    entry.purchaseTime = time(.purchaseTime, entry, row)
    entry.grantedAt = time(.grantedAt, entry, row)
    entry.expiresAt = time(.expiresAt, entry, row)
  }

  private mutating func time(
    _ column: LedgerColumn, _ entry: LedgerRow, _ row: SourceRow
  ) -> Instant? {
    guard let cell = row.known(layout[column]) else { return nil }
    do throws(TimeFailure) {
      return try times.instant(row.bytes.span.extracting(cell))
    } catch {
      complain(column, entry, row, advice(on: error))
      return nil
    }
  }

  // MARK: - Hints

  /// Takes from the payload as received what the source has no column for.
  ///
  /// It is not verified here, so it counts only where it speaks of the row's own transaction.
  private mutating func takeHints(
    _ entry: inout LedgerRow, by row: SourceRow, _ texts: inout TextTable
  ) {
    guard let cell = row.known(layout.payload) else { return }
    guard let hints = PayloadHints(Array(row.bytes[cell])) else {
      summary.unreadablePayloads += 1
      return
    }
    if let named = hints.transactionID, texts.find(named) != entry.transactionID.text { return }
    if layout[.lineItemID] == nil, let item = hints.lineItemID {
      entry.lineItemID = LineItemID(texts.intern(item))
    }
    if layout[.accountToken] == nil, let token = hints.accountToken {
      entry.accountToken = AccountToken(texts.intern(token.lowercased()))
    }
    if layout[.quantity] == nil { entry.quantity = hints.quantity }
  }

  // MARK: - Complaints

  /// Notes a cell that cannot be read; a row of another origin may look anyhow.
  private mutating func complain(
    _ column: LedgerColumn, _ entry: LedgerRow, _ row: SourceRow, _ reason: String
  ) {
    guard !entry.isOutOfScope else { return }
    complaints.note(
      row.number, key: row.known(layout[.rowID]).map(row.string), column: layout.name(of: column),
      value: layout[column].map { row.string(row.asFound($0)) }, reason)
  }
}

/// The units of a row; nil for anything but a whole number above 0 that fits 32 bits.
func quantity(in text: Span<UInt8>) -> Int32? {
  guard let number = WholeNumber.parse(text), number > 0 else { return nil }
  return Int32(exactly: number)
}
