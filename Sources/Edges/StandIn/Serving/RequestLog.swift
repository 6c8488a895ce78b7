import Microhttpd

/// One call and what came of it.
package struct RequestEntry: Sendable, Equatable {
  /// UNIX milliseconds by the clock of whoever paces the calls: the machine's, or a test's.
  package let at: Int64
  /// Nil for a path that the store does not have.
  package let endpoint: StoreEndpoint?
  package let environment: WorldEnvironment
  package let method: String
  package let path: String
  package let query: String
  package let status: Int
  package let byteCount: Int
  /// What went wrong on purpose.
  package let fault: String?

  init(
    _ request: IncomingRequest, _ asked: StoreQuestion?, _ answer: OutgoingResponse, at: Int64,
    fault: Fault.Effect?
  ) {
    self.at = at
    endpoint = asked?.endpoint
    environment = StoreQuestion.environment(of: request)
    method = request.method
    path = request.path
    query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    status = answer.status
    byteCount = answer.body.count
    self.fault = fault?.words
  }

  /// The entry as a line of JSON.
  var line: String {
    var object = PayloadText()
    object.add("at", at)
    object.add("endpoint", endpoint?.rawValue)
    object.add("environment", environment.rawValue)
    object.add("method", method)
    object.add("path", path)
    object.add("query", query.isEmpty ? nil : query)
    object.add("status", Int64(status))
    object.add("bytes", Int64(byteCount))
    object.add("fault", fault)
    return object.text + "\n"
  }
}
