import Reconciliation

/// Questions that wait for their turn: the first that may be sent goes first.
///
/// Its moments are milliseconds of the host's steady clock.
struct RequestQueue {
  /// A question on its way.
  struct Question: Equatable {
    let call: StoreCall
    let tag: Int
    /// How often it was sent.
    var attempts = 0
    /// Whether the key was refused once.
    var isRefused = false
    /// The moment from which on it may be sent.
    var due: Int64 = 0
  }

  /// Whether a call may be sent.
  enum Turn: Equatable {
    case now
    case later(Wait)
  }

  /// Why and until when calls of one kind are not sent.
  struct Wait: Equatable {
    let until: Int64
    let reason: Reason

    enum Reason: Equatable {
      /// The store wants it so.
      case held
      /// That many requests an hour are spent.
      case spent(limit: Int)

      /// What it is, in words that `until` follows.
      var words: String {
        switch self {
        case .held: "the store asks to be left alone"
        case .spent(let limit): "the hour's budget of \(limit) requests is spent"
        }
      }
    }
  }

  /// What the store limits together.
  private struct Limited: Hashable {
    let endpoint: String
    let place: StorePlace
  }

  private(set) var questions: [Question] = []
  private var waits: [Limited: Wait] = [:]

  /// Adds a question at the end.
  mutating func append(_ question: Question) {
    questions.append(question)
  }

  /// Leaves everything like a call alone until a moment: the store wants it so.
  mutating func hold(_ call: StoreCall, until moment: Int64) {
    let limited = Self.limited(call)
    waits[limited] = Wait(until: max(moment, waits[limited]?.until ?? moment), reason: .held)
  }

  /// Takes out the first question that may be sent now; `turn` says whether and counts it.
  mutating func takeDue(
    now: Int64, turn: (StoreCall) throws(SourceFailure) -> Turn
  ) throws(SourceFailure) -> Question? {
    for (index, question) in questions.enumerated() where start(of: question) <= now {
      let limited = Self.limited(question.call)
      switch try turn(question.call) {
      case .now:
        waits[limited] = nil
        return questions.remove(at: index)
      case .later(let wait): waits[limited] = wait
      }
    }
    return nil
  }

  /// Takes out every question that must wait beyond a moment, with what it would wait for.
  mutating func takeLate(after moment: Int64) -> [(question: Question, wait: Wait)] {
    let late = questions.compactMap { question in
      waits[Self.limited(question.call)].flatMap { $0.until > moment ? (question, $0) : nil }
    }
    if !late.isEmpty {
      questions.removeAll { (waits[Self.limited($0.call)]?.until ?? 0) > moment }
    }
    return late
  }

  /// The first moment at which a question may be sent; nil where none waits.
  func nextDue() -> Int64? {
    questions.map(start).min()
  }

  /// Takes out everything.
  mutating func takeAll() -> [Question] {
    defer { questions = [] }
    return questions
  }

  private func start(of question: Question) -> Int64 {
    max(question.due, waits[Self.limited(question.call)]?.until ?? .min)
  }

  private static func limited(_ call: StoreCall) -> Limited {
    Limited(endpoint: call.endpoint.name, place: call.place)
  }
}
