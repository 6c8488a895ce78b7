import GrantLedger
@testable import Matching
import Records
import SQLite
import System

/// A folder of its own for one test, removed with everything in it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = "/tmp/ledger-tests-\(ThisProcess.id)-\(UInt64.random(in: 0 ... .max))"
    try Files.makeDirectories(path)
  }

  deinit { try? Files.removeTree(path) }

  /// Writes a file and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }

  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let place = "\(path)/\(name)"
    try Files.writeDurably(bytes, to: place)
    return place
  }

  /// Makes a database by statements and returns its path.
  func database(_ name: String = "ledger.db", _ sql: String) throws -> String {
    let place = "\(path)/\(name)"
    let database = try Database(path: place, mode: .readWriteCreate)
    try database.execute(sql)
    return place
  }
}

/// One row of a book, with its texts spelled out.
struct Row: Equatable {
  var rowID = ""
  var id = ""
  var idAsFound = ""
  var originalID = ""
  var lineItem = ""
  var user = ""
  var account = ""
  var token = ""
  var product = ""
  var environment = ""
  var state = GrantState.granted
  var isOutOfScope = false
  var quantity: Int32?
  var amount: Int64?
  var currency = ""
  var purchased: String?
  var granted: String?
  var expires: String?
}

/// A ledger that was read: its rows and what was counted.
struct Reading {
  let rows: [Row]
  let summary: LedgerSummary
  let shape: LedgerShape

  init(_ settings: LedgerSettings) throws(InputFailure) {
    var books = Books(ledgers: [settings.shape])
    summary = try LedgerReader.read(settings, index: 0, into: &books)
    rows = books.ledger.transactionID.indices.map { books.row($0) }
    shape = books.ledger.ledgers[0]
  }

  /// Why a ledger cannot be read; nil if it can.
  static func failure(_ settings: LedgerSettings) -> InputFailure? {
    do throws(InputFailure) {
      _ = try Reading(settings)
      return nil
    } catch {
      return error
    }
  }
}

extension Books {
  fileprivate func row(_ index: Int) -> Row {
    Row(
      rowID: texts.string(ledger.rowID[index].text),
      id: texts.string(ledger.transactionID[index].text),
      idAsFound: texts.string(ledger.transactionIDAsFound[index]),
      originalID: texts.string(ledger.originalTransactionID[index].text),
      lineItem: texts.string(ledger.lineItemID[index].text),
      user: texts.string(ledger.user[index].text),
      account: texts.string(ledger.account[index].text),
      token: texts.string(ledger.accountToken[index].text),
      product: texts.string(ledger.product[index].text),
      environment: texts.string(ledger.environment[index].text),
      state: ledger.state[index], isOutOfScope: ledger.isOutOfScope[index],
      quantity: ledger.quantity[index] == .min ? nil : ledger.quantity[index],
      amount: ledger.money(index)?.milliunits,
      currency: ledger.money(index).map { texts.string($0.currency) } ?? "",
      purchased: ledger.purchaseTime[index].instant?.text,
      granted: ledger.grantedAt[index].instant?.text,
      expires: ledger.expiresAt[index].instant?.text)
  }
}

extension LedgerSettings {
  /// A ledger of a CSV file, changed as a test needs it.
  static func csv(
    _ path: String, _ change: (inout LedgerSettings) -> Void = { _ in }
  ) -> LedgerSettings {
    made(.csv(path), change)
  }

  /// A ledger of a file of JSON lines.
  static func jsonLines(
    _ path: String, _ change: (inout LedgerSettings) -> Void = { _ in }
  ) -> LedgerSettings {
    made(.jsonLines(path), change)
  }

  /// A ledger of the table `orders` of a database.
  static func sqlite(
    _ path: String, _ change: (inout LedgerSettings) -> Void = { $0.table = "orders" }
  ) -> LedgerSettings {
    made(.sqlite(path), change)
  }

  private static func made(
    _ source: LedgerSource, _ change: (inout LedgerSettings) -> Void
  ) -> LedgerSettings {
    var settings = LedgerSettings()
    settings.source = source
    change(&settings)
    return settings
  }
}
