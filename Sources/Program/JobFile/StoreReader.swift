import AppStore
import Formats

/// Reads the job's `store`.
struct StoreReader {
  private let object: ObjectReader
  private let directory: JobDirectory

  init(_ object: ObjectReader, in directory: JobDirectory) {
    self.object = object
    self.directory = directory
  }

  /// The settings; what is wrong is noted in the document.
  func read() -> StoreSettings {
    object.refuseSecrets([
      "privateKey": "name it by `privateKeyFile`, `privateKeyEnv` or `tokenCommand`",
      "token": "name it by `tokenCommand`",
      "sharedSecret": "name it by `verifyReceipt.sharedSecretEnv`",
    ])
    var store = StoreSettings()
    store.baseURL = object.webAddress("baseURL")
    store.sandboxBaseURL = object.webAddress("sandboxBaseURL")
    store.issuerID = object.filledString("issuerId")
    store.keyID = object.filledString("keyId")
    store.key = key()
    store.roots = (object.strings("roots") ?? []).map(directory.path(of:))
    store.caFile = object.path("caFile", in: directory)
    if let pull = object.object("pull") { store.pull = pullSettings(in: pull) }
    if let receipts = object.object("verifyReceipt") {
      store.verifyReceipt = verifyReceipt(in: receipts)
    }
    if let feed = object.object("feed") { store.feed = feedSettings(in: feed) }
    store.isComplete = object.bool("complete") ?? false
    store.allowsEmpty = object.bool("allowEmpty") ?? false
    store.requestsPerHour = object.integer("requestsPerHour", in: 1...180_000_000).map { Int($0) }
    store.budgetPath = object.path("budget", in: directory)
    object.finish()
    return store
  }

  private func key() -> StoreSettings.KeySource? {
    let sources: [StoreSettings.KeySource] = [
      object.path("privateKeyFile", in: directory).map { .file($0) },
      object.variable("privateKeyEnv").map { .environment($0) },
      object.filledString("tokenCommand").map { .tokenCommand($0) },
    ].compactMap(\.self)
    if sources.count > 1 {
      object.complain(
        "`store` takes one of `privateKeyFile`, `privateKeyEnv` and `tokenCommand`, not several")
    }
    return sources.first
  }

  private func pullSettings(in pull: ObjectReader) -> StoreSettings.PullSettings {
    var settings = StoreSettings.PullSettings()
    if let value = pull.value("notifications") {
      settings.notificationDays = number("days", 1...180, of: value, default: 3)
    }
    if let value = pull.value("history") { settings.readsHistory = readsHistory(value) }
    settings.readsRefunds = pull.bool("refunds") ?? true
    settings.looksUp = pull.bool("lookups") ?? true
    settings.readsStatuses = pull.bool("statuses") ?? true
    if let value = pull.value("sweep") {
      settings.sweepNights = number("nights", 1...366, of: value, default: 30)
    }
    pull.finish()
    return settings
  }

  /// `false` turns a list off, `true` leaves it on, and an object says how much of it.
  private func number(
    _ key: String, _ bounds: ClosedRange<Int64>, of value: ValueReader, default usual: Int
  ) -> Int? {
    if let isOn = value.json.bool { return isOn ? usual : nil }
    guard let object = value.object() else { return usual }
    defer { object.finish() }
    return object.integer(key, in: bounds).map { Int($0) } ?? usual
  }

  private func readsHistory(_ value: ValueReader) -> Bool {
    if let isOn = value.json.bool { return isOn }
    guard let object = value.object() else { return true }
    _ = object.choice("customers", among: ["ledger"])
    object.finish()
    return true
  }

  private func verifyReceipt(in object: ObjectReader) -> StoreSettings.VerifyReceiptSettings {
    object.refuseSecrets(["sharedSecret": "name its variable by `sharedSecretEnv`"])
    var settings = StoreSettings.VerifyReceiptSettings()
    settings.url = object.webAddress("url")
    settings.sandboxURL = object.webAddress("sandboxURL")
    settings.sharedSecretVariable = object.variable("sharedSecretEnv")
    if let value = object.value("receipts"), let text = value.string() {
      settings.receipts = receipts(text, value)
    }
    object.finish()
    return settings
  }

  private func receipts(_ text: String, _ value: ValueReader) -> String? {
    for scheme in ["jsonl:", "folder:"] where text.hasPrefix(scheme) && text != scheme {
      return scheme + directory.path(of: String(text.dropFirst(scheme.count)))
    }
    if text.hasPrefix("query:"), text != "query:" { return text }
    value.complain("must begin with `jsonl:`, `folder:` or `query:`")
    return nil
  }

  private func feedSettings(in object: ObjectReader) -> StoreSettings.FeedSettings? {
    object.refuseSecrets(["token": "name its variable by `tokenEnv`"])
    let url = object.webAddress("url", required: true)
    let variable = object.variable("tokenEnv")
    object.finish()
    return url.map { StoreSettings.FeedSettings(url: $0, tokenVariable: variable) }
  }
}

extension ObjectReader {
  /// The name of an environment variable; what is no such name may be the secret itself and is not
  /// shown.
  func variable(_ key: String) -> String? {
    guard let text = filledString(key) else { return nil }
    let isName =
      text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x5F || ($0 | 0x20) &- 0x61 < 26 }
      && !("0"..."9").contains(text.prefix(1))
    guard isName else {
      complain("`\(path).\(key)` must be the name of an environment variable, not its value")
      return nil
    }
    return text
  }
}
