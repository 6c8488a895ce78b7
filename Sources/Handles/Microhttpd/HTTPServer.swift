private import CMicrohttpd
private import Glibc

/// An HTTP/1.1 server on 127.0.0.1, for tests and for the stand-in store.
///
/// Each connection has a thread of its own, so that a delayed answer holds up nobody else. It stops
/// when it is let go.
package final class HTTPServer {
  private let daemon: OpaquePointer
  private let answering: Answering
  private var isStopped = false

  /// The port it listens on.
  package let port: UInt16

  /// The largest body of a request; a larger one is answered with 413.
  package static let bodyByteLimit = 16_777_216

  /// Listens on `port`, or on any free one for 0, and answers with `handler`, on many threads.
  package init(
    port: UInt16 = 0, handler: @escaping @Sendable (IncomingRequest) -> OutgoingResponse
  ) throws(ServerFailure) {
    // A client that leaves early must not end the process.
    signal(SIGPIPE, SIG_IGN)
    let answering = Answering(handler)
    errno = 0
    guard let daemon = startDaemon(port: port, answering: answering) else {
      throw ServerFailure(port: port, errno: errno)
    }
    self.daemon = daemon
    self.answering = answering
    self.port = cmicrohttpd_port(daemon)
  }

  deinit { stop() }

  /// Closes all connections and waits until no handler runs any more.
  package func stop() {
    guard !isStopped else { return }
    isStopped = true
    answering.stop()
    MHD_stop_daemon(daemon)
  }
}
