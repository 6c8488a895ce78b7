import Reconciliation
import Records
import SQLite

/// A record as a row of `believed`, `refused` or `pulled`.
enum StoredRecord {
  /// Which records come with their tokens.
  enum Tokens {
    case ofAll
    /// Refused ones, whose bytes are all that names them.
    case ofRefused
  }

  /// The record in the row that the statement stands on, by the columns of `columns(of:)`; nil for
  /// words that no version has written.
  static func record(in row: borrowing Statement, _ tokens: Tokens) -> PulledRecord? {
    guard let kind = row.text(at: 0).flatMap(PulledRecord.Kind.init(rawValue:)),
      let origin = row.integer(at: 1).flatMap(UInt8.init(exactly:)).flatMap(Origin.init(rawValue:)),
      let payload = row.bytes(at: 6), let proof = row.bytes(at: 8)
    else { return nil }
    let isWanted = tokens == .ofAll || kind == .refused
    let token =
      isWanted ? TokenParts(header: row.bytes(at: 9), proof: proof).token(payload: payload) : []
    return PulledRecord(
      kind: kind, origin: origin, bundleID: row.text(at: 2) ?? "",
      environment: row.text(at: 3) ?? "", id: row.text(at: 4) ?? "", signedAt: row.integer(at: 5),
      payload: payload, token: token, reason: row.text(at: 7))
  }

  /// The columns that `record(in:_:)` reads, then any more.
  static func columns(of table: Table, _ tokens: Tokens) -> String {
    let header =
      switch (table, tokens) {
      case (.refused, _), (_, .ofRefused): "NULL"
      default: "(SELECT bytes FROM token_header WHERE number = \(table).header)"
      }
    return """
      \(table == .refused ? "'refused'" : "\(table).kind"), \(table).origin, \(table).bundle, \
      \(table).environment, \(table).id, \(table).signed_at, \(table).payload, \
      \(table == .believed ? "NULL" : "\(table).reason"), \(table).proof, \(header)
      """
  }

  /// The tables that hold records.
  enum Table {
    case believed, refused, pulled
  }
}

extension PulledRecord {
  /// Whether the store signed it, which a receipt's word is not.
  var isSigned: Bool { origin.isSigned }
}

extension Origin {
  /// Whether a record of this run says how things stand now; a notification says how they stood
  /// when it was sent, and an app receipt how they stood when it was made.
  var isAnsweredNow: Bool {
    switch self {
    case .history, .lookup, .receipt, .refundHistory, .status, .feed: true
    case .notification, .unsignedFile, .signedFile, .appReceipt: false
    }
  }
}
