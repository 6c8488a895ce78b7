private import CMicrohttpd
private import Glibc
private import Synchronization

/// What the server's threads share.
final class Answering: Sendable {
  private let handler: @Sendable (IncomingRequest) -> OutgoingResponse
  private let isStopping = Atomic<Bool>(false)

  init(_ handler: @escaping @Sendable (IncomingRequest) -> OutgoingResponse) {
    self.handler = handler
  }

  func stop() { isStopping.store(true, ordering: .relaxed) }

  /// Asks the handler and waits where the answer is to be late, but not for a stopping server.
  func response(to request: IncomingRequest) -> OutgoingResponse {
    let response = handler(request)
    if case .delay(let milliseconds) = response.fault {
      for _ in 0..<max(0, milliseconds) where !isStopping.load(ordering: .relaxed) {
        usleep(1000)
      }
    }
    return response
  }
}

/// Starts a server that answers with `answering`, which must live until the server has stopped.
func startDaemon(port: UInt16, answering: Answering) -> OpaquePointer? {
  let context = Unmanaged.passUnretained(answering).toOpaque()
  return cmicrohttpd_start(port, answer, context, forget, 1024)
}

/// A request while its body arrives; used by the one thread of its connection.
private final class ArrivingRequest {
  private(set) var body: [UInt8] = []
  private(set) var isTooLarge = false

  func take(_ part: UnsafeRawBufferPointer) {
    isTooLarge = isTooLarge || body.count + part.count > HTTPServer.bodyByteLimit
    if !isTooLarge { body.append(contentsOf: part) }
  }
}

/// libmicrohttpd calls this once for the headers, once for each part of the body, and once more.
private func answer(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?, path: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, part: UnsafePointer<CChar>?,
  partByteCount: UnsafeMutablePointer<Int>?, memory: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let path, let method, let partByteCount, let memory else {
    return cmicrohttpd_no
  }
  guard let remembered = memory.pointee else {
    memory.pointee = Unmanaged.passRetained(ArrivingRequest()).toOpaque()
    return cmicrohttpd_yes
  }
  let arriving = Unmanaged<ArrivingRequest>.fromOpaque(remembered).takeUnretainedValue()
  if partByteCount.pointee > 0 {
    arriving.take(UnsafeRawBufferPointer(start: part, count: partByteCount.pointee))
    partByteCount.pointee = 0
    return cmicrohttpd_yes
  }
  let request = IncomingRequest(
    method: String(cString: method), path: String(cString: path),
    query: fields(ofQuery: true, of: connection),
    headers: fields(ofQuery: false, of: connection), body: arriving.body)
  let answering = Unmanaged<Answering>.fromOpaque(context).takeUnretainedValue()
  let response =
    arriving.isTooLarge ? OutgoingResponse(status: 413) : answering.response(to: request)
  return queue(response, over: connection) ? cmicrohttpd_yes : cmicrohttpd_no
}

/// libmicrohttpd calls this when a request is over, however it ended.
private func forget(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  memory: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, ending: MHD_RequestTerminationCode
) {
  guard let remembered = memory?.pointee else { return }
  Unmanaged<ArrivingRequest>.fromOpaque(remembered).release()
  memory?.pointee = nil
}
