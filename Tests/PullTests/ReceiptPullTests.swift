import Bytes
import Formats
import Reconciliation
import Records
import StandIn
import Testing

@testable import AppStore

extension StoreOnLoopback {
  /// The receipts that the world's server has kept, each of one user.
  fileprivate func held() throws -> [KeptReceipt] {
    let bytes = try readWhole(path: "\(folder.path)/receipts.jsonl", byteLimit: 4_000_000)
    return try bytes.split(separator: 0x0A).map { line in
      var scanner = JSONScanner(Array(line))
      let object = try #require(try scanner.document().object)
      return KeptReceipt(
        user: object["user_id"]?.string ?? "",
        bytes: Array(try #require(object["receipt"]?.string).utf8), place: "receipts.jsonl")
    }
  }

  /// The receipt of the sandbox's only customer.
  fileprivate mutating func heldOfSandbox() throws -> [KeptReceipt] {
    app.environment = "Sandbox"
    defer { app.environment = "Production" }
    var own = settings
    own.baseURL = settings.sandboxBaseURL
    let memory = MemoryDouble()
    try pull(own, memory).pullNotifications()
    let id = try #require(memory.customers(in: "Sandbox").first)
    let receipt = try #require(try folder.receipt(of: id, in: .sandbox, at: clock))
    return [KeptReceipt(user: "7", bytes: Array(receipt.utf8), place: "sandbox")]
  }

  /// Lets the job ask verifyReceipt.
  fileprivate mutating func ask(_ other: StandInServer? = nil, sandbox: Bool = true) {
    var base = server.baseURL
    if let other { base = other.baseURL }
    host.set("SECRET", to: folder.identity.sharedSecret)
    var settings = StoreSettings.VerifyReceiptSettings()
    settings.url = "\(base)/verifyReceipt"
    settings.sandboxURL = sandbox ? "\(base)/sandbox/verifyReceipt" : nil
    settings.sharedSecretVariable = "SECRET"
    self.settings.verifyReceipt = settings
  }

  /// Hands these receipts to a new pull.
  fileprivate func take(_ receipts: [KeptReceipt]) throws -> (pull: StorePull, intake: ReceiptPull)
  {
    let roots = try TrustedRoots(files: [folder.rootPath, folder.receiptRootPath])
    let pull = try StorePull(
      settings, app: app, verifier: TransactionVerifier(roots: roots), memory: memory,
      host: host.host())
    let intake = try pull.receipts()
    for receipt in receipts { try intake.take(receipt) }
    try intake.finish()
    return (pull, intake)
  }
}

/// A customer whose server kept the receipt.
private func keeper(_ name: String = "keeper", sandbox: Bool = false) -> Story {
  var purchase = Step.Purchase(label: "kept", product: .coins100, ago: .days(9))
  var month = Step.Purchase(label: "month", product: .goldMonthly, ago: .days(7))
  if sandbox {
    purchase.environment = .sandbox
    month.environment = .sandbox
  }
  return Story(
    name,
    [
      .buy(purchase), .grant(Step.Grant(of: "kept")),
      .buy(month),
    ])
}

@Suite struct `receipts in a pull` {
  @Test func `are checked without asking anybody, and lead to their customers`() throws {
    let store = try StoreOnLoopback([keeper("one"), keeper("two")])
    let held = try store.held()
    #expect(held.count == 2)
    let (pull, intake) = try store.take(held)
    #expect(store.server.requestCount == 0)
    #expect(pull.report.gaps.isEmpty)
    #expect(pull.report.limits.isEmpty)
    #expect(store.memory.transactionIDs(.receipts).count == 4)
    #expect(store.memory.records.allSatisfy { $0.origin == .appReceipt })
    #expect(intake.seeds.compactMap(\.customer) == held.map(\.user))
    try pull.pullHistories(of: intake.seeds)
    #expect(pull.report.unknownSeeds.isEmpty)
    #expect(store.memory.transactionIDs(.history) == store.memory.transactionIDs(.receipts))
  }

  @Test func `are read once, and lead to their customers ever after`() throws {
    let store = try StoreOnLoopback([keeper()])
    let held = try store.held()
    let first = try store.take(held + held)
    #expect(store.memory.pages.count == 1)
    store.memory.endRun()
    let second = try store.take(held)
    #expect(store.memory.pages.isEmpty)
    #expect(second.intake.seeds.last == first.intake.seeds.last)
  }

  @Test func `that are altered leave a gap about their customer`() throws {
    let store = try StoreOnLoopback([keeper()])
    let good = try #require(try store.held().first)
    var bytes = good.bytes
    bytes[bytes.count / 2] = bytes[bytes.count / 2] == 0x41 ? 0x42 : 0x41
    let (pull, intake) = try store.take([
      KeptReceipt(user: good.user, bytes: bytes, place: "receipts.jsonl, line 1")
    ])
    #expect(pull.report.gaps.map(\.userID) == [good.user])
    #expect(store.host.lines.contains { $0.contains("receipts.jsonl, line 1") })
    #expect(intake.seeds.isEmpty)
    #expect(store.memory.records.isEmpty)
  }

  @Test(arguments: [
    ("", "it is empty"), ("hello", "it is neither an app receipt"),
    ("{\n\"signature\" = \"x\";\n\"purchase-info\" = \"e30=\";\n}", "iOS 6"),
  ])
  func `that are something else say so`(_ text: String, _ words: String) throws {
    let store = try StoreOnLoopback()
    let (pull, _) = try store.take([KeptReceipt(user: "7", bytes: Array(text.utf8), place: "f")])
    let told = pull.report.gaps + pull.report.limits
    #expect(told.map(\.userID) == ["7"])
    #expect(told.first?.reason.contains(words) == true)
  }

  @Test func `that are signed transactions are taken as such`() throws {
    let store = try StoreOnLoopback([keeper()])
    try store.pull().pullNotifications()
    let token = try #require(store.memory.records.first { $0.kind == .transaction }?.token)
    store.memory.endRun()
    let (pull, intake) = try store.take([KeptReceipt(user: "7", bytes: token, place: "f")])
    #expect(pull.report.gaps.isEmpty)
    #expect(intake.seeds.count == 1)
    #expect(store.memory.records.map(\.origin) == [.signedFile])
  }

  @Test func `say how far they see where nothing sees farther`() throws {
    var store = try StoreOnLoopback([keeper()])
    store.settings.pull.readsHistory = false
    let (pull, _) = try store.take(try store.held())
    let limits = pull.report.limits
    #expect(limits.count == 2)
    #expect(limits.contains { $0.userID != nil && $0.from == clock })
    #expect(limits.contains { $0.productType == .consumable })
  }
}

@Suite struct `verifyReceipt in a pull` {
  @Test func `is asked once where histories say more, and every night where they do not`() throws {
    var store = try StoreOnLoopback([keeper()])
    store.ask()
    let held = try store.held()
    #expect(try store.take(held).pull.report.calls == ["verifyReceipt": 1])
    let answered = store.memory.records.filter { $0.origin == .receipt }
    #expect(Set(answered.map(\.kind)) == [.transaction])
    #expect(Set(answered.map(\.id)).count == answered.count)
    store.memory.endRun()
    store.app.asOf = clock.adding(milliseconds: Milliseconds.day)
    #expect(try store.take(held).pull.report.calls.isEmpty)
    store.settings.pull.readsHistory = false
    #expect(try store.take(held).pull.report.calls == ["verifyReceipt": 1])
    // Once in a run that was broken off.
    #expect(try store.take(held).pull.report.calls.isEmpty)
  }

  @Test func `sends a receipt of the sandbox there, once, where the job says so`() throws {
    var store = try StoreOnLoopback([keeper(sandbox: true)])
    store.ask()
    let (pull, _) = try store.take(try store.heldOfSandbox())
    #expect(pull.report.calls == ["verifyReceipt": 2])
    #expect(pull.report.gaps.isEmpty)
    #expect(
      store.memory.records.filter { $0.origin == .receipt }.allSatisfy {
        $0.environment == "Sandbox"
      })
    var other = try StoreOnLoopback([keeper(sandbox: true)])
    other.ask(sandbox: false)
    let unasked = try other.take(try other.heldOfSandbox())
    #expect(unasked.pull.report.calls == ["verifyReceipt": 1])
    #expect(unasked.pull.report.gaps.isEmpty)
    #expect(unasked.pull.report.limits.first?.reason.contains("sandboxURL") == true)
  }

  @Test func `ends the pull where the shared secret is refused, and names its variable`() throws {
    var store = try StoreOnLoopback([keeper()])
    store.ask()
    store.host.set("SECRET", to: "wrong")
    let held = try store.held()
    let failure = #expect(throws: SourceFailure.self) { try store.take(held) }
    #expect(failure?.kind == .refusedCredentials)
    #expect(failure?.words.contains("sharedSecretEnv") == true)
    #expect(failure?.words.contains("wrong") == false)
    store.host.set("SECRET", to: nil)
    let unset = #expect(throws: SourceFailure.self) { try store.take(held) }
    #expect(unset?.kind == .misconfigured)
  }

  @Test func `that cannot be asked leaves a gap about the customer, and keeps the receipt's word`()
    throws
  {
    let broken = fault(
      .refuse(status: 503, body: .html, retryAfter: nil), on: "/verifyReceipt", count: .max)
    var store = try StoreOnLoopback([keeper(), keeper("answered")], faults: [broken])
    store.ask()
    let held = try store.held()
    // Somebody must have answered, or the whole store counts as gone.
    let roots = try TrustedRoots(files: [store.folder.rootPath, store.folder.receiptRootPath])
    let pull = try StorePull(
      store.settings, app: store.app, verifier: TransactionVerifier(roots: roots),
      memory: store.memory, host: store.host.host())
    try pull.pullNotifications()
    let intake = try pull.receipts()
    for receipt in held { try intake.take(receipt) }
    try intake.finish()
    #expect(pull.report.gaps.compactMap(\.userID).sorted() == held.map(\.user).sorted())
    #expect(Set(pull.report.gaps.map(\.reason)).count == 1)
    #expect(!store.memory.transactionIDs(.receipts).isEmpty)
    // The next run asks again.
    let better = try store.later(clock)
    store.ask(better)
    #expect(try store.take(held).pull.report.calls == ["verifyReceipt": 2])
  }
}

@Suite struct `receipts of another night` {
  @Test func `show no more than when they were made, which every night says`() throws {
    var store = try StoreOnLoopback([keeper()])
    store.settings.issuerID = nil
    store.settings.keyID = nil
    store.settings.key = nil
    store.settings.verifyReceipt = StoreSettings.VerifyReceiptSettings()
    let held = try store.held()
    let first = try store.take(held).pull.report.limits
    #expect(first.count == 2)
    #expect(first.first?.userID == held.first?.user)
    // The same run, broken off and gone on with; and the next one.
    #expect(try store.take(held).pull.report.limits == first)
    store.memory.endRun()
    #expect(try store.take(held).pull.report.limits == first)
    store.ask()
    #expect(try store.take(held).pull.report.limits == first.suffix(1))
  }

