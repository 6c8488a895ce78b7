private import CCurl

/// One libcurl transfer, reused for one request after another.
///
/// libcurl keeps its address, so it is an object; it belongs to one `Transfers`.
final class Transfer {
  let raw: UnsafeMutableRawPointer
  private(set) var tag = 0
  private(set) var operation = ""
  private var headerLines: UnsafeMutablePointer<curl_slist>?
  private let errorText: UnsafeMutablePointer<CChar>
  fileprivate var received = ReceivedAnswer(byteLimit: 0)

  init() throws(TransferFailure) {
    guard let raw = curl_easy_init() else {
      throw TransferFailure(.other, message: "libcurl has no memory", operation: "open")
    }
    self.raw = raw
    self.errorText = .allocate(capacity: Int(ccurl_error_byte_count))
  }

  deinit {
    curl_easy_cleanup(raw)
    curl_slist_free_all(headerLines)
    errorText.deallocate()
  }

  /// Forgets the last request and makes ready for this one.
  func prepare(_ request: HTTPRequest, tag: Int) throws(TransferFailure) {
    guard let address = Address(request.url) else {
      throw TransferFailure(
        .other, message: "the address is not a URL", operation: request.method.rawValue)
    }
    self.tag = tag
    operation = "\(request.method.rawValue) \(address.shown)"
    guard let allowedProtocol = address.allowedProtocol else {
      throw TransferFailure(
        .refusedScheme, message: "only https is spoken, and http to this machine",
        operation: operation)
    }
    received = ReceivedAnswer(byteLimit: request.byteLimit)
    errorText.pointee = 0
    curl_easy_reset(raw)
    try setSinks()
    try setPolicy(allowedProtocol: allowedProtocol, caFile: request.caFile)
    try setLimits(of: request)
    try setHeaders(request.headers)
    try setContent(of: request)
  }

  /// What became of the transfer that libcurl has ended with `code`.
  func result(code: UInt32) -> Result<HTTPResponse, TransferFailure> {
    if received.isTooLarge {
      return .failure(
        TransferFailure(
          .tooLarge, code: Int32(clamping: code),
          message: "the answer is larger than the limit of \(received.byteLimit) bytes",
          operation: operation))
    }
    guard code == CURLE_OK.rawValue else { return .failure(failure(code)) }
    let version =
      switch fact(CURLINFO_HTTP_VERSION) {
      case CURL_HTTP_VERSION_1_0: "1.0"
      case CURL_HTTP_VERSION_1_1: "1.1"
      case CURL_HTTP_VERSION_2_0: "2"
      default: "3"
      }
    return .success(
      HTTPResponse(
        status: fact(CURLINFO_RESPONSE_CODE), headers: received.headers, body: received.body,
        httpVersion: version, openedConnections: fact(CURLINFO_NUM_CONNECTS)))
  }

  /// Lets go of what the last answer brought.
  func forget() { received = ReceivedAnswer(byteLimit: 0) }

  private func setSinks() throws(TransferFailure) {
    // Unretained: whoever owns the transfer keeps it as long as libcurl works on it.
    let context = Unmanaged.passUnretained(self).toOpaque()
    try check(ccurl_set_body_sink(raw, takeBody, context))
    try check(ccurl_set_header_sink(raw, takeHeader, context))
    try check(ccurl_set_error_text(raw, errorText))
  }

  private func setPolicy(
    allowedProtocol: String, caFile: String?
  ) throws(TransferFailure) {
    // Signals would be raised to end a slow name lookup; they belong to the program.
    try set(CURLOPT_NOSIGNAL, 1)
    try set(CURLOPT_USERAGENT, "iap-reconcile")
    try set(CURLOPT_ACCEPT_ENCODING, "")
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try set(CURLOPT_PROTOCOLS_STR, allowedProtocol)
    if allowedProtocol == "http" {
      // What is meant for this machine must not travel to a proxy named in the environment.
      try set(CURLOPT_PROXY, "")
      try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    } else {
      try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
      // Rather wait for a stream on the connection being made than make another connection.
      try set(CURLOPT_PIPEWAIT, 1)
    }
    try set(CURLOPT_TCP_KEEPALIVE, 1)
    try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    if let caFile { try set(CURLOPT_CAINFO, caFile) }
  }

  private func setLimits(of request: HTTPRequest) throws(TransferFailure) {
    // 0 would mean no limit at all.
    try set(CURLOPT_TIMEOUT_MS, max(1, request.timeoutMilliseconds))
    try set(CURLOPT_CONNECTTIMEOUT_MS, max(1, request.connectTimeoutMilliseconds))
  }

  private func setHeaders(
    _ headers: [(name: String, value: String)]
  ) throws(TransferFailure) {
    curl_slist_free_all(headerLines)
    headerLines = nil
    for (name, value) in headers {
      // A line break in a value would begin another header.
      guard !(name + value).utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }) else {
        throw TransferFailure(
          .other, message: "the header \(name.prefix(40).debugDescription) holds a line break",
          operation: operation)
      }
      // libcurl reads "name:" as "do not send it" and "name;" as "send it empty".
      let line = value.isEmpty ? "\(name);" : "\(name): \(value)"
      headerLines = curl_slist_append(headerLines, line)
    }
    try check(ccurl_set_list(raw, CURLOPT_HTTPHEADER, headerLines))
  }

  private func setContent(of request: HTTPRequest) throws(TransferFailure) {
    try set(CURLOPT_URL, request.url)
    guard request.method == .post else { return try set(CURLOPT_HTTPGET, 1) }
    let body = request.body ?? []
    try set(CURLOPT_POST, 1)
    // The size first: without it the copy would end at the first zero.
    try check(ccurl_set_size(raw, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
    try check(ccurl_set_bytes(raw, CURLOPT_COPYPOSTFIELDS, body))
  }

  private func set(_ option: CURLoption, _ value: Int) throws(TransferFailure) {
    try check(ccurl_set_long(raw, option, value))
  }

  private func set(_ option: CURLoption, _ value: String) throws(TransferFailure) {
    try check(ccurl_set_text(raw, option, value))
  }

  private func check(_ code: CURLcode) throws(TransferFailure) {
    guard code == CURLE_OK else { throw failure(code.rawValue) }
  }

  private func failure(_ code: UInt32) -> TransferFailure {
    let words = errorText.pointee == 0 ? nil : String(cString: errorText)
    return TransferFailure(code: code, message: words, operation: operation)
  }

  private func fact(_ name: CURLINFO) -> Int {
    var value = 0
    return ccurl_get_long(raw, name, &value) == CURLE_OK ? value : 0
  }
}

/// Takes all of a part of the body, or none of it to end the transfer.
private func takeBody(
  part: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let bytes = UnsafeRawBufferPointer(start: part, count: size * count)
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  return transfer.received.takeBody(bytes) ? bytes.count : 0
}

/// Takes one line of the answer's head.
private func takeHeader(
  line: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let bytes = UnsafeRawBufferPointer(start: line, count: size * count)
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  transfer.received.takeHeader(String(decoding: bytes, as: UTF8.self))
  return bytes.count
}
