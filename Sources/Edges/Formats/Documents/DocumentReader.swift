/// Reads a document that people write, and collects everything that is wrong with it.
///
/// Getters answer nil where something is missing or wrong, and note why; so one reading names all
/// mistakes, each with line, column and key path. Ask ``result(_:)`` for the outcome at the end.
///
///     let document = DocumentReader(file: "nightly.json5")
///     let job = document.object(in: bytes, .json5)
///     let name = job?.string("name", required: true)
///     let settleMinutes = job?.object("rules")?.integer("settleMinutes", in: 0...10_080) ?? 60
///     …
///     job?.finish()
package final class DocumentReader {
  /// The file's name, for complaints.
  package let file: String?
  /// What is wrong so far.
  package private(set) var complaints = Complaints()

  /// A reader of one document.
  package init(file: String? = nil) {
    self.file = file
  }

  /// Reads a document that is an object.
  package func object(in bytes: [UInt8], _ dialect: JSONDialect = .json) -> ObjectReader? {
    value(in: bytes, dialect)?.object()
  }

  /// Reads a document of any kind.
  package func value(in bytes: [UInt8], _ dialect: JSONDialect = .json) -> ValueReader? {
    var scanner = JSONScanner(bytes, dialect: dialect)
    do throws(JSONFailure) {
      return ValueReader(try scanner.document(), path: "", in: self)
    } catch {
      complaints.add(Complaint(file: file, error))
      return nil
    }
  }

  /// The outcome, unless there are complaints: then those are thrown.
  ///
  /// A nil outcome without a complaint still fails: silence is never success.
  package func result<Outcome>(_ outcome: Outcome?) throws(Complaints) -> Outcome {
    try complaints.refuseIfAny()
    guard let outcome else {
      complain(at: TextPosition(line: 1, column: 1), "the document is incomplete")
      throw complaints
    }
    return outcome
  }

  /// Notes a complaint at a place.
  func complain(at position: TextPosition, value: String? = nil, _ message: String) {
    complaints.add(
      Complaint(
        file: file, line: position.line, column: String(position.column), value: value, message))
  }
}
