import AppStore
import GrantLedger
import JobFile
import Testing

@Suite struct `what a job says about the store` {
  @Test func `is kept, with paths made absolute`() throws {
    let store = try job(
      with: """
        store: {
          baseURL: "https://api.example", sandboxBaseURL: "http://127.0.0.1:8080",
          issuerId: "i", keyId: "k", privateKeyFile: "key.p8", roots: ["a.pem", "/b.pem"],
          caFile: "ca.pem", complete: true, allowEmpty: true, requestsPerHour: 100, budget: "b",
          pull: { notifications: { days: 5 }, history: { customers: "ledger" }, refunds: false,
            lookups: false, sweep: { nights: 7 } },
          verifyReceipt: { url: "https://buy.example/v", sandboxURL: "http://localhost/v",
            sharedSecretEnv: "SECRET", receipts: "jsonl:receipts.jsonl" },
          feed: { url: "https://feed.example/x?page=1", tokenEnv: "TOKEN" },
        }
        """
    ).store
    #expect(store.baseURL == "https://api.example")
    #expect(store.sandboxBaseURL == "http://127.0.0.1:8080")
    #expect(store.key == .file("/srv/jobs/key.p8"))
    #expect(store.roots == ["/srv/jobs/a.pem", "/b.pem"])
    #expect(store.caFile == "/srv/jobs/ca.pem")
    #expect(store.budgetPath == "/srv/jobs/b")
    #expect(store.isComplete)
    #expect(store.allowsEmpty)
    #expect(store.requestsPerHour == 100)
    var pull = StoreSettings.PullSettings()
    pull.notificationDays = 5
    pull.readsRefunds = false
    pull.looksUp = false
    pull.sweepNights = 7
    #expect(store.pull == pull)
    #expect(store.verifyReceipt?.receipts == "jsonl:/srv/jobs/receipts.jsonl")
    #expect(store.verifyReceipt?.sharedSecretVariable == "SECRET")
    #expect(
      store.feed
        == StoreSettings.FeedSettings(url: "https://feed.example/x?page=1", tokenVariable: "TOKEN"))
  }

  @Test func `turns lists off and on`() throws {
    let off = try job(
      with: "store: { pull: { notifications: false, history: false, sweep: false } }"
    ).store.pull
    #expect(off.notificationDays == nil)
    #expect(!off.readsHistory)
    #expect(off.sweepNights == nil)
    let on = try job(with: "store: { pull: { notifications: true, history: true, sweep: true } }")
    #expect(on.store.pull == StoreSettings.PullSettings())
    #expect(try job(with: "store: { pull: {} }").store.pull == StoreSettings.PullSettings())
  }

  @Test(arguments: [
    "http://api.example", "ftp://api.example", "http://127.evil.example",
    "http://127.0.0.1.example",
    "http://localhost.example", "api.example", "https://", "http://[::2]/", "https://a b",
  ])
  func `speaks to nobody in the clear`(_ url: String) {
    #expect(failure(with: "store: { baseURL: \"\(url)\" }")?.kind == .configuration)
  }

  @Test(arguments: [
    "https://api.example", "http://localhost:1", "http://127.1.2.3", "http://[::1]:80/x",
    "HTTPS://API.EXAMPLE",
  ])
  func `speaks to others over TLS and to this machine as it likes`(_ url: String) throws {
    #expect(try job(with: "store: { baseURL: \"\(url)\" }").store.baseURL == url)
  }

  @Test(arguments: [
    "store: { privateKey: 'hunter2' }", "store: { privateKeyFile: '-----BEGIN hunter2' }",
    "store: { privateKeyEnv: 'hunter2 x' }", "store: { token: 'hunter2' }",
    "store: { baseURL: 'https://user:hunter2@api.example' }",
    "store: { feed: { url: 'https://a.example/?access_token=hunter2' } }",
    "store: { verifyReceipt: { sharedSecret: 'hunter2' } }",
    "ledger: { url: 'postgres://app:hunter2@db/ledger' }",
    "ledger: { url: 'mysql://db/ledger?password=hunter2' }",
    "ledger: { password: 'hunter2' }",
  ])
  func `holds no secret, and no complaint repeats one`(_ keys: String) {
    let failure = failure(with: keys)
    #expect(failure?.kind == .configuration)
    #expect(failure?.description.contains("hunter2") == false)
  }

  @Test func `names one source of the key`() {
    let found = complaints(with: "store: { privateKeyFile: 'a', privateKeyEnv: 'B' }")
    #expect(found.count == 1)
    #expect(found[0].contains("not several"))
  }

  @Test(arguments: ["receipts.jsonl", "jsonl:", "csv:x"])
  func `refuses receipts of an unknown form`(_ receipts: String) {
    let keys = "store: { verifyReceipt: { receipts: '\(receipts)' } }"
    #expect(failure(with: keys)?.kind == .configuration)
  }
}

@Suite struct `a job that is to be run` {
  private func reason(_ keys: String) throws -> String? {
    let job = try job(with: keys)
    do throws(InputFailure) {
      try job.validateForRun()
      return nil
    } catch {
      #expect(error.kind == .configuration)
      return error.message
    }
  }

  private let ledger = "ledger: { url: 'csv:l.csv' }, "

  @Test func `needs ledgers with places and credentials`() throws {
    let nothing = try reason("")
    #expect(nothing?.contains("`ledger` is missing") == true)
    #expect(nothing?.contains("`privateKeyFile`") == true)
    #expect(try reason("ledger: {}")?.contains("has no `url`") == true)
    let half = try reason(ledger + "store: { privateKeyEnv: 'K', keyId: 'k' }")
    #expect(half?.contains("`store.issuerId` is missing") == true)
    #expect(half?.contains("keyId") == false)
  }

  @Test func `is enough with a key, a token command or another source`() throws {
    #expect(
      try reason(ledger + "store: { privateKeyEnv: 'K', keyId: 'k', issuerId: 'i' }") == nil)
    #expect(try reason(ledger + "store: { tokenCommand: 'kms sign' }") == nil)
    #expect(try reason(ledger + "store: { feed: { url: 'https://f.example' } }") == nil)
    #expect(
      try reason(ledger + "store: { issuerId: 'i', feed: { url: 'https://f.example' } }") != nil)
  }
}
