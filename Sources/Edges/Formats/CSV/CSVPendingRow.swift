/// A row that is read byte by byte: it has quotes, lies across two blocks, or has something wrong.
struct CSVPendingRow {
  /// Where in a field the reader stands.
  private enum State {
    case fieldStart, plain, quoted, quoteInQuoted, afterReturn
  }

  private let form: CSVForm

  /// The fields without their quotes, one separator between each.
  private var bytes: [UInt8] = []
  /// Where each field ends in the bytes, coded as in ``CSVRow``.
  var fieldEnds: [Int] = []
  private(set) var isComplete = false
  /// The first thing wrong with its quoting.
  private(set) var broken: (column: Int, reason: String)?
  /// Whether it holds bytes that are not plain ASCII text.
  private(set) var isSuspect = false
  /// How many lines it takes.
  private(set) var lineCount = 0

  private var state = State.fieldStart
  private var hasQuotes = false
  private var hasBegun = false

  init(_ form: CSVForm) {
    self.form = form
  }

  /// Whether no byte of it was seen.
  var isEmpty: Bool { !hasBegun }

  /// Whether it is a line without a single character.
  private(set) var isBlank = false

  var byteCount: Int { bytes.count }

  /// Moves the bytes out, so that they can be lent while the reader changes.
  mutating func takeBytes() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &bytes)
    return taken
  }

  /// Begins the next row, in the space that the last one took.
  mutating func reset(reusing space: consuming [UInt8]) {
    var spareEnds: [Int] = []
    swap(&spareEnds, &fieldEnds)
    self = CSVPendingRow(form)
    bytes = space
    bytes.removeAll(keepingCapacity: true)
    fieldEnds = spareEnds
    fieldEnds.removeAll(keepingCapacity: true)
  }

  /// Takes bytes from `start` up to the end of the row; returns the index behind the last one.
  mutating func push(_ block: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < block.count, !isComplete {
      let byte = block[index]
      hasBegun = true
      if byte >= 0x80 || byte == 0 { isSuspect = true }
      if state == .afterReturn, byte != .lineFeed {
        // The CR was text after all, which it may not be outside quotes.
        restoreReturn()
      }
      step(byte)
      index += 1
    }
    return index
  }

  /// Ends the row where the file ends.
  mutating func finish() {
    if state == .quoted { breakHere("this quoted field is never closed") }
    if !isComplete { endRow() }
  }

  private mutating func step(_ byte: UInt8) {
    switch state {
    case .quoted:
      if byte == .doubleQuote {
        state = .quoteInQuoted
      } else {
        if byte == .lineFeed || byte == .carriageReturn && form.endsWithReturn { lineCount += 1 }
        bytes.append(byte)
      }
    case .quoteInQuoted where byte == .doubleQuote:
      bytes.append(byte)
      state = .quoted
    case .fieldStart where byte == .doubleQuote:
      hasQuotes = true
      state = .quoted
    case .fieldStart, .plain, .quoteInQuoted, .afterReturn:
      stepOutside(byte)
    }
  }

  private mutating func stepOutside(_ byte: UInt8) {
    switch byte {
    case form.separator:
      fieldEnds.append(bytes.count << 1)
      bytes.append(byte)
      state = .fieldStart
    case .lineFeed:
      endRow()
    case .carriageReturn:
      if form.endsWithReturn { endRow() } else { state = .afterReturn }
    case .doubleQuote:
      breakHere(
        "a quote inside a field that is not quoted; quote the field and double the quote")
      bytes.append(byte)
      state = .plain
    default:
      if state == .quoteInQuoted { breakHere("something follows the closing quote") }
      bytes.append(byte)
      state = .plain
    }
  }

  private mutating func restoreReturn() {
    breakHere("a carriage return inside a field that is not quoted")
    bytes.append(.carriageReturn)
    state = .plain
  }

  private mutating func endRow() {
    isBlank = bytes.isEmpty && fieldEnds.isEmpty && !hasQuotes && broken == nil
    fieldEnds.append(bytes.count << 1)
    lineCount += 1
    isComplete = true
  }

  private mutating func breakHere(_ reason: String) {
    if broken == nil { broken = (fieldEnds.count, reason) }
  }
}
