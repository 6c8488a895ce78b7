package import Bytes
package import Formats
package import Records

/// The app that a job is about: what unsigned records leave out is taken from here.
package struct StoreDefaults: Sendable, Equatable {
  package let bundleID: String
  package let environment: String
  /// When a coming period was stated that does not say so.
  package let asOf: Instant

  package init(bundleID: String, environment: String, asOf: Instant) {
    self.bundleID = bundleID
    self.environment = environment
    self.asOf = asOf
  }
}

/// What was found in one store file.
package struct StoreFileSummary: Sendable, Equatable {
  /// Transactions that can be judged.
  package internal(set) var recordCount = 0
  /// Those of them that nobody signed.
  package internal(set) var unsignedCount = 0
  /// Those of them that stood in app receipts.
  package internal(set) var appReceiptRecordCount = 0
  /// When the oldest app receipt was made; nil where there is none.
  package internal(set) var receiptHorizon: Instant?
  /// Statements about coming periods.
  package internal(set) var renewalCount = 0
  /// Signed texts that were not believed.
  package internal(set) var refusedCount = 0
  /// Statements about no transaction: test notifications, app transactions.
  package internal(set) var ignoredCount = 0
  /// What the file should have shown and did not.
  package internal(set) var gaps: [Gap] = []
  /// What files of its kind never show.
  package internal(set) var limits: [Gap] = []
  /// The earliest purchase date.
  package internal(set) var oldest: Instant?

  /// Nothing yet.
  package init() {}
}

/// Why a store file cannot be used at all.
package enum StoreFileFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The system would not give it.
  case unreadable(FileFailure)
  /// Its structure is broken; the first places, and how many there are.
  case malformed(Complaints)

  /// What the operator reads.
  package var description: String {
    switch self {
    case .unreadable(let failure): failure.description
    case .malformed(let complaints): complaints.description
    }
  }
}
