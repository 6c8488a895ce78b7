private import CCurl

/// Many transfers at once on one thread, over connections that are kept and shared.
package struct Transfers: ~Copyable {
  private let raw: UnsafeMutableRawPointer
  private var running: [UnsafeMutableRawPointer: Transfer] = [:]
  private var idle: [Transfer] = []

  /// At most so many connections are open; transfers beyond them wait, which counts as their time.
  ///
  /// One connection carries many transfers where the server speaks HTTP/2.
  package init(connectionLimit: Int) throws(TransferFailure) {
    guard libraryIsReady, let raw = curl_multi_init() else {
      throw TransferFailure(.other, message: "libcurl did not start", operation: "open")
    }
    ccurl_multi_set_long(raw, CURLMOPT_MAX_TOTAL_CONNECTIONS, max(1, connectionLimit))
    ccurl_multi_set_long(raw, CURLMOPT_MAXCONNECTS, max(1, connectionLimit))
    self.raw = raw
  }

  deinit {
    for transfer in running.values { curl_multi_remove_handle(raw, transfer.raw) }
    curl_multi_cleanup(raw)
  }

  /// How many transfers were started and have not been returned by `wait`.
  package var inFlight: Int { running.count }

  /// Starts a transfer; `wait` returns its completion with the same tag.
  package mutating func start(_ request: HTTPRequest, tag: Int) throws(TransferFailure) {
    let transfer = if let spare = idle.popLast() { spare } else { try Transfer() }
    do throws(TransferFailure) {
      try transfer.prepare(request, tag: tag)
      try check(curl_multi_add_handle(raw, transfer.raw), transfer.operation)
    } catch {
      idle.append(transfer)
      throw error
    }
    running[transfer.raw] = transfer
  }

  /// Moves all transfers on and returns those that have ended.
  ///
  /// Waits for one to end at most so long. It may return early with none (a part has arrived, or a
  /// signal), and does so at once when none is in flight.
  package mutating func wait(milliseconds: Int) throws(TransferFailure) -> [Completion] {
    try moveOn()
    let ended = collect()
    guard ended.isEmpty, !running.isEmpty else { return ended }
    try check(
      curl_multi_poll(raw, nil, 0, Int32(clamping: max(0, milliseconds)), nil), "wait")
    try moveOn()
    return collect()
  }

  /// Ends all transfers without completions; connections in use are closed.
  package mutating func cancelAll() {
    for transfer in running.values {
      curl_multi_remove_handle(raw, transfer.raw)
      transfer.forget()
      idle.append(transfer)
    }
    running.removeAll()
  }

  private func moveOn() throws(TransferFailure) {
    var count: Int32 = 0
    try check(curl_multi_perform(raw, &count), "perform")
  }

  private mutating func collect() -> [Completion] {
    var ended: [Completion] = []
    var left: Int32 = 0
    while let message = curl_multi_info_read(raw, &left)?.pointee {
      guard message.msg == CURLMSG_DONE, let easy = message.easy_handle,
        let transfer = running.removeValue(forKey: easy)
      else { continue }
      // The message does not survive the removal, so its code is read first.
      let code = message.data.result.rawValue
      ended.append(Completion(tag: transfer.tag, result: transfer.result(code: code)))
      curl_multi_remove_handle(raw, easy)
      transfer.forget()
      idle.append(transfer)
    }
    return ended
  }

  private func check(_ code: CURLMcode, _ operation: String) throws(TransferFailure) {
    guard code == CURLM_OK else {
      throw TransferFailure(
        .other, code: code.rawValue, message: String(cString: curl_multi_strerror(code)),
        operation: operation)
    }
  }
}

// Not to be done twice or on two threads; the language sees to both.
private let libraryIsReady = curl_global_init(ccurl_global_default) == CURLE_OK
