package import Records

/// Which list of the store a page belongs to.
package enum PullSource: String, Sendable, CaseIterable {
  case notifications, history, lookup, refunds, statuses
  /// Answers about receipts, and receipts that were checked without asking anybody.
  case receipts
  /// The company's own verify endpoint.
  case feed
}

/// One signed record as it was pulled: what it says and the token that proves it.
package struct PulledRecord: Sendable, Equatable {
  /// What a token turned out to be.
  package enum Kind: String, Sendable {
    case transaction, renewal
    /// Its signature did not hold; kept, counted and named, never believed.
    case refused
  }

  package var kind: Kind
  package var origin: Origin
  package var bundleID: String
  package var environment: String
  /// The transaction id; of a renewal its original id; of a refused record what it claims.
  package var id: String
  /// Milliseconds; nil where it has none.
  package var signedAt: Int64?
  /// The payload as JSON, as it was signed.
  package var payload: [UInt8]
  /// The token as it came.
  package var token: [UInt8]
  /// Why it was refused.
  package var reason: String?

  package init(
    kind: Kind, origin: Origin, bundleID: String, environment: String, id: String,
    signedAt: Int64?, payload: [UInt8], token: [UInt8], reason: String? = nil
  ) {
    self.kind = kind
    self.origin = origin
    self.bundleID = bundleID
    self.environment = environment
    self.id = id
    self.signedAt = signedAt
    self.payload = payload
    self.token = token
    self.reason = reason
  }
}

/// One page of an answer, remembered whole before the next is asked for.
package struct PulledPage: Sendable {
  package var source: PullSource
  /// Whose list it is: a customer's id, a window, or the id that was looked up.
  package var subject: String
  /// The page's place in the walk, from zero; the same page pulled again replaces itself.
  package var number: Int
  package var records: [PulledRecord]
  /// The notifications on it, with what became of sending them.
  package var notifications: [PulledNotification]
  /// Cursors that hold once the page is remembered, by name; nil forgets one.
  package var cursors: [String: String?]

  package init(
    source: PullSource, subject: String, number: Int, records: [PulledRecord],
    notifications: [PulledNotification] = [], cursors: [String: String?] = [:]
  ) {
    self.source = source
    self.subject = subject
    self.number = number
    self.records = records
    self.notifications = notifications
    self.cursors = cursors
  }
}

/// A notification whose signature held: what it was about, and whether the app's server heard it.
package struct PulledNotification: Sendable, Equatable {
  /// The same over all attempts to send it, and in every list that names it.
  package var uuid: String
  /// Apple's word, `DID_RENEW` for one.
  package var type: String
  package var subtype: String?
  package var environment: String
  /// The transaction that it is about; nil for one that is about none.
  package var transactionID: String?
  package var originalTransactionID: String?
  /// When it was signed, in UNIX milliseconds.
  package var signedAt: Int64?
  /// Every attempt until it was asked for, in the order of the answer.
  package var attempts: [SendAttempt]

  package init(
    uuid: String, type: String, subtype: String? = nil, environment: String,
    transactionID: String? = nil, originalTransactionID: String? = nil, signedAt: Int64? = nil,
    attempts: [SendAttempt] = []
  ) {
    self.uuid = uuid
    self.type = type
    self.subtype = subtype
    self.environment = environment
    self.transactionID = transactionID
    self.originalTransactionID = originalTransactionID
    self.signedAt = signedAt
    self.attempts = attempts
  }
}

/// One attempt of Apple's to tell the app's server (facts 2.8).
package struct SendAttempt: Sendable, Equatable {
  /// In UNIX milliseconds; nil where the answer does not say.
  package var at: Int64?
  /// Apple's word, `TIMED_OUT` for one.
  package var result: String

  package init(at: Int64?, result: String) {
    self.at = at
    self.result = result
  }
}

/// What a pull remembers, so that one that was killed goes on where it stood.
///
/// A page and the cursors that it moves are kept together or not at all.
package protocol PullMemory: AnyObject {
  /// The value of a cursor.
  func cursor(_ name: String) throws(SourceFailure) -> String?

  /// Keeps a page with its cursors.
  func remember(_ page: PulledPage) throws(SourceFailure)

  /// Whether any remembered record, of this run or an earlier one, carries this transaction id or
  /// original id.
  func knows(id: String, environment: String) throws(SourceFailure) -> Bool

  /// The next page number of a list in the unfinished run: pages are numbered from zero.
  func nextPage(_ source: PullSource, subject: String) throws(SourceFailure) -> Int

  /// When the newest notification of an environment that is remembered was signed, in UNIX
  /// milliseconds; nil where none is.
  func newestNotification(environment: String) throws(SourceFailure) -> Int64?
}
