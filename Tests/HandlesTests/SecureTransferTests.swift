import Curl
import Microhttpd
import OpenSSL
import System
import TestKit
import Testing

@Suite(.serialized, .enabled(if: SecureFront.isInstalled, "nghttpx is not installed"))
struct `transfers over TLS` {
  @Test func `share one HTTP 2 connection`() throws {
    let front = try SecureFront.ready()
    var transfers = try Transfers(connectionLimit: 4)
    for tag in 0..<50 {
      try transfers.start(front.request("/\(tag)", trusting: front.rootFile), tag: tag)
    }
    let results = try finish(&transfers)
    #expect(results.count == 50)
    for (tag, result) in results {
      let response = try result.get()
      #expect(response.text == "/\(tag)")
      #expect(response.httpVersion == "2")
    }
    #expect(try results.values.reduce(0) { try $0 + $1.get().openedConnections } == 1)
  }

  @Test func `are refused by who trusts another root`() throws {
    let front = try SecureFront.ready()
    #expect(try fetch(front.request("/", trusting: nil)).failure?.kind == .tls)
    let stranger = try SecureFront.root(key: PrivateKey.generate(.p256))
    let path = try front.folder.write(
      String(decoding: stranger.pem(), as: UTF8.self), to: "stranger.pem")
    #expect(try fetch(front.request("/", trusting: path)).failure?.kind == .tls)
    #expect(try fetch(front.request("/", trusting: "/nowhere")).failure?.kind == .tls)
  }

  @Test func `are refused under another name`() throws {
    let front = try SecureFront.ready()
    var request = front.request("/", trusting: front.rootFile)
    request.url = "https://127.0.0.1:\(front.port)/"
    #expect(try fetch(request).failure?.kind == .tls)
  }
}

/// A loopback server behind a proxy that speaks TLS and HTTP/2, with a root of its own.
private struct SecureFront: ~Copyable {
  let folder: TemporaryFolder
  let rootFile: String
  let port: UInt16
  private let server: HTTPServer
  private let proxyID: String

  static let isInstalled = ["/usr/bin/nghttpx", "/usr/sbin/nghttpx"].contains(where: Files.exists)

  private init() throws {
    let folder = try TemporaryFolder()
    let rootKey = try PrivateKey.generate(.p256)
    let root = try Self.root(key: rootKey)
    let rootFile = try folder.write(String(decoding: root.pem(), as: UTF8.self), to: "root.pem")
    let key = try PrivateKey.generate(.p256)
    let certificate = try Certificate.issue(
      CertificateTemplate(
        subjectCommonName: "localhost", serialNumber: 2, notBefore: root.notBefore,
        notAfter: root.notAfter),
      subjectKey: key, issuerKey: rootKey, issuerCertificate: root)
    let keyFile = try folder.write(String(decoding: key.pem(), as: UTF8.self), to: "key.pem")
    let file = try folder.write(String(decoding: certificate.pem(), as: UTF8.self), to: "leaf.pem")
    let server = try HTTPServer { request in
      OutgoingResponse(status: 200, body: Array(request.path.utf8))
    }
    let port = try Self.freePort()
    let proxyID = try Self.startProxy(
      "-f 127.0.0.1,\(port) -b 127.0.0.1,\(server.port) \(keyFile) \(file)")
    self.proxyID = proxyID
    self.server = server
    self.folder = folder
    self.rootFile = rootFile
    self.port = port
  }

  /// Starts one and waits until it accepts connections.
  static func ready() throws -> SecureFront {
    let front = try SecureFront()
    try front.waitUntilReady()
    return front
  }

  deinit {
    _ = try? Command.run("kill \(proxyID)", timeoutMilliseconds: 10_000, byteLimit: 100)
  }

  static func root(key: borrowing PrivateKey) throws -> Certificate {
    let now = Clock.nowMilliseconds()
    return try Certificate.issue(
      CertificateTemplate(
        subjectCommonName: "Specimen Root \(now)", serialNumber: 1, notBefore: now - 3_600_000,
        notAfter: now + 3_600_000, isCA: true),
      subjectKey: key, issuerKey: key)
  }

  func request(_ path: String, trusting caFile: String?) -> HTTPRequest {
    HTTPRequest(url: "https://localhost:\(port)\(path)", caFile: caFile)
  }

  private static func freePort() throws -> UInt16 {
    try HTTPServer { _ in OutgoingResponse(status: 200) }.port
  }

  private static func startProxy(_ arguments: String) throws -> String {
    let output = try Command.run(
      "PATH=$PATH:/usr/sbin; nghttpx --workers=1 \(arguments) >/dev/null 2>&1 & echo $!",
      timeoutMilliseconds: 10_000, byteLimit: 100)
    return String(decoding: output.bytes.dropLast(), as: UTF8.self)
  }

  private func waitUntilReady() throws {
    let deadline = Clock.monotonicMilliseconds() + 20_000
    while try fetch(request("/", trusting: rootFile)).failure?.kind == .connect,
      Clock.monotonicMilliseconds() < deadline
    {
      Clock.sleep(milliseconds: 5)
    }
  }
}
