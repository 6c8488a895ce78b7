private import CMicrohttpd

/// Queues an answer; false asks for the connection to be closed.
func queue(_ response: OutgoingResponse, over connection: OpaquePointer) -> Bool {
  let made: OpaquePointer?
  switch response.fault {
  case .noAnswer: return false
  case .cutAfter(let byteCount): made = cutResponse(response.body, after: byteCount)
  case .none, .delay: made = wholeResponse(response.body)
  }
  guard let made else { return false }
  defer { MHD_destroy_response(made) }
  for (name, value) in response.headers where !value.isEmpty {
    guard MHD_add_response_header(made, name, value) == cmicrohttpd_yes else { return false }
  }
  return MHD_queue_response(connection, UInt32(clamping: response.status), made) == cmicrohttpd_yes
}

/// All headers or query items of a request, in order.
func fields(ofQuery isQuery: Bool, of connection: OpaquePointer) -> [IncomingRequest.Field] {
  var found: [IncomingRequest.Field] = []
  withUnsafeMutablePointer(to: &found) { list in
    _ = MHD_get_connection_values_n(
      connection, isQuery ? cmicrohttpd_query : cmicrohttpd_headers, noteField, list)
  }
  return found
}

private func noteField(
  list: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
  nameByteCount: Int, value: UnsafePointer<CChar>?, valueByteCount: Int
) -> MHD_Result {
  list?.assumingMemoryBound(to: [IncomingRequest.Field].self).pointee.append(
    IncomingRequest.Field(name: text(name, nameByteCount), value: text(value, valueByteCount)))
  return cmicrohttpd_yes
}

private func text(_ start: UnsafePointer<CChar>?, _ byteCount: Int) -> String {
  guard let start else { return "" }
  return String(decoding: UnsafeRawBufferPointer(start: start, count: byteCount), as: UTF8.self)
}

private func wholeResponse(_ body: [UInt8]) -> OpaquePointer? {
  // The bytes are copied at once; the parameter is only for historical reasons not constant.
  body.withUnsafeBytes {
    MHD_create_response_from_buffer(
      $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), cmicrohttpd_copy)
  }
}

/// A body that promises all its bytes and gives the first ones only.
private final class CutBody {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }
}

private func cutResponse(_ body: [UInt8], after byteCount: Int) -> OpaquePointer? {
  let given = CutBody(Array(body.prefix(max(0, byteCount))))
  return MHD_create_response_from_callback(
    UInt64(body.count), 4096, giveCutBody, Unmanaged.passRetained(given).toOpaque(),
    { context in context.map { Unmanaged<CutBody>.fromOpaque($0).release() } })
}

private func giveCutBody(
  context: UnsafeMutableRawPointer?, position: UInt64, space: UnsafeMutablePointer<CChar>?,
  capacity: Int
) -> Int {
  guard let context, let space else { return cmicrohttpd_end_with_error }
  let body = Unmanaged<CutBody>.fromOpaque(context).takeUnretainedValue()
  let rest = body.bytes.dropFirst(Int(clamping: position)).prefix(capacity)
  guard !rest.isEmpty else { return cmicrohttpd_end_with_error }
  UnsafeMutableRawBufferPointer(start: space, count: capacity).copyBytes(from: rest)
  return rest.count
}
