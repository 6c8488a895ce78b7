import Formats
package import Matching

/// Reads files of the store's word into the books.
///
/// A file may hold JSON lines of decoded payloads, a list of them, compact JWS lines, answers of
/// Apple's endpoints or of verifyReceipt, pages of the feed, or a CSV table; what it holds is seen
/// in the file itself. Nothing is kept but the books.
package struct StoreFileReader {
  private let verifier: TransactionVerifier
  private let defaults: StoreDefaults

  /// A reader that believes what `verifier` believes.
  package init(verifier: TransactionVerifier, defaults: StoreDefaults) {
    self.verifier = verifier
    self.defaults = defaults
  }

  /// Reads one file, `-` for standard input.
  ///
  /// After a failure the books hold a part of the file, and nothing can be judged by them.
  package func read(
    _ path: String, into books: inout Books
  ) throws(StoreFileFailure) -> StoreFileSummary {
    let file = path == "-" ? "standard input" : path
    var intake = StoreIntake(file: file, verifier: verifier, defaults: defaults)
    // Moved and not copied: books hold gigabytes.
    swap(&books, &intake.books)
    defer { swap(&books, &intake.books) }
    try Self.read(path, into: &intake)
    guard intake.complaints.isEmpty else { throw .malformed(intake.complaints) }
    intake.finish()
    return intake.summary
  }

  private static func read(
    _ path: String, into intake: inout StoreIntake
  ) throws(StoreFileFailure) {
    var source = try StoreBytes(path: path)
    switch try source.form() {
    case .empty: break
    case .table: try StoreTable.read(&source, into: &intake)
    case .values: try readValues(source, into: &intake)
    case .receipt: intake.take(receipt: try source.all(byteLimit: ReceiptBytes.byteLimit) ?? [])
    }
  }

  private static func readValues(
    _ source: consuming StoreBytes, into intake: inout StoreIntake
  ) throws(StoreFileFailure) {
    var values = StoreValues(source, file: intake.file)
    do throws(StoreFileFailure) {
      while let form = try values.next() {
        intake.place = TextPosition(line: values.line, column: values.column)
        switch form {
        case .object: intake.take(object: values.value)
        case .string: intake.take(string: values.value)
        case .line: intake.take(line: values.value)
        }
      }
    } catch {
      guard case .malformed(let complaints) = error else { throw error }
      for complaint in complaints.first { intake.complain(complaint) }
    }
  }
}
