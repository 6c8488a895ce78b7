import AppStore
import Formats
@testable import Matching
import Records
import TestKit

/// A store file that was read, for a job about com.example.game in production as of noon.
struct Reading {
  let summary: StoreFileSummary
  let books: Books

  /// Reads a file of this text.
  init(
    _ text: String, environment: String = "Production",
    verifier: TransactionVerifier = TransactionVerifier()
  ) throws {
    let folder = try TemporaryFolder()
    try self.init(
      path: folder.write(text, to: "store"), environment: environment, verifier: verifier)
  }

  /// Reads a file.
  init(
    path: String, environment: String = "Production",
    verifier: TransactionVerifier = TransactionVerifier()
  ) throws {
    let reader = StoreFileReader(
      verifier: verifier,
      defaults: StoreDefaults(
        bundleID: "com.example.game", environment: environment,
        asOf: Instant(milliseconds: noon)))
    var books = Books()
    summary = try reader.read(path, into: &books)
    self.books = books
  }

  /// What is wrong with a file of this text; nil if it can be read.
  static func complaints(about text: String) throws -> Complaints? {
    do {
      _ = try Reading(text)
      return nil
    } catch StoreFileFailure.malformed(let complaints) {
      return complaints
    }
  }

  var store: StoreBook { books.store }

  func text<Kind>(_ id: Identifier<Kind>) -> String { books.texts.string(id.text) }

  /// The transaction ids in the order of reading.
  var ids: [String] { store.transactionID.map { text($0) } }
}
