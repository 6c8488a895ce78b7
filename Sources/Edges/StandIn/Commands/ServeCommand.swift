import System

/// Serves a store until it is told to stop.
enum ServeCommand {
  static let help = """
    usage: fake-app-store serve DIR [--port N] [--port-file F] [--clock T] [--faults FILE]
                                [--request-log F] [--max-seconds S] [--feed-page N]
                                [--feed-signed N] [--requests-per-hour N]

    Answers calls on 127.0.0.1 as the App Store Server API does; the sandbox is under /sandbox.
    Answers are made and signed at the moment of the clock. Callers' tokens are judged by the
    real time. Ends on SIGTERM or SIGINT.

      --port         the port; 0, the default, is any free one
      --port-file    where the port is written once calls are answered
      --clock        the moment (that of init)
      --faults       a JSON5 file of what is to go wrong
      --requests-per-hour
                     what an endpoint of 50/s allows in any rolling hour, in production; the slow
                     ones a fifth, the sandbox a tenth. Beyond it: 429 and Retry-After (no limit)
      --feed-page    how many records a page of the feed has (20)
      --feed-signed  every so manieth record of the feed is the signed text (0: none)
      --request-log  where every call is written, a line of JSON each, within a second
      --max-seconds  the longest time to serve (3600)

    GET  /inApps/v2/history/{anyTransactionId}
    GET  /inApps/v1/transactions/{transactionId}
    GET  /inApps/v2/refund/lookup/{anyTransactionId}
    GET  /inApps/v1/subscriptions/{anyTransactionId}
    GET  /inApps/v1/transactions/appTransactions/{anyTransactionId}
    GET  /inApps/v1/lookup/{orderId}          production only; see: fake-app-store order
    POST /inApps/v1/notifications/history
    POST /verifyReceipt
    GET  /feed?next=…                         the company's own, with the feed token of store.json

    FILE is a list: [{match: {path: "/inApps/v2/history/", nth: 2, count: 1}, fault: {…}}, …].
    `match` may also name a method; count may be "always".
      continuation: true           only calls for a later page
      each: true                   nth and count are counted for each path and query by themselves
      share: 0.2, seed: 7          a fifth of the calls, picked by seed, path and query; a repetition
                                   has another chance, unless lasting: true
    A fault is one of
      {status: 503}, {status: 502, html: true}, {status: 429, retryAfterMs: 1500},
      {status: 429, retryAfter: "text"}, {error: 4040010, message: "…"}, {cutAfterBytes: 100},
      {truncateJson: true}, {tamper: 1}, {delayMs: 500}, {noAnswer: true},
      {redirect: "http://…"}, {padToBytes: 17825792}, {bareNumbers: true},
      {foreignChain: 1}            the first signed text is signed by an unknown root's chain
      {foreignInnerChain: 1}       what stands inside the first signed text is signed by it
      {wrongBundle: 1}             the first signed text speaks of another app
      {endless: true}              there is always more
      {repeatRevision: true}       the next page's token is this page's
      {repeatNotification: true}   a page begins with the last notification of the one before
      {lateNotifications: "6h"}    none is listed until six hours after it was signed
      {advance: "1d"}              after the call the clock moves on, and the world with it
    The first fault that is due strikes; a spent one lets calls pass to those after it. The same
    calls in the same order get the same answers.

    Exit status: 0 stopped · 64 usage · 65 a file cannot be read · 73 the port or a file cannot
    be had

    """

  static func run(_ words: [String]) throws(StandInFailure) -> String {
    let arguments = try Arguments(
      words,
      options: [
        "--port", "--port-file", "--clock", "--faults", "--request-log", "--max-seconds",
        "--feed-page", "--feed-signed", "--requests-per-hour",
      ])
    let folder = try StoreFolder(opening: try arguments.folder())
    let seconds = try arguments.number("--max-seconds", in: 1...86_400) ?? 3_600
    Signals.install()
    let portFile = arguments.values["--port-file"]
    if let portFile, Files.exists(portFile) {
      // Whoever waits for the file must not find the last server's.
      try filing { () throws(SystemFailure) in try Files.removeFile(portFile) }
    }
    let server = try server(arguments, folder)
    if let portFile {
      let text = Array("\(server.port)\n".utf8)
      try filing { () throws(SystemFailure) in try Files.writeDurably(text, to: portFile) }
    }
    complain("fake-app-store: listening on \(server.baseURL)\n")
    var log = arguments.values["--request-log"].map { RequestLogFile(path: $0) }
    let end = Clock.monotonicMilliseconds() + seconds * 1_000
    while Signals.received == nil, Clock.monotonicMilliseconds() < end {
      Clock.sleep(milliseconds: 50)
      try log?.write(server)
    }
    server.stop()
    try log?.write(server, isLast: true)
    return ""
  }

  private static func server(
    _ arguments: Arguments, _ folder: StoreFolder
  ) throws(StandInFailure) -> StandInServer {
    let faults =
      try arguments.values["--faults"].map { (path) throws(StandInFailure) in
        try Fault.read(path: path)
      } ?? []
    let port = try arguments.number("--port", in: 0...65_535) ?? 0
    let feed = FeedStyle(
      pageSize: Int(try arguments.number("--feed-page", in: 1...100_000) ?? 20),
      signedEvery: Int(try arguments.number("--feed-signed", in: 0...100_000) ?? 0))
    let limits = try arguments.number("--requests-per-hour", in: 1...1_000_000_000).map {
      HourlyLimits(requestsPerHour: Int($0))
    }
    return try StandInServer(
      folder, clock: try clock(arguments), port: UInt16(port), faults: faults, feed: feed,
      limits: limits)
  }
}

/// The calls of a server in a file, which at any time holds whole lines only.
struct RequestLogFile {
  private let path: String
  private var written = -1
  private var nextWriting: Int64 = 0

  init(path: String) {
    self.path = path
  }

  /// Writes the log anew if there was another call; seldom enough to leave the time to the calls.
  mutating func write(
    _ server: StandInServer, isLast: Bool = false
  ) throws(StandInFailure) {
    let start = Clock.monotonicMilliseconds()
    guard server.requestCount != written, isLast || start >= nextWriting else { return }
    let requests = server.requests
    var text: [UInt8] = []
    for request in requests { text += Array(request.line.utf8) }
    let file = path
    try filing { () throws(SystemFailure) in try Files.writeDurably(text, to: file) }
    written = requests.count
    let end = Clock.monotonicMilliseconds()
    nextWriting = end + max(200, (end - start) * 20)
  }
}
