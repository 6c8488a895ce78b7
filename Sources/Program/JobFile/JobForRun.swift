import AppStore
package import GrantLedger

extension Job {
  /// Refuses a job that says enough for `compare` and not for `run`.
  ///
  /// A run pulls from the store and reads ledgers by itself, so it must know where both are.
  package func validateForRun() throws(InputFailure) {
    let reasons = missingLedgers + missingCredentials + missingReceipts
    guard reasons.isEmpty else {
      throw InputFailure(
        .configuration, "the job `\(name)` cannot be run: " + reasons.joined(separator: "; "))
    }
  }

  private var missingLedgers: [String] {
    guard !ledgers.isEmpty else { return ["`ledger` is missing"] }
    return ledgers.filter { $0.source == nil }.map { "the ledger `\($0.name)` has no `url`" }
  }

  /// Whoever names the endpoint means that it be asked, and it can be asked about receipts alone.
  private var missingReceipts: [String] {
    guard let settings = store.verifyReceipt else { return [] }
    guard settings.receipts != nil else {
      return [
        "`store.verifyReceipt.receipts` is missing, so nothing would be asked about: name them by "
          + "`jsonl:…`, `folder:…` or `query:…`"
      ]
    }
    guard settings.url == nil else { return [] }
    return [
      ("sandboxURL", settings.sandboxURL), ("sharedSecretEnv", settings.sharedSecretVariable),
    ].filter { $0.1 != nil }.map {
      "`store.verifyReceipt.\($0.0)` stands there without `url`, so nobody would be asked"
    }
  }

  /// A feed or receipts can stand for Apple's API; without either its credentials are needed.
  private var missingCredentials: [String] {
    let hasOther = store.feed != nil || store.verifyReceipt != nil
    switch store.key {
    case .tokenCommand: return []
    case nil:
      return hasOther && store.issuerID == nil && store.keyID == nil
        ? [] : ["`store` needs one of `privateKeyFile`, `privateKeyEnv` and `tokenCommand`"]
    case .file, .environment:
      return [("issuerId", store.issuerID), ("keyId", store.keyID)]
        .filter { $0.1 == nil }.map { "`store.\($0.0)` is missing" }
    }
  }
}
