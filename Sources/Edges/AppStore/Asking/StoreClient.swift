import Curl
import Reconciliation
import Records

/// Asks the store many things at once, patiently: paced, repeated where that helps, and ended by
/// the deadline or a signal.
///
/// Questions go in by `ask` and come out by `next` in the order of their answers.
final class StoreClient {
  /// A question that is settled.
  struct Settled {
    let tag: Int
    let result: Result<AnswerPage, StoreError>
  }

  /// How many requests may be on their way at once.
  static let flightLimit = 8
  private static let timeoutMilliseconds = 30_000
  private static let connectTimeoutMilliseconds = 10_000
  private static let byteLimit = 16_777_216
  /// How long one wait lasts at most, so that a signal is noticed.
  private static let napMilliseconds: Int64 = 250

  /// The requests that were sent, by the endpoint's name.
  private(set) var calls: [String: Int] = [:]
  /// Why nothing more is asked; nil while things go on.
  private(set) var halt: String?
  /// The same in terms of what the operator can do.
  private(set) var haltKind: SourceFailure.Kind?
  /// Why some questions were not asked, where their turn would have come too late; others went on.
  private(set) var postponed: String?

  private let hosts: StoreHosts
  private let caFile: String?
  /// The host's deadline on its steady clock.
  private let deadline: Int64?
  /// Since when nothing could be sent and nothing was on its way.
  private var idleSince: Int64?
  private let credentials: Credentials
  private let host: PullHost
  private var transfers: Transfers
  let pacer: RequestPacer
  private var waiting = RequestQueue()
  private var flying: [Int: RequestQueue.Question] = [:]
  private var settled: [Settled] = []
  private var nextFlight = 0
  private var hasAnswered = false
  private var exhaustedInRow = 0
  private var lines = RepeatedLines()

  /// A client of these hosts, which has asked nothing yet.
  init(
    _ settings: StoreSettings, app: StoreApp, hosts: StoreHosts, host: PullHost
  ) throws(SourceFailure) {
    credentials = try Credentials(settings, bundleID: app.bundleID, host: host)
    do throws(TransferFailure) {
      transfers = try Transfers(connectionLimit: Self.flightLimit)
    } catch {
      throw SourceFailure(.unreachable, "the store cannot be asked: \(error)")
    }
    pacer = RequestPacer(settings, app: app, host: host)
    deadline = host.deadline.map { host.steady() + $0.milliseconds - host.now() }
    self.hosts = hosts
    self.host = host
    caFile = settings.caFile
  }

  /// Puts a question, to be sent after so many milliseconds; `next` gives its answer with the same
  /// tag.
  func ask(_ call: StoreCall, tag: Int, after milliseconds: Int64 = 0) {
    var question = RequestQueue.Question(call: call, tag: tag)
    if milliseconds > 0 { question.due = host.steady() + milliseconds }
    waiting.append(question)
  }

  /// Waits for the next settled question; nil when none is outstanding.
  ///
  /// Fails for what concerns every question: the key was refused, or nobody answers at all.
  func next() throws(SourceFailure) -> Settled? {
    while settled.isEmpty {
      noteStop()
      guard halt == nil else {
        flush()
        break
      }
      try sendDue()
      guard settled.isEmpty else { break }
      guard !waiting.questions.isEmpty || !flying.isEmpty else { return nil }
      for ended in try wait() { try settle(ended.tag, ended.result) }
    }
    return settled.isEmpty ? nil : settled.removeFirst()
  }

  // MARK: - Stopping

  private func noteStop() {
    guard halt == nil else { return }
    if let reason = host.shouldStop() {
      stop(reason, .interrupted)
    } else if let deadline, host.steady() >= deadline {
      stop("the time that the run was given is over", .overBudget)
    }
  }

  private func stop(_ reason: String, _ kind: SourceFailure.Kind) {
    guard halt == nil else { return }
    halt = reason
    haltKind = kind
    host.log("the pull stops: \(reason)")
  }

  /// Settles everything that is outstanding as stopped; what is on its way is let go.
  private func flush() {
    transfers.cancelAll()
    let left = (Array(flying.values) + waiting.takeAll()).sorted { $0.tag < $1.tag }
    flying.removeAll()
    let error = StoreError(.stopped, "stopped: \(halt ?? "")")
    settled += left.map { Settled(tag: $0.tag, result: .failure(error)) }
  }

  /// Settles what would have to wait longer than there is time; everything else goes on.
  private func postponeLate() {
    let now = host.steady()
    let last = deadline ?? (idleSince ?? now) + RetryPolicy.waitLimitMilliseconds
    for (question, wait) in waiting.takeLate(after: last) {
      let time = Instant(milliseconds: host.now() + wait.until - now).text
      let words = "\(wait.reason.words) until \(time), which is too late for this run"
      if postponed == nil { host.log("some questions are not asked: \(words)") }
      postponed = postponed ?? words
      settled.append(Settled(tag: question.tag, result: .failure(StoreError(.stopped, words))))
    }
  }

  // MARK: - Sending

  private func sendDue() throws(SourceFailure) {
    while flying.count < Self.flightLimit,
      let due = try waiting.takeDue(now: host.steady(), turn: pacer.turn)
    {
      try start(due)
    }
    let isIdle = flying.isEmpty && !waiting.questions.isEmpty
    idleSince = isIdle ? idleSince ?? host.steady() : nil
    postponeLate()
  }

