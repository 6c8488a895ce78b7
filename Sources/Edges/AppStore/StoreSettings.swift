/// The job's `store`: where the store's word comes from.
///
/// Secrets are named, never held: a key is a file, an environment variable or a command.
package struct StoreSettings: Sendable, Equatable {
  /// Where the App Store Server API answers; nil means Apple's host for the job's environment.
  package var baseURL: String?
  /// Where an id is asked for that the job's own environment does not know.
  package var sandboxBaseURL: String?
  package var issuerID: String?
  package var keyID: String?
  package var key: KeySource?
  /// Root certificates besides Apple's pinned one, as absolute paths.
  package var roots: [String] = []
  /// TLS authorities, as an absolute path; nil means the system's.
  package var caFile: String?
  package var pull = PullSettings()
  package var verifyReceipt: VerifyReceiptSettings?
  package var feed: FeedSettings?
  /// Whether files are all there is, by the word of the person who made them.
  package var isComplete = false
  package var allowsEmpty = false
  /// The sum over the 50/s endpoints in any rolling hour; nil means Apple's.
  package var requestsPerHour: Int?
  /// Where the count of requests lives; nil keeps it within the pull.
  package var budgetPath: String?
  /// Where the count of the sandbox's requests lives; nil means where the other one does.
  package var sandboxBudgetPath: String?

  /// The defaults.
  package init() {}

  /// Whether Apple's API is asked: always, unless the job names no key and something else to ask.
  package var asksAPI: Bool {
    let hasOther = feed != nil || verifyReceipt != nil
    return !(hasOther && key == nil && issuerID == nil && keyID == nil)
  }

  /// Where the private key or a finished token comes from.
  package enum KeySource: Sendable, Equatable {
    /// The absolute path of a `.p8` file.
    case file(String)
    /// The environment variable that holds the PEM text.
    case environment(String)
    /// A shell command that prints a bearer token.
    case tokenCommand(String)
  }

  /// Which of the store's lists a run pulls.
  package struct PullSettings: Sendable, Equatable {
    /// How many days of notifications a first run reads; nil turns them off.
    package var notificationDays: Int? = 3
    /// Whether each customer's history is read.
    package var readsHistory = true
    /// Whether refund histories are read.
    package var readsRefunds = true
    /// Whether unexplained grants are asked for by id.
    package var looksUp = true
    /// Whether the store is asked how a subscription stands whose access the ledger sees otherwise.
    package var readsStatuses = true
    /// Within how many nights everybody is read again; nil turns it off.
    package var sweepNights: Int? = 30

    /// The defaults.
    package init() {}
  }

  /// Apple's deprecated endpoint for receipts.
  package struct VerifyReceiptSettings: Sendable, Equatable {
    package var url: String?
    package var sandboxURL: String?
    package var sharedSecretVariable: String?
    /// `jsonl:…`, `folder:…` or `query:…`.
    package var receipts: String?

    /// The defaults.
    package init() {}
  }

  /// The company's own verify endpoint.
  package struct FeedSettings: Sendable, Equatable {
    package var url: String
    package var tokenVariable: String?

    package init(url: String, tokenVariable: String?) {
      self.url = url
      self.tokenVariable = tokenVariable
    }
  }
}
