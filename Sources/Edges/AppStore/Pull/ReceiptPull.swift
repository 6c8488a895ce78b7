import Formats
package import Reconciliation
package import Records

/// Takes receipts one after another: checks each without asking anybody, and asks Apple's endpoint
/// about it where the job names one.
///
/// Some are on their way at once, and no more is kept of the others than an id each.
package final class ReceiptPull {
  /// An id of each receipt's customer, by which the history can be asked.
  package private(set) var seeds: [HistorySeed] = []

  private let desk: PullDesk
  private let verifier: ReceiptVerifier
  private let secret: String?
  /// Whether histories are read, which show all that a receipt shows and more.
  private let hasHistories: Bool
  private var flights: [Int: ReceiptFlight] = [:]
  private var nextTag = 0
  private var hasTaken = false
  private var lines = RepeatedLines()
  /// How many questions in a row had no answer, and what stood in the way last.
  private var unanswered = (count: 0, words: "")

  /// How many receipts are asked about at once.
  private static let reach = 2 * StoreClient.flightLimit

  init(
    _ desk: PullDesk, verifier: ReceiptVerifier, secret: String?, hasHistories: Bool
  ) {
    self.desk = desk
    self.verifier = verifier
    self.secret = secret
    self.hasHistories = hasHistories
  }

  /// Takes a receipt; waits where enough are on their way.
  package func take(_ receipt: KeptReceipt) throws(SourceFailure) {
    hasTaken = true
    var flight = ReceiptFlight(receipt)
    let known = try desk.memory.cursor(PullCursor.receipt(flight.name))
      .map(ReceiptMark.init(text:))
    if let seed = known?.seed { note(seed, receipt.user) }
    flight.horizon = known?.horizon
    if known == nil { try check(&flight) }
    if let horizon = flight.horizon, desk.hosts.receipts == nil { limit(flight, to: horizon) }
    guard try mustRead(flight, known) else { return }
    guard desk.hosts.receipts != nil, flight.canBeAsked else { return }
    guard unanswered.count < RetryPolicy.exhaustedLimit else {
      // Nobody is there: the others are not kept waiting for each of a hundred thousand.
      return report(.gap, flight, unanswered.words)
    }
    flight.newest = try desk.memory.cursor(PullCursor.latestReceipt(flight.name))
    ask(flight)
    while flights.count >= Self.reach { try settleNext() }
  }

  /// Waits for what is on its way, and says what receipts as such never show.
  package func finish() throws(SourceFailure) {
    while !flights.isEmpty { try settleNext() }
    guard hasTaken, !hasHistories else { return }
    var limit = Gap(
      nature: .limit,
      reason: "a receipt lists no finished consumable and never shows a refunded one")
    limit.productType = .consumable
    desk.report.limits.append(limit)
  }

  /// A receipt never changes, so it is read once; what Apple says of it is asked every night, where
  /// no history says more.
  private func mustRead(
    _ flight: ReceiptFlight, _ known: ReceiptMark?
  ) throws(SourceFailure) -> Bool {
    guard let known else { return true }
    guard desk.hosts.receipts != nil else { return false }
    if hasHistories { return known.askedAt == nil }
    // Asked in this very run, before that was broken off; another run may have the same as-of.
    guard known.askedAt == desk.app.asOf.milliseconds else { return true }
    return try desk.memory.nextPage(.receipts, subject: flight.name) == 0
  }

  private func note(_ seed: String, _ user: String) {
    seeds.append(HistorySeed(id: seed, customer: user))
  }

  // MARK: - Without asking

  private func check(_ flight: inout ReceiptFlight) throws(SourceFailure) {
    switch flight.form {
    case .receipt(let bytes): try check(bytes, &flight)
    case .token(let token):
      let taken = desk.intake.statement(token, .signedFile, in: desk.app.environment)
      // One that is refused is read again every night, so that none is quiet about it.
      let mark = taken.gap == nil ? ReceiptMark(seed: taken.chainID).text : nil
      try desk.remember(
        [taken], from: .receipts, of: flight.name, number: 0,
        cursors: [PullCursor.receipt(flight.name): mark])
      if let gap = taken.gap { desk.report.gaps.append(gap) }
      if let seed = taken.chainID { note(seed, flight.receipt.user) }
    case .transactionReceipt:
      guard desk.hosts.receipts == nil else { return }
      report(
        .limit, flight,
        "a receipt in the form of iOS 6 can be checked by verifyReceipt alone, and the job names no "
          + "store.verifyReceipt.url")
    case .unknown(let words):
      report(.gap, flight, "a receipt cannot be read: \(words)", isFound: true)
    }
  }

  private func check(_ bytes: [UInt8], _ flight: inout ReceiptFlight) throws(SourceFailure) {
    let verified: VerifiedReceipt
    do throws(Refusal) {
      verified = try verifier.verify(bytes)
    } catch {
      return report(.gap, flight, "a receipt was refused: \(error.words)", isFound: true)
    }
    let origin = verified.isSigned ? Origin.appReceipt : .unsignedFile
    flight.horizon = verified.receipt.createdAt
    try keep(verified.remembered(), origin, number: 0, of: flight, asked: false)
  }

  // MARK: - Remembering

  /// Remembers what a receipt or an answer about it shows.
  private func keep(
    _ shown: [ReceiptRecord], _ origin: Origin, number: Int, of flight: ReceiptFlight, asked: Bool,
    latest: String? = nil
  ) throws(SourceFailure) {
    let taken = shown.map { shown in
      let isTransaction = shown.kind == .transaction
      let original = shown.originalTransactionID
      let record = PulledRecord(
        kind: shown.kind, origin: origin, bundleID: shown.bundleID,
        environment: shown.environment, id: isTransaction ? shown.transactionID : original,
        signedAt: shown.signedAt, payload: shown.payload, token: [])
      return RecordIntake.Taken(
        record: record, chainID: original.isEmpty ? shown.transactionID : original)
    }
    // What belongs to another environment leads to nobody here.
    let seed = taken.first { desk.isOwn($0) }?.chainID
    var mark = ReceiptMark(seed: seed, askedAt: asked ? desk.app.asOf.milliseconds : nil)
    mark.horizon = flight.horizon
    var cursors: [String: String?] = [PullCursor.receipt(flight.name): mark.text]
    if let latest, latest != flight.text { cursors[PullCursor.latestReceipt(flight.name)] = latest }
    try desk.remember(
      taken, from: .receipts, of: flight.name, number: number, cursors: cursors)
    if let seed { note(seed, flight.receipt.user) }
  }

  /// Says that a receipt shows nothing of what came after it, where nothing else would.
  private func limit(_ flight: ReceiptFlight, to horizon: Instant) {
    guard !hasHistories else { return }
    var limit = Gap(
      nature: .limit, reason: "the customer's receipt was made then and shows nothing later")
    limit.userID = flight.receipt.user.isEmpty ? nil : flight.receipt.user
    limit.from = horizon
    desk.report.limits.append(limit)
  }

  /// Reports a reason that is the same for every receipt that it holds of; where a receipt `isFound`
  /// to be at fault itself, its place goes into the log.
  private func report(
    _ nature: Gap.Nature, _ flight: ReceiptFlight, _ words: String, isFound: Bool = false
  ) {
    if isFound, let line = lines.line(words, "\(words) (\(flight.receipt.place))") {
      desk.host.log(line)
    }
    var gap = Gap(nature: nature, reason: words)
    gap.userID = flight.receipt.user.isEmpty ? nil : flight.receipt.user
    if nature == .gap { desk.report.gaps.append(gap) } else { desk.report.limits.append(gap) }
  }

  // MARK: - Asking

  private func ask(_ flight: ReceiptFlight, after milliseconds: Int64 = 0) {
    var body = JSONWriter(.compact)
    body.object { writer in
      writer.member("receipt-data", flight.text)
      writer.member("password", secret)
      // All of them: of non-renewing passes the newest alone would be shown (facts 6.6).
      writer.member("exclude-old-transactions", false)
    }
    let call = StoreCall(endpoint: .receipt, place: flight.place, body: body.bytes)
    flights[nextTag] = flight
    desk.client.ask(call, tag: nextTag, after: milliseconds)
    nextTag += 1
  }

  private func settleNext() throws(SourceFailure) {
    guard let settled = try desk.client.next() else {
      flights = [:]
      return
    }
    guard let flight = flights.removeValue(forKey: settled.tag) else { return }
    switch settled.result {
    case .failure(let error):
      let words = "verifyReceipt could not be asked about a receipt: \(error.summary)"
      unanswered = (unanswered.count + 1, words)
      report(.gap, flight, words)
    case .success(let page):
      unanswered.count = 0
      let environment =
        flight.place == .sandboxReceipts ? StoreApp.sandbox : desk.app.environment
      let reply: ReceiptReply
      do throws(PayloadFailure) {
        reply = try ReceiptReply(
          page.body, bundleID: desk.app.bundleID, environment: environment)
      } catch {
        return try again(flight, "an answer of verifyReceipt cannot be read: \(error.field)")
      }
      try settle(reply, flight)
    }
  }

  private func settle(_ reply: ReceiptReply, _ flight: ReceiptFlight) throws(SourceFailure) {
    guard !reply.isAccepted else {
      return try keep(
        reply.records, .receipt, number: 1, of: flight, asked: true, latest: reply.latestReceipt)
    }
    switch ReceiptStatus(reply) {
    case .otherServer: try turn(flight, status: reply.status)
    case .passing: try again(flight, "verifyReceipt answers with status \(reply.status)")
    case .wrongSecret:
      throw SourceFailure(
        .refusedCredentials,
        "verifyReceipt refuses the shared secret (status 21004): check the variable that "
          + "store.verifyReceipt.sharedSecretEnv names")
    case .gone:
      report(
        .limit, flight, "verifyReceipt says that the customer's account is gone (status 21010)")
    case .refused:
      report(
        .gap, flight, "verifyReceipt refuses a receipt with status \(reply.status)", isFound: true)
    }
  }

  /// A receipt of the other world is sent there once (facts 6.2).
  private func turn(_ flight: ReceiptFlight, status: Int64) throws(SourceFailure) {
    var turned = flight
    turned.hasSwitched = true
    turned.attempts = 0
    turned.place = flight.place == .receipts ? .sandboxReceipts : .receipts
    let isThere = turned.place == .receipts || desk.hosts.sandboxReceipts != nil
    guard !flight.hasSwitched, isThere else {
      let words =
        flight.hasSwitched
        ? "both servers of verifyReceipt send a receipt to the other one"
        : "a receipt is one of the sandbox, and the job names no store.verifyReceipt.sandboxURL"
      return report(
        flight.hasSwitched ? .gap : .limit, flight, "\(words) (status \(status))")
    }
    ask(turned)
  }

  private func again(_ flight: ReceiptFlight, _ words: String) throws(SourceFailure) {
    var flight = flight
    flight.attempts += 1
    guard flight.attempts < RetryPolicy.attemptLimit else {
      return report(.gap, flight, "\(words), \(flight.attempts) times")
    }
    ask(
      flight,
      after: RetryPolicy.waitMilliseconds(
        afterAttempt: flight.attempts, random: desk.host.random))
  }
}
