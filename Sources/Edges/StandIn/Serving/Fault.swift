import Microhttpd
import System

/// Something that goes wrong with some calls, on purpose.
package struct Fault: Sendable, Equatable {
  /// Which calls it waits for.
  package var match: Match
  package var effect: Effect

  package init(match: Match, effect: Effect) {
    self.match = match
    self.effect = effect
  }

  /// Calls of one method under one path.
  package struct Match: Sendable, Equatable {
    /// Nil for any method.
    package var method: String?
    /// What the path begins with, the sandbox's prefix included.
    package var path: String
    /// The first of the matching calls that is struck, from 1.
    package var nth: Int
    /// How many calls are struck from there on.
    package var count: Int

    package init(path: String = "/", nth: Int = 1, count: Int = 1, method: String? = nil) {
      self.path = path
      self.nth = nth
      self.count = count
      self.method = method
    }
  }

  /// What the caller gets.
  package enum Effect: Sendable, Equatable {
    /// Another status; a code of Apple's, a page of a gateway's or nothing is its body.
    case refuse(status: Int, body: Body, retryAfter: RetryAfter?)
    /// The connection ends after so many bytes of the body.
    case cut(afterBytes: Int)
    /// Half of the body, announced as a whole one.
    case truncatedJSON
    /// One letter of the signature of the answer's nth token, from 1, is another one.
    case tampered(token: Int)
    /// The answer is late.
    case late(milliseconds: Int)
    /// The connection ends without a word.
    case noAnswer
  }

  /// What stands in the body of a refusal.
  package enum Body: Sendable, Equatable {
    case none
    case html
    case error(code: Int64, message: String)
  }

  /// What stands in the header `Retry-After`.
  package enum RetryAfter: Sendable, Equatable {
    /// As Apple does: the UNIX time in milliseconds that lies so far ahead (facts 3.3).
    case milliseconds(Int64)
    case text(String)
  }
}

extension Fault.Effect {
  /// Whether the store need not be asked at all.
  var isWholeAnswer: Bool {
    switch self {
    case .refuse, .noAnswer: true
    default: false
    }
  }

  /// What becomes of an answer.
  func applied(to answer: OutgoingResponse) -> OutgoingResponse {
    var struck = answer
    switch self {
    case .refuse(let status, let body, let retryAfter):
      return Self.refusal(status, body, retryAfter)
    case .cut(let count): struck.fault = .cutAfter(bytes: count)
    case .truncatedJSON: struck.body = Array(answer.body.prefix(answer.body.count / 2))
    case .tampered(let number): struck.body = Self.tampering(answer.body, token: number)
    case .late(let milliseconds): struck.fault = .delay(milliseconds: milliseconds)
    case .noAnswer: struck.fault = .noAnswer
    }
    return struck
  }

  /// A few words for the log of requests.
  var words: String {
    switch self {
    case .refuse(let status, _, _): "refused with \(status)"
    case .cut(let count): "cut after \(count) bytes"
    case .truncatedJSON: "JSON truncated"
    case .tampered(let number): "token \(number) tampered with"
    case .late(let milliseconds): "late by \(milliseconds) ms"
    case .noAnswer: "no answer"
    }
  }

  private static func refusal(
    _ status: Int, _ body: Fault.Body, _ retryAfter: Fault.RetryAfter?
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
      let moment = Clock.nowMilliseconds() + ahead
      answer.headers.append((name: "Retry-After", value: String(moment)))
    }
    return answer
  }

  /// Changes the twelfth letter of a signature: all its bits count, unlike the last one's.
  private static func tampering(_ body: [UInt8], token number: Int) -> [UInt8] {
    var changed = body
    var tokens = 0
    var index = 0
    while index + 4 < body.count {
      defer { index += 1 }
      guard body[index..<index + 4].elementsEqual("\"eyJ".utf8) else { continue }
      tokens += 1
      guard tokens == number else { continue }
      let end = body[(index + 1)...].firstIndex(of: UInt8(ascii: "\"")) ?? body.endIndex
      guard let point = body[..<end].lastIndex(of: UInt8(ascii: ".")), point + 12 < end else {
        break
      }
      let isA = body[point + 12] == UInt8(ascii: "A")
      changed[point + 12] = isA ? UInt8(ascii: "B") : UInt8(ascii: "A")
      break
    }
    return changed
  }
}
