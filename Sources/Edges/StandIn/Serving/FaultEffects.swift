import Microhttpd

extension Fault.Effect {
  /// What becomes of an answer that is given at `now`, in UNIX milliseconds.
  func applied(to answer: OutgoingResponse, now: Int64) -> OutgoingResponse {
    var struck = answer
    switch self {
    case .refuse(let status, let body, let retryAfter):
      return Self.refusal(status, body, retryAfter, now: now)
    case .redirect(let place):
      return OutgoingResponse(status: 307, headers: [(name: "Location", value: place)])
    case .cut(let count): struck.fault = .cutAfter(bytes: count)
    case .truncatedJSON: struck.body = Array(answer.body.prefix(answer.body.count / 2))
    case .tampered(let number): struck.body = Self.tampering(answer.body, token: number)
    case .bareNumbers: struck.body = BareNumbers.rewritten(answer.body)
    case .padded(let count):
      let missing = max(0, count - answer.body.count)
      struck.body += [UInt8](repeating: UInt8(ascii: " "), count: missing)
    case .late(let milliseconds): struck.fault = .delay(milliseconds: milliseconds)
    case .noAnswer: struck.fault = .noAnswer
    // The store itself and the forger have seen to these.
    case .foreignChain, .foreignInnerChain, .wrongBundle, .twist, .advance: break
    }
    return struck
  }

  private static func refusal(
    _ status: Int, _ body: Fault.Body, _ retryAfter: Fault.RetryAfter?, now: Int64
  ) -> OutgoingResponse {
    var answer = OutgoingResponse(status: status)
    switch body {
    case .none: break
    case .html:
      answer.headers = [(name: "Content-Type", value: "text/html")]
      answer.body = Array("<html><body><h1>\(status)</h1></body></html>".utf8)
    case .error(let code, let message):
      answer = Refusal(code: code, message: message).response
      answer.status = status
    }
    switch retryAfter {
    case nil: break
    case .text(let text): answer.headers.append((name: "Retry-After", value: text))
    case .milliseconds(let ahead):
      answer.headers.append((name: "Retry-After", value: String(now + ahead)))
    }
    return answer
  }

  /// Changes the twelfth letter of a signature: all its bits count, unlike the last one's.
  private static func tampering(_ body: [UInt8], token number: Int) -> [UInt8] {
    guard let token = TokenPlace(number: number, in: body) else { return body }
    let place = token.signatureStart + 11
    guard place < token.range.upperBound else { return body }
    var changed = body
    changed[place] = body[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    return changed
  }
}

/// Ids as bare numbers and codes as texts, as sloppy servers write them.
enum BareNumbers {
  private static let ids = [
    "transactionId", "originalTransactionId", "webOrderLineItemId", "appTransactionId",
    "transaction_id", "original_transaction_id", "web_order_line_item_id",
  ].map { Array("\"\($0)\":".utf8) }
  private static let codes = ["errorCode", "status"].map { Array("\"\($0)\":".utf8) }

  /// The body with quotes taken from ids and given to codes.
  static func rewritten(_ body: [UInt8]) -> [UInt8] {
    var written: [UInt8] = []
    written.reserveCapacity(body.count)
    var rest = body[...]
    while let first = rest.first {
      let key = first == UInt8(ascii: "\"") ? (ids + codes).first { rest.starts(with: $0) } : nil
      guard let key else {
        written.append(first)
        rest = rest.dropFirst()
        continue
      }
      written += key
      rest = rest.dropFirst(key.count)
      let isQuoted = rest.first == UInt8(ascii: "\"")
      let digits = rest.dropFirst(isQuoted ? 1 : 0).prefix { 0x30...0x39 ~= $0 }
      guard !digits.isEmpty else { continue }
      written += isQuoted ? Array(digits) : [0x22] + Array(digits) + [0x22]
      rest = rest.dropFirst(digits.count + (isQuoted ? 2 : 0))
    }
    return written
  }
}
