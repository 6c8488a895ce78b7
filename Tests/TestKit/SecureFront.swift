import Bytes
import OpenSSL
import System

/// TLS and HTTP/2 in front of a server on loopback: `nghttpx`, with a certificate for `localhost`.
///
/// It is started by the first use of a free port, and ended by its own process id.
package final class SecureFront {
  /// Where it listens, by the name in its certificate.
  package let baseURL: String
  /// The authority that a caller must trust.
  package let caFile: String
  private let folder: TemporaryFolder
  private let process: String

  /// What came of a try to start.
  private enum Start {
    case listening(process: String)
    /// Somebody else has the port.
    case ended
  }

  /// Puts it in front of the server on that port of 127.0.0.1.
  package init(of port: UInt16) throws {
    let folder = try TemporaryFolder()
    let chain = try SpecimenChain { plan in plan.serves("localhost") }
    caFile = try folder.write(try chain.root.pem(), to: "root.pem")
    _ = try folder.write(
      try chain.leaf.pem() + chain.intermediate.pem(), to: "server.pem")
    _ = try folder.write(try chain.leafKeyPEM(), to: "server.key")
    for _ in 1...20 {
      let own = UInt16.random(in: 20_000...60_000)
      guard case .listening(let process) = try Self.start(own, before: port, folder.path) else {
        continue
      }
      self.process = process
      self.folder = folder
      baseURL = "https://localhost:\(own)"
      return
    }
    throw SecureFrontFailure(reason: Self.text(of: folder.file("errors")))
  }

  deinit {
    _ = try? Command.run(
      "kill \(process); while \(Self.isAlive(process)); do sleep 0.01; done",
      timeoutMilliseconds: 10_000, byteLimit: 1_024)
  }

  /// The protocol of each answer until now, as TLS agreed on it: `h2` or `http/1.1`.
  package func protocols() -> [String] {
    Self.text(of: folder.file("access")).split(separator: "\n").map(String.init)
  }

  private static func start(
    _ port: UInt16, before server: UInt16, _ folder: String
  ) throws -> Start {
    // Where Debian has it, which is not on everybody's path.
    let line = """
      cd '\(folder)' && rm -f errors && export PATH="$PATH:/usr/sbin" && \
      command -v nghttpx >/dev/null || exit 127
      nghttpx --conf=/dev/null --single-process --workers=1 --no-ocsp \
        --frontend='127.0.0.1,\(port)' --backend='127.0.0.1,\(server)' \
        --errorlog-file=errors --accesslog-file=access --accesslog-format='$alpn' \
        server.key server.pem </dev/null >/dev/null 2>&1 &
      echo $!
      """
    let output = try Command.run(line, timeoutMilliseconds: 10_000, byteLimit: 1_024)
    guard output.exitStatus == 0 else {
      throw SecureFrontFailure(reason: "nghttpx is not installed; run scripts/setup")
    }
    let process = String(decoding: output.bytes, as: UTF8.self).filter(\.isNumber)
    let end = Clock.monotonicMilliseconds() + 20_000
    while Clock.monotonicMilliseconds() < end {
      if text(of: "\(folder)/errors").contains("Listening on") {
        return .listening(process: process)
      }
      guard try isRunning(process) else { return .ended }
      Clock.sleep(milliseconds: 5)
    }
    throw SecureFrontFailure(reason: "nghttpx does not begin to listen")
  }

  private static func isRunning(_ process: String) throws -> Bool {
    try Command.run(isAlive(process), timeoutMilliseconds: 5_000, byteLimit: 1_024)
      .exitStatus == 0
  }

  /// The shell's question; a process that ended and that nobody collected counts as ended.
  private static func isAlive(_ process: String) -> String {
    "kill -0 \(process) 2>/dev/null && ! grep -q '^State:.*Z' /proc/\(process)/status 2>/dev/null"
  }

  private static func text(of path: String) -> String {
    guard let bytes = try? readWhole(path: path, byteLimit: 16_777_216) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Why there is no front.
package struct SecureFrontFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// One sentence.
  package let reason: String
  package var description: String { reason }
}

extension SpecimenPlan {
  /// Makes the leaf a server's, valid around now: TLS judges by the machine's clock.
  fileprivate mutating func serves(_ name: String) {
    leaf.subjectCommonName = name
    leaf.markerOIDs = []
    leaf.notBefore = Clock.nowMilliseconds() - 86_400_000
    leaf.notAfter = Clock.nowMilliseconds() + 30 * 86_400_000
    intermediate.markerOIDs = []
    intermediate.notAfter = leaf.notAfter
    root.notAfter = leaf.notAfter
  }
}
