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
    /// Only calls for a later page: those with a revision, a pagination token or a next.
    package var isContinuation: Bool
    /// Whether `nth` and `count` are counted for each path and query by themselves.
    package var isEach: Bool
    /// Strikes only some of the calls; nil for all.
    package var share: Share?

    package init(
      path: String = "/", nth: Int = 1, count: Int = 1, method: String? = nil,
      isContinuation: Bool = false, isEach: Bool = false, share: Share? = nil
    ) {
      self.path = path
      self.nth = nth
      self.count = count
      self.method = method
      self.isContinuation = isContinuation
      self.isEach = isEach
      self.share = share
    }
  }

  /// Calls picked as if by chance: by the seed and by the call's own method, path and query.
  package struct Share: Sendable, Equatable {
    /// How many of a thousand.
    package var thousandths: Int
    package var seed: UInt64
    /// Whether a call that is picked is picked each time; else the dice are thrown every time.
    package var isLasting: Bool

    package init(thousandths: Int, seed: UInt64 = 1, isLasting: Bool = false) {
      self.thousandths = thousandths
      self.seed = seed
      self.isLasting = isLasting
    }
  }

  /// What the caller gets.
  package enum Effect: Sendable, Equatable {
    /// Another status; a code of Apple's, a page of a gateway's or nothing is its body.
    case refuse(status: Int, body: Body, retryAfter: RetryAfter?)
    /// The caller is sent elsewhere.
    case redirect(to: String)
    /// The connection ends after so many bytes of the body.
    case cut(afterBytes: Int)
    /// Half of the body, announced as a whole one.
    case truncatedJSON
    /// One letter of the signature of the answer's nth token, from 1, is another one.
    case tampered(token: Int)
    /// The answer's nth token is signed, and well, by a chain that leads to another root of the
    /// same name.
    case foreignChain(token: Int)
    /// The answer's nth token is signed by the store, and the first one inside it by the foreign
    /// chain.
    case foreignInnerChain(token: Int)
    /// The answer's nth token speaks of another app, and is signed by the store.
    case wrongBundle(token: Int)
    /// Ids that are texts are bare numbers, and codes that are numbers are texts.
    case bareNumbers
    /// The body is filled up with blanks to so many bytes.
    case padded(toBytes: Int)
    /// The answer is late.
    case late(milliseconds: Int)
    /// The connection ends without a word.
    case noAnswer
    /// The store lists something else than it should.
    case twist(Twist)
    /// The call is answered, then the store's moment moves on: what the world has in store for the
    /// time between happens.
    case advance(milliseconds: Int64)
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
    case .refuse, .redirect, .noAnswer: true
    default: false
    }
  }

  /// What the store is to list otherwise.
  var twist: Twist? {
    if case .twist(let twist) = self { twist } else { nil }
  }

  /// How far the store's moment moves on after the call.
  var clockStep: Int64 {
    if case .advance(let milliseconds) = self { milliseconds } else { 0 }
  }

  /// A few words for the log of requests.
  var words: String {
    switch self {
    case .refuse(let status, _, _): "refused with \(status)"
    case .redirect: "sent elsewhere"
    case .cut(let count): "cut after \(count) bytes"
    case .truncatedJSON: "JSON truncated"
    case .tampered(let number): "token \(number) tampered with"
    case .foreignChain(let number): "token \(number) signed by a foreign chain"
    case .foreignInnerChain(let number): "inside token \(number) signed by a foreign chain"
    case .wrongBundle(let number): "token \(number) of another bundle"
    case .bareNumbers: "numbers for text"
    case .padded(let count): "padded to \(count) bytes"
    case .late(let milliseconds): "late by \(milliseconds) ms"
    case .noAnswer: "no answer"
    case .twist(.endless): "always more"
    case .twist(.repeatRevision): "revision repeated"
    case .twist(.repeatNotification): "notification repeated"
    case .twist(.lateNotifications(let milliseconds)): "notifications late by \(milliseconds) ms"
    case .advance(let milliseconds): "moved on by \(milliseconds) ms afterwards"
    }
  }
}
