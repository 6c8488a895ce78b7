/// One answer, and what is to go wrong with it.
package struct OutgoingResponse: Equatable, Sendable {
  /// A fault on the way to the client, for testing clients.
  package enum Fault: Equatable, Sendable {
    case none
    /// The length of the whole body is announced, so many bytes are sent, the connection is closed.
    case cutAfter(bytes: Int)
    /// The answer waits so long before it begins; other connections do not.
    case delay(milliseconds: Int)
    /// The connection is closed without a word.
    case noAnswer
  }

  package var status: Int
  /// Besides `Date`, `Content-Length` and `Connection`, which the server adds; an empty value cannot be sent.
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]
  package var fault: Fault

  package init(
    status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    fault: Fault = .none
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.fault = fault
  }

  package static func == (one: OutgoingResponse, other: OutgoingResponse) -> Bool {
    one.status == other.status && one.body == other.body && one.fault == other.fault
      && one.headers.elementsEqual(other.headers) { $0 == $1 }
  }
}
