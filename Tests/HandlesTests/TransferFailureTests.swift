import Curl
import Microhttpd
import Testing

@Suite struct `failed transfers` {
  @Test(arguments: [
    OutgoingResponse.Fault.cutAfter(bytes: 10), .cutAfter(bytes: 0), .noAnswer,
  ])
  func `say that the answer was cut`(_ fault: OutgoingResponse.Fault) throws {
    let server = try HTTPServer { _ in
      OutgoingResponse(status: 200, body: Array("twenty bytes of body".utf8), fault: fault)
    }
    #expect(try fetch(HTTPRequest(url: server.url("/"))).failure?.kind == .cut)
  }

  @Test func `say that nobody listens`() throws {
    let server = try HTTPServer { _ in OutgoingResponse(status: 200) }
    let url = server.url("/")
    server.stop()
    let failure = try fetch(HTTPRequest(url: url)).failure
    #expect(failure?.kind == .connect)
    #expect(failure?.code == 7)
  }

  @Test func `say that it took too long`() throws {
    let server = try HTTPServer { _ in
      OutgoingResponse(status: 200, fault: .delay(milliseconds: 60_000))
    }
    let request = HTTPRequest(url: server.url("/"), timeoutMilliseconds: 30)
    #expect(try fetch(request).failure?.kind == .timeout)
  }

  @Test func `say that a host has no address`() throws {
    let request = HTTPRequest(url: "https://no-such-host.invalid/", timeoutMilliseconds: 20_000)
    let kind = try fetch(request).failure?.kind
    // Where a machine has no resolver at all, asking takes until the limit.
    #expect(kind == .resolve || kind == .timeout)
  }

  @Test(arguments: [
    "http://example.com/", "http://127.0.0.1.example.com/", "http://127.example/",
    "http://localhost.example/", "http://128.0.0.1/", "http://[::2]/", "ftp://localhost/",
    "file:///etc/hostname",
  ])
  func `never begin in the clear with another machine`(_ url: String) throws {
    var transfers = try Transfers(connectionLimit: 1)
    #expect(try refusal(of: HTTPRequest(url: url), by: &transfers)?.kind == .refusedScheme)
    #expect(transfers.inFlight == 0)
  }

  @Test(arguments: ["", "nothing", "http://", "https://a b/"])
  func `never begin with what is no address`(_ url: String) throws {
    var transfers = try Transfers(connectionLimit: 1)
    let kind = try refusal(of: HTTPRequest(url: url), by: &transfers)?.kind
    #expect(kind == .other)
  }

  @Test(arguments: ["localhost", "127.0.0.1", "127.1.2.3"])
  func `are not caused by asking this machine in the clear`(_ host: String) throws {
    let server = try HTTPServer { _ in OutgoingResponse(status: 200) }
    var transfers = try Transfers(connectionLimit: 1)
    let request = HTTPRequest(url: "http://\(host):\(server.port)/")
    #expect(try refusal(of: request, by: &transfers) == nil)
  }

  @Test func `quote neither headers nor query nor user`() throws {
    let server = try HTTPServer { _ in OutgoingResponse(status: 200, fault: .noAnswer) }
    let request = HTTPRequest(
      url: "http://user:hidden@127.0.0.1:\(server.port)/path?token=hidden",
      headers: [("Authorization", "Bearer hidden")])
    let failure = try #require(try fetch(request).failure)
    #expect(!failure.description.contains("hidden"))
    #expect(failure.operation == "GET http://127.0.0.1:\(server.port)/path")
    var transfers = try Transfers(connectionLimit: 1)
    let broken = HTTPRequest(
      url: server.url("/"), headers: [("Authorization", "hidden\r\nX-Other: 1")])
    let refusal = try #require(try refusal(of: broken, by: &transfers))
    #expect(refusal.message == "the header \"Authorization\" holds a line break")
  }
}

private func refusal(
  of request: HTTPRequest, by transfers: inout Transfers
) throws -> TransferFailure? {
  do throws(TransferFailure) {
    try transfers.start(request, tag: 1)
    return nil
  } catch {
    return error
  }
}
