import Formats
import Microhttpd
import OpenSSL

/// Signs one token of an answer anew, as nobody honest would.
struct Forger {
  /// Keys of a chain that nobody trusts, made when they are first needed.
  private var stranger: Stranger?

  private final class Stranger {
    let signer: TokenSigner

    init(_ signer: consuming TokenSigner) {
      self.signer = signer
    }
  }

  /// Changes the answer where the effect asks for it.
  mutating func apply(
    _ effect: Fault.Effect, to answer: inout OutgoingResponse, at counter: borrowing StoreCounter
  ) {
    switch effect {
    case .foreignChain(let number):
      guard let token = TokenPlace(number: number, in: answer.body),
        let stranger = stranger(around: counter),
        let forged = try? stranger.signer.token(signing: token.payload(in: answer.body))
      else { return }
      answer.body.replaceSubrange(token.range, with: forged.utf8)
    case .foreignInnerChain(let number):
      guard let token = TokenPlace(number: number, in: answer.body) else { return }
      var payload = token.payload(in: answer.body)
      guard let inner = TokenPlace(number: 1, in: payload),
        let stranger = stranger(around: counter),
        let forged = try? stranger.signer.token(signing: inner.payload(in: payload))
      else { return }
      payload.replaceSubrange(inner.range, with: forged.utf8)
      guard let signed = try? counter.signer.token(signing: payload) else { return }
      answer.body.replaceSubrange(token.range, with: signed.utf8)
    case .wrongBundle(let number):
      guard let token = TokenPlace(number: number, in: answer.body) else { return }
      let payload = token.payload(in: answer.body)
      let own = Array(JSONWriter.quoted(counter.identity.bundleID).utf8)
      let other = Array(JSONWriter.quoted(counter.identity.bundleID + ".other").utf8)
      guard let place = payload.firstRange(of: own),
        let signed = try? counter.signer.token(
          signing: Array(payload[..<place.lowerBound] + other + payload[place.upperBound...]))
      else { return }
      answer.body.replaceSubrange(token.range, with: signed.utf8)
    default: break
    }
  }

  private mutating func stranger(around counter: borrowing StoreCounter) -> Stranger? {
    if let stranger { return stranger }
    guard let keys = try? SigningKeys.make(around: counter.clock) else { return nil }
    // The certificates have the names of the store's own: only the keys are others.
    let chain = [keys.leaf, keys.intermediate, keys.root]
    let made = Stranger(TokenSigner(key: keys.leafKey, chain: chain))
    stranger = made
    return made
  }
}

/// Where a signed text stands in an answer.
struct TokenPlace {
  /// Without the quotes.
  let range: Range<Int>
  private let points: (Int, Int)

  /// Finds the token of that number, from 1.
  init?(number: Int, in body: [UInt8]) {
    let beginning = Array("\"eyJ".utf8)
    var rest = body[...]
    for count in 1...max(1, number) {
      guard let found = rest.firstRange(of: beginning),
        let end = body[(found.lowerBound + 1)...].firstIndex(of: UInt8(ascii: "\""))
      else { return nil }
      rest = body[end...]
      guard count == number else { continue }
      let text = body[(found.lowerBound + 1)..<end]
      guard let first = text.firstIndex(of: UInt8(ascii: ".")),
        let last = text.lastIndex(of: UInt8(ascii: ".")), first < last
      else { return nil }
      range = text.startIndex..<text.endIndex
      points = (first, last)
      return
    }
    return nil
  }

  /// Where the signature begins.
  var signatureStart: Int { points.1 + 1 }

  /// The payload's bytes; empty where they cannot be read.
  func payload(in body: [UInt8]) -> [UInt8] {
    let encoded = Array(body[(points.0 + 1)..<points.1])
    return (try? Base64.decode(encoded.span, .url, padding: .forbidden)) ?? []
  }
}

extension Sequence where Element == UInt8, Self: RandomAccessCollection {
  /// The first place where the bytes stand.
  fileprivate func firstRange(of bytes: [UInt8]) -> Range<Index>? {
    var start = startIndex
    while distance(from: start, to: endIndex) >= bytes.count {
      guard let next = self[start...].firstIndex(of: bytes[0]),
        distance(from: next, to: endIndex) >= bytes.count
      else { return nil }
      let end = index(next, offsetBy: bytes.count)
      if self[next..<end].elementsEqual(bytes) { return next..<end }
      start = index(after: next)
    }
    return nil
  }
}
