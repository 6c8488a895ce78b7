import Microhttpd
import OpenSSL
import Records
import SQLite
import System

/// Answers one call after another, as the store does at one moment.
struct StoreCounter: ~Copyable {
  let identity: StoreIdentity
  /// The moment at which answers are made and signed; a fault may move it on.
  var clock: Instant
  let world: WorldReader
  let signer: TokenSigner
  /// Signs app receipts, and knows them again.
  let receipts: ReceiptSigner
  let tokens = SignedTokens()
  let feedStyle: FeedStyle
  private var callers: CallerCheck

  /// Opens the folder's store.
  init(
    _ folder: StoreFolder, clock: Instant, feed: FeedStyle = FeedStyle()
  ) throws(StandInFailure) {
    let path = folder.worldPath
    let world = try remembering { () throws(SQLiteFailure) in try WorldReader(path: path) }
    let signer = try folder.signer()
    let receipts = try folder.receiptSigner()
    let verifier = try folder.callerVerifier()
    self.identity = folder.identity
    self.clock = clock
    self.world = world
    self.signer = signer
    self.receipts = receipts
    feedStyle = feed
    callers = CallerCheck(verifier: verifier, identity: folder.identity)
  }

  /// The answer to a call that arrives at `now`, in UNIX milliseconds.
  mutating func answer(
    _ request: IncomingRequest, _ asked: StoreQuestion?, now: Int64, twist: Twist? = nil
  ) -> OutgoingResponse {
    let isApples = asked?.endpoint != .verifyReceipt && asked?.endpoint != .feed
    if isApples, !callers.accepts(request.header("Authorization"), nowMilliseconds: now) {
      return .unauthorized
    }
    guard let asked else { return .noSuchPath }
    do throws(Refusal) {
      return try answer(request, asked, twist)
    } catch {
      return error.response
    }
  }

  private func answer(
    _ request: IncomingRequest, _ asked: StoreQuestion, _ twist: Twist?
  ) throws(Refusal) -> OutgoingResponse {
    switch asked.endpoint {
    case .history: try history(request, asked, twist)
    case .lookup: try transaction(asked)
    case .refunds: try refundHistory(request, asked, twist)
    case .notifications: try notificationHistory(request, asked, twist)
    case .subscriptions: try subscriptions(request, asked)
    case .order: try order(asked)
    case .appTransaction: try appTransaction(asked)
    case .verifyReceipt: receiptAnswer(to: request, asked.environment)
    case .feed: try feed(request, twist)
    }
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

  private func transaction(_ asked: StoreQuestion) throws(Refusal) -> OutgoingResponse {
    guard isTransactionID(asked.id) else { throw .invalidTransactionID }
    let found = try recalling { () throws(SQLiteFailure) in
      try world.newest(asked.id, in: asked.environment, at: clock.milliseconds)
    }
    guard let found else {
      let isApp = try recalling { () throws(SQLiteFailure) in
        try world.isAppTransaction(asked.id)
      }
      throw isApp ? .appTransactionID : .notFound
    }
    guard let ending = ending(found.position.sequence, found.payload) else { throw .broken }
    var body = AnswerBody(capacity: 8_192)
    body.add("{\"signedTransactionInfo\":")
    body.addToken(signer.beginning, ending)
    body.add("}")
    return .json(body.bytes)
  }

  /// A payload as a token of that moment.
  func sign(_ record: String, at moment: Instant) throws(Refusal) -> String {
    try signedText(payload(record, signedAt: moment))
  }

  /// A payload that is complete, as a token.
  func signedText(_ text: String) throws(Refusal) -> String {
    do throws(OpenSSLFailure) { return try signer.token(text) } catch { throw .broken }
  }

  /// What follows the header in the token of a payload of that moment.
  func signedEnding(_ record: String, at moment: Instant) throws(Refusal) -> [UInt8] {
    let text = payload(record, signedAt: moment)
    do throws(OpenSSLFailure) {
      return try signer.ending(of: Array(text.utf8))
    } catch {
      throw .broken
    }
  }

  /// The same of a version of a record as it is signed now; nil where it cannot be signed.
  func ending(_ number: Int64, _ record: @autoclosure () -> String) -> [UInt8]? {
    let key = SignedTokens.Key(kind: .record, number: number, moment: clock.milliseconds)
    return try? tokens.ending(key) { () throws(Refusal) in
      try signedEnding(record(), at: clock)
    }
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
