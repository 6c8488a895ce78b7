import Curl
import Microhttpd
import Testing

/// Runs one request to its end on connections of its own.
func fetch(_ request: HTTPRequest) throws -> Result<HTTPResponse, TransferFailure> {
  var transfers = try Transfers(connectionLimit: 4)
  try transfers.start(request, tag: 1)
  let ended = try finish(&transfers)
  return try #require(ended[1])
}

/// Waits for all that is in flight and returns the results by tag.
func finish(_ transfers: inout Transfers) throws -> [Int: Result<HTTPResponse, TransferFailure>] {
  var results: [Int: Result<HTTPResponse, TransferFailure>] = [:]
  while transfers.inFlight > 0 {
    for completion in try transfers.wait(milliseconds: 1000) {
      #expect(results.updateValue(completion.result, forKey: completion.tag) == nil)
    }
  }
  return results
}

extension HTTPServer {
  /// The address of a path on this server.
  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}

extension Result where Success == HTTPResponse, Failure == TransferFailure {
  var failure: TransferFailure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}

/// The body as text.
extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}
