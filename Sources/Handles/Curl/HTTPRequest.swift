/// One request to a server.
package struct HTTPRequest: Sendable {
  /// How something is asked for.
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  /// `https`, or `http` to this machine.
  package var url: String
  /// Sent as they are; values are never quoted in a failure.
  package var headers: [(name: String, value: String)]
  /// For `post`; nil sends an empty body.
  package var body: [UInt8]?
  /// For the whole transfer, waiting for a connection included.
  package var timeoutMilliseconds: Int
  package var connectTimeoutMilliseconds: Int
  /// For the body as it is after decompression.
  package var byteLimit: Int
  /// Authorities to trust instead of the system's, in PEM form.
  package var caFile: String?

  package init(
    method: Method = .get, url: String, headers: [(name: String, value: String)] = [],
    body: [UInt8]? = nil, timeoutMilliseconds: Int = 60_000,
    connectTimeoutMilliseconds: Int = 10_000, byteLimit: Int = 16_777_216, caFile: String? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeoutMilliseconds = timeoutMilliseconds
    self.connectTimeoutMilliseconds = connectTimeoutMilliseconds
    self.byteLimit = byteLimit
    self.caFile = caFile
  }
}
