package import AppStore
package import GrantLedger
package import Records

/// What one job file says, with the defaults of absent keys.
///
/// Paths in it lead from where the program was started, or from the root if the job file's own
/// path does; they were written relative to the job file.
package struct Job: Sendable, Equatable {
  /// Names the job in reports; the file's own name if it gives none.
  package var name: String
  /// The app that is judged.
  package var app: AppSettings
  package var store = StoreSettings()
  package var ledgers: [LedgerSettings] = []
  /// Whether the job gives a list of ledgers, even of one, so that no file can stand for it.
  package var hasLedgerList = false
  package var products = ProductCatalogue()
  package var rules = RuleSettings()
  package var acceptedGaps: [AcceptedGap] = []
  /// Where run folders are made.
  package var reportsDirectory: String
  /// The database in which runs are remembered.
  package var statePath: String
  /// The job's own text with everything that means nothing taken out: keys sorted, no comments.
  ///
  /// Its hash in a manifest says whether two runs were told the same. It holds no secret, since a
  /// job file holds none.
  package var canonicalText = ""

  /// A job that says nothing but its app, in a directory.
  package init(name: String, app: AppSettings, directory: JobDirectory = .current) {
    self.name = name
    self.app = app
    reportsDirectory = directory.path(of: "reports")
    statePath = directory.path(of: "state/\(name).sqlite")
  }

  /// The app of a job.
  package struct AppSettings: Sendable, Equatable {
    package var bundleID: String
    /// Apple's number of the app, which production notifications carry.
    package var appAppleID: Int64?
    /// Apple's word for the environment.
    package var environment: String

    package init(bundleID: String, appAppleID: Int64? = nil, environment: String = "Production") {
      self.bundleID = bundleID
      self.appAppleID = appAppleID
      self.environment = environment
    }
  }

  /// Where the count of requests lives: the job's word, else a file beside the state.
  package var budgetPath: String {
    store.budgetPath ?? usualBudgetPath(app.environment)
  }

  /// Where the count of the sandbox's requests lives, which jobs of both environments ask.
  ///
  /// A file that the job names holds both counts, so that whoever names it shares both.
  package var sandboxBudgetPath: String {
    store.budgetPath ?? usualBudgetPath("Sandbox")
  }

  /// The settings of the store, with everything in them that follows from the rest of the job.
  package var pulledStore: StoreSettings {
    var settings = store
    settings.budgetPath = budgetPath
    settings.sandboxBudgetPath = sandboxBudgetPath
    return settings
  }

  private func usualBudgetPath(_ environment: String) -> String {
    JobDirectory(of: statePath).path(of: "\(app.bundleID).\(environment).budget")
  }

  /// What the core is told of the job; gaps and owners come from the sources.
  package func circumstances(asOf: Instant) -> Circumstances {
    var circumstances = Circumstances(
      bundleID: app.bundleID, environment: app.environment, asOf: asOf)
    circumstances.rules = rules
    circumstances.products = products
    circumstances.isStoreComplete = store.isComplete
    circumstances.acceptedGaps = acceptedGaps
    return circumstances
  }
}
