/// One answer, complete, whatever its status.
package struct HTTPResponse: Sendable {
  package let status: Int
  /// Names as the server wrote them, in order.
  package let headers: [(name: String, value: String)]
  /// Decompressed.
  package let body: [UInt8]
  /// `1.0`, `1.1`, `2` or `3`.
  package let httpVersion: String
  /// How many connections were opened for it; 0 when it travelled over an open one.
  package let openedConnections: Int

  package init(
    status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    httpVersion: String = "1.1", openedConnections: Int = 0
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.httpVersion = httpVersion
    self.openedConnections = openedConnections
  }

  /// The value of the first header of this name, in whatever case.
  package func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }
}

/// How a started transfer ended.
package struct Completion: Sendable {
  /// The number it was started with.
  package let tag: Int
  package let result: Result<HTTPResponse, TransferFailure>

  package init(tag: Int, result: Result<HTTPResponse, TransferFailure>) {
    self.tag = tag
    self.result = result
  }
}