  private func start(_ due: RequestQueue.Question) throws(SourceFailure) {
    var question = due
    question.attempts += 1
    let call = question.call
    let request = try request(for: call)
    let flight = nextFlight
    nextFlight += 1
    calls[call.endpoint.name, default: 0] += 1
    flying[flight] = question
    do throws(TransferFailure) {
      try transfers.start(request, tag: flight)
    } catch {
      try settle(flight, .failure(error))
    }
  }

  private func request(for call: StoreCall) throws(SourceFailure) -> HTTPRequest {
    var headers = [(name: "Accept", value: "application/json")]
    if let value = try credentials.authorization(at: call.place) {
      headers.append((name: "Authorization", value: value))
    }
    if call.body != nil { headers.append((name: "Content-Type", value: "application/json")) }
    return HTTPRequest(
      method: call.endpoint.method, url: call.url(below: hosts.base(of: call.place)),
      headers: headers, body: call.body, timeoutMilliseconds: Self.timeoutMilliseconds,
      connectTimeoutMilliseconds: Self.connectTimeoutMilliseconds, byteLimit: Self.byteLimit,
      caFile: caFile)
  }

  private func wait() throws(SourceFailure) -> [Completion] {
    let now = host.steady()
    let isFull = flying.count == Self.flightLimit
    let due = isFull ? nil : waiting.nextDue()
    let pause = due.map { min(max($0 - now, 1), Self.napMilliseconds) } ?? Self.napMilliseconds
    guard !flying.isEmpty else {
      host.sleep(pause)
      return []
    }
    do throws(TransferFailure) {
      return try transfers.wait(milliseconds: Int(pause))
    } catch {
      throw SourceFailure(.unreachable, "the store cannot be asked: \(error)")
    }
  }

  // MARK: - Settling

  private func settle(
    _ flight: Int, _ result: Result<HTTPResponse, TransferFailure>
  ) throws(SourceFailure) {
    guard var question = flying.removeValue(forKey: flight) else { return }
    hasAnswered = hasAnswered || Self.isSomebodyThere(result)
    let call = question.call
    switch AnswerJudgement(result, form: call.endpoint.form, now: host.now()) {
    case .good(let page):
      exhaustedInRow = 0
      settled.append(Settled(tag: question.tag, result: .success(page)))
    case .bad(let error): try end(question, error.saying(credentials.withoutSecrets))
    case .again(let told, let moment):
      let error = told.saying(credentials.withoutSecrets)
      if question.attempts < RetryPolicy.attemptLimit {
        try askAgain(question, error, notBefore: moment)
      } else {
        try end(question, error)
      }
    case .refusedCredentials where call.place == .sandbox:
      // Production took the same key, so this says something about the sandbox alone.
      try end(question, StoreError(.refused, status: 401, "the sandbox refuses the key"))
    case .refusedCredentials where !question.isRefused:
      // A token that ended early, or a store that stumbled: the key is refused when a new token is.
      credentials.forget()
      question.isRefused = true
      try askAgain(
        question, StoreError(.refused, status: 401, "the token was not taken"), notBefore: nil)
    case .refusedCredentials:
      throw credentials.refusal(at: call.place, base: hosts.base(of: call.place))
    case .forbiddenAddress(let words): throw SourceFailure(.misconfigured, words)
    }
  }

  /// Who ends a connection in the middle has taken it before.
  private static func isSomebodyThere(_ result: Result<HTTPResponse, TransferFailure>) -> Bool {
    guard case .failure(let failure) = result else { return true }
    return failure.kind == .cut || failure.kind == .tooLarge
  }

  /// A no of the store's is an answer; so many questions without any mean that it is gone.
  private func end(
    _ question: RequestQueue.Question, _ error: StoreError
  ) throws(SourceFailure) {
    guard hasAnswered || question.call.place == .sandbox else {
      throw SourceFailure(.unreachable, "the store does not answer: \(error)")
    }
    settled.append(Settled(tag: question.tag, result: .failure(error)))
    // A no is an answer, and told by who asked.
    if error.kind == .unreadable || error.kind == .unanswered || error.isPassing {
      let name = question.call.endpoint.name
      log("\(name): \(error.summary); given up", "\(name): \(error); given up")
    }
    // The store's servers stand and fall by themselves.
    guard question.call.place.isAPI else { return }
    exhaustedInRow = error.kind == .refused && !error.isPassing ? 0 : exhaustedInRow + 1
    guard exhaustedInRow >= RetryPolicy.exhaustedLimit else { return }
    stop(
      "\(exhaustedInRow) requests in a row have failed for good, the last with \(error)",
      .unreachable)
  }

  private func askAgain(
    _ question: RequestQueue.Question, _ error: StoreError, notBefore moment: Int64?
  ) throws(SourceFailure) {
    let now = host.steady()
    let pause =
      moment.map { $0 - host.now() }
      ?? RetryPolicy.waitMilliseconds(afterAttempt: question.attempts, random: host.random)
    var later = question
    later.due = now + pause
    waiting.append(later)
    let name = question.call.endpoint.name
    log(
      "\(name): \(error.summary); asked again",
      "\(name): \(error); asked again in \(pause) ms "
        + "(attempt \(question.attempts + 1) of \(RetryPolicy.attemptLimit))")
    guard moment != nil else { return }
    waiting.hold(question.call, until: later.due)
    try pacer.hold(question.call, until: later.due)
  }

  private func log(_ name: String, _ words: @autoclosure () -> String) {
    if let line = lines.line(name, words()) { host.log(line) }
  }
}
