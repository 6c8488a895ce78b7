import Curl
import Microhttpd
import Synchronization
import System
import Testing

@Suite struct `transfers` {
  @Test func `bring back status, headers and body`() throws {
    let server = try HTTPServer { request in
      OutgoingResponse(
        status: 429, headers: [("Retry-After", "17"), ("X-Spaced", "a  b")],
        body: Array("\(request.method) \(request.path)".utf8))
    }
    let response = try fetch(HTTPRequest(url: server.url("/some/where"))).get()
    #expect(response.status == 429)
    #expect(response.header("retry-after") == "17")
    #expect(response.header("x-spaced") == "a  b")
    #expect(response.header("none") == nil)
    #expect(response.text == "GET /some/where")
    #expect(response.httpVersion == "1.1")
  }

  @Test func `carry headers, query and body as they are`() throws {
    let server = try HTTPServer { request in
      let facts =
        request.query.map { "\($0.name)=\($0.value)" }
        + ["authorization", "x-empty", "user-agent"].map { request.header($0) ?? "none" }
      return OutgoingResponse(
        status: 200, headers: [("Facts", facts.joined(separator: "|"))], body: request.body)
    }
    let body = [UInt8](0...255) + [0, 0]
    let response = try fetch(
      HTTPRequest(
        method: .post, url: server.url("/p?a=1&b=x%20y%26&a=2&flag"),
        headers: [("Authorization", "Bearer t"), ("X-Empty", "")], body: body)
    ).get()
    #expect(response.body == body)
    #expect(response.header("facts") == "a=1|b=x y&|a=2|flag=|Bearer t||iap-reconcile")
    let empty = try fetch(HTTPRequest(method: .post, url: server.url("/"))).get()
    #expect(empty.body == [])
  }

  @Test func `unpack compressed bodies and count them unpacked`() throws {
    let packed = try Command.run(
      "head -c 5000 /dev/zero | gzip", timeoutMilliseconds: 60_000, byteLimit: 5000
    ).bytes
    let server = try HTTPServer { _ in
      OutgoingResponse(status: 200, headers: [("Content-Encoding", "gzip")], body: packed)
    }
    let url = server.url("/")
    #expect(try fetch(HTTPRequest(url: url, byteLimit: 5000)).get().body.count == 5000)
    #expect(try fetch(HTTPRequest(url: url, byteLimit: 4999)).failure?.kind == .tooLarge)
  }

  @Test func `keep to the limit of bytes`() throws {
    let server = try HTTPServer { _ in
      OutgoingResponse(status: 200, body: [UInt8](repeating: 7, count: 100_000))
    }
    let url = server.url("/")
    #expect(try fetch(HTTPRequest(url: url, byteLimit: 100_000)).get().body.count == 100_000)
    let failure = try fetch(HTTPRequest(url: url, byteLimit: 99_999)).failure
    #expect(failure?.kind == .tooLarge)
    #expect(
      failure?.description == "GET http://127.0.0.1:\(server.port)/: "
        + "the answer is larger than the limit of 99999 bytes")
  }

  @Test func `do not follow redirects`() throws {
    let server = try HTTPServer { _ in
      OutgoingResponse(status: 302, headers: [("Location", "/elsewhere")])
    }
    let response = try fetch(HTTPRequest(url: server.url("/"))).get()
    #expect(response.status == 302)
    #expect(response.header("Location") == "/elsewhere")
  }

  @Test func `use a connection again`() throws {
    let server = try HTTPServer { _ in OutgoingResponse(status: 200) }
    var transfers = try Transfers(connectionLimit: 4)
    var opened: [Int] = []
    for tag in 0..<5 {
      try transfers.start(HTTPRequest(url: server.url("/")), tag: tag)
      opened.append(try finish(&transfers)[tag]?.get().openedConnections ?? -1)
    }
    #expect(opened == [1, 0, 0, 0, 0])
  }

  @Test func `run side by side up to the limit of connections`() throws {
    let gauge = Gauge()
    let server = try HTTPServer { request in
      gauge.enter()
      // Stay until another request is here too, so that all of them must overlap.
      gauge.wait(for: 2, milliseconds: 1000)
      gauge.leave()
      return OutgoingResponse(status: 200, body: Array(request.path.utf8))
    }
    var transfers = try Transfers(connectionLimit: 3)
    for tag in 0..<40 {
      try transfers.start(HTTPRequest(url: server.url("/\(tag)")), tag: tag)
    }
    #expect(transfers.inFlight == 40)
    let results = try finish(&transfers)
    #expect(results.count == 40)
    for (tag, result) in results { #expect(try result.get().text == "/\(tag)") }
    #expect((2...3).contains(gauge.most))
  }

  @Test func `may be given up together`() throws {
    let server = try HTTPServer { request in
      let isSlow = request.path == "/slow"
      return OutgoingResponse(status: 200, fault: isSlow ? .delay(milliseconds: 60_000) : .none)
    }
    var transfers = try Transfers(connectionLimit: 2)
    for tag in 0..<4 { try transfers.start(HTTPRequest(url: server.url("/slow")), tag: tag) }
    #expect(try transfers.wait(milliseconds: 1).isEmpty)
    transfers.cancelAll()
    #expect(transfers.inFlight == 0)
    #expect(try transfers.wait(milliseconds: 60_000).isEmpty)
    try transfers.start(HTTPRequest(url: server.url("/fast")), tag: 9)
    #expect(try finish(&transfers)[9]?.get().status == 200)
  }
}

/// Counts who is inside.
private final class Gauge: Sendable {
  private let counts = Mutex((now: 0, most: 0))

  var most: Int { counts.withLock { $0.most } }

  func enter() {
    counts.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
  }

  func leave() { counts.withLock { $0.now -= 1 } }

  func wait(for count: Int, milliseconds: Int64) {
    let deadline = Clock.monotonicMilliseconds() + milliseconds
    while counts.withLock({ $0.most < count }), Clock.monotonicMilliseconds() < deadline {
      Clock.sleep(milliseconds: 1)
    }
  }
}