  @Test func `are asked about again by another run of the same moment`() throws {
    var store = try StoreOnLoopback([keeper()])
    store.settings.issuerID = nil
    store.settings.keyID = nil
    store.settings.key = nil
    store.ask()
    let held = try store.held()
    _ = try store.take(held)
    #expect(store.server.requestCount == 1)
    _ = try store.take(held)
    #expect(store.server.requestCount == 1)
    store.memory.endRun()
    _ = try store.take(held)
    #expect(store.server.requestCount == 2)
  }

  @Test func `that are tokens are refused every night anew`() throws {
    let store = try StoreOnLoopback([keeper()])
    try store.pull().pullNotifications()
    var token = try #require(store.memory.records.first { $0.kind == .transaction }?.token)
    let place = token.count - 20
    token[place] = token[place] == 0x41 ? 0x42 : 0x41
    for _ in 0..<2 {
      store.memory.endRun()
      let (pull, _) = try store.take([KeptReceipt(user: "7", bytes: token, place: "f")])
      #expect(pull.report.gaps.count == 1)
    }
  }

  @Test func `are not held up one after another by a server that is gone`() throws {
    var store = try StoreOnLoopback([keeper()])
    let refusing = try store.later(
      clock,
      faults: [
        fault(.refuse(status: 503, body: .html, retryAfter: nil), on: "/verifyReceipt", count: .max)
      ])
    store.ask(refusing)
    let good = try #require(try store.held().first)
    let held = (0..<100).map { KeptReceipt(user: "\($0)", bytes: good.bytes, place: "f") }
    let (pull, _) = try store.take(held)
    #expect(pull.report.gaps.count == 100)
    #expect(Set(pull.report.gaps.map(\.reason)).count == 1)
    #expect(pull.report.stopped == nil)
    #expect(refusing.requestCount <= 5 * 32)
    #expect(store.host.lines.count < 12)
    try pull.pullNotifications()
    #expect(pull.report.gaps.count == 100)
  }
}
