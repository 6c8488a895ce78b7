import Curl
import Microhttpd
import System
import Testing

@Suite struct `the loopback server` {
  @Test func `refuses a port that is taken`() throws {
    let first = try HTTPServer { _ in OutgoingResponse(status: 200) }
    #expect(first.port > 0)
    let failure = #expect(throws: ServerFailure.self) {
      _ = try HTTPServer(port: first.port) { _ in OutgoingResponse(status: 200) }
    }
    #expect(failure?.port == first.port)
  }

  @Test func `answers a body above its limit with 413`() throws {
    let server = try HTTPServer { request in
      OutgoingResponse(status: 200, body: Array("\(request.body.count)".utf8))
    }
    let most = [UInt8](repeating: 1, count: HTTPServer.bodyByteLimit)
    let whole = try fetch(HTTPRequest(method: .post, url: server.url("/"), body: most)).get()
    #expect(whole.text == "16777216")
    let above = try fetch(HTTPRequest(method: .post, url: server.url("/"), body: most + [1]))
    #expect(try above.get().status == 413)
  }

  @Test func `delays one answer without holding up another`() throws {
    let server = try HTTPServer { request in
      let isSlow = request.path == "/slow"
      return OutgoingResponse(
        status: 200, fault: isSlow ? .delay(milliseconds: 60_000) : .none)
    }
    var transfers = try Transfers(connectionLimit: 10)
    for tag in 0..<8 { try transfers.start(HTTPRequest(url: server.url("/slow")), tag: tag) }
    try transfers.start(HTTPRequest(url: server.url("/fast")), tag: 99)
    var ended: [Completion] = []
    while ended.isEmpty { ended = try transfers.wait(milliseconds: 1000) }
    #expect(ended.map(\.tag) == [99])
    let start = Clock.monotonicMilliseconds()
    server.stop()
    #expect(Clock.monotonicMilliseconds() - start < 30_000, "stopping does not wait for delays")
  }

  @Test func `finds fields by name`() {
    let request = IncomingRequest(
      method: "GET", path: "/",
      query: [.init(name: "a", value: "1"), .init(name: "a", value: "2")],
      headers: [.init(name: "X-Name", value: "v")])
    #expect(request.queryValue("a") == "1")
    #expect(request.queryValue("A") == nil)
    #expect(request.header("x-name") == "v")
  }
}
