import Microhttpd
import OpenSSL
import Records
import SQLite
import System

/// Answers one call after another, as the store does at one moment.
struct StoreCounter: ~Copyable {
  let identity: StoreIdentity
  /// The moment at which answers are made and signed.
  let clock: Instant
  let world: WorldDatabase
  let signer: TokenSigner
  /// Signs app receipts, and knows them again.
  let receipts: ReceiptSigner
  private let callers: CallerCheck

  /// Opens the folder's store.
  init(_ folder: StoreFolder, clock: Instant) throws(StandInFailure) {
    let path = folder.worldPath
    let world = try remembering { () throws(SQLiteFailure) in try WorldDatabase(path: path) }
    let signer = try folder.signer()
    let receipts = try folder.receiptSigner()
    let verifier = try folder.callerVerifier()
    self.identity = folder.identity
    self.clock = clock
    self.world = world
    self.signer = signer
    self.receipts = receipts
    callers = CallerCheck(verifier: verifier, identity: folder.identity)
  }

  /// The answer without any fault.
  func answer(_ request: IncomingRequest) -> OutgoingResponse {
    let isSandbox = request.path.hasPrefix("/sandbox/")
    let environment = isSandbox ? WorldEnvironment.sandbox : .production
    let path = String(request.path.dropFirst(environment.pathPrefix.count))
    if path == "/verifyReceipt" { return receiptAnswer(to: request, environment) }
    guard
      callers.accepts(
        request.header("Authorization"), nowMilliseconds: Clock.nowMilliseconds())
    else { return .unauthorized }
    do throws(Refusal) {
      return try answer(request, path: path, environment)
    } catch {
      return error.response
    }
  }

  private func answer(
    _ request: IncomingRequest, path: String, _ environment: WorldEnvironment
  ) throws(Refusal) -> OutgoingResponse {
    if request.method == "GET", let id = last(of: path, after: "/inApps/v2/history/") {
      return try history(of: id, request, environment)
    }
    if request.method == "GET", let id = last(of: path, after: "/inApps/v1/transactions/") {
      return try transaction(id, environment)
    }
    if request.method == "GET", let id = last(of: path, after: "/inApps/v2/refund/lookup/") {
      return try refundHistory(of: id, request, environment)
    }
    if request.method == "POST", path == "/inApps/v1/notifications/history" {
      return try notificationHistory(request, environment)
    }
    return .noSuchPath
  }

  private func last(of path: String, after prefix: String) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    let rest = path.dropFirst(prefix.count)
    return rest.isEmpty || rest.contains("/") ? nil : String(rest)
  }

  /// The customer of an id, or the refusal that Apple would give.
  func customer(of id: String, _ environment: WorldEnvironment) throws(Refusal) -> String {
    guard isTransactionID(id) else { throw .invalidTransactionID }
    let customer = try recalling { () throws(SQLiteFailure) in
      try world.customer(of: id, in: environment, at: clock.milliseconds)
    }
    guard let customer else { throw .notFound }
    return customer
  }

  private func transaction(
    _ id: String, _ environment: WorldEnvironment
  ) throws(Refusal) -> OutgoingResponse {
    guard isTransactionID(id) else { throw .invalidTransactionID }
    let (found, isApp) = try recalling { () throws(SQLiteFailure) in
      (
        try world.newest(id, in: environment, at: clock.milliseconds),
        try world.isAppTransaction(id)
      )
    }
    guard let found else { throw isApp ? .appTransactionID : .notFound }
    var body = PayloadText()
    body.add("signedTransactionInfo", try sign(found, at: clock))
    return .json(body.text)
  }

  /// A payload as a token of that moment.
  func sign(_ record: String, at moment: Instant) throws(Refusal) -> String {
    let text = payload(record, signedAt: moment)
    do throws(OpenSSLFailure) { return try signer.token(text) } catch { throw .broken }
  }

  /// What the store remembers; a memory that fails is the caller's error 500.
  func recalling<Result>(
    _ body: () throws(SQLiteFailure) -> Result
  ) throws(Refusal) -> Result {
    do throws(SQLiteFailure) { return try body() } catch { throw .broken }
  }

  /// Whether a text has the form of a store id.
  func isTransactionID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 32 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
  }
}
