/// Questions that wait for their turn: the first that may be sent goes first.
struct RequestQueue {
  /// A question on its way.
  struct Question: Equatable {
    let call: StoreCall
    let tag: Int
    /// How often it was sent.
    var attempts = 0
    /// The moment from which on it may be sent, in the machine's milliseconds.
    var due: Int64 = 0
  }

  /// What the store limits together.
  private struct Limited: Hashable {
    let endpoint: String
    let place: StorePlace
  }

  private(set) var questions: [Question] = []
  private var paces: [StorePlace: RequestPace]
  private var holds: [Limited: Int64] = [:]

  /// A queue that keeps these paces.
  init(paces: [StorePlace: RequestPace]) {
    self.paces = paces
  }

  /// Adds a question at the end.
  mutating func append(_ question: Question) {
    questions.append(question)
  }

  /// Leaves everything like a call alone until a moment: the store wants it so.
  mutating func hold(_ call: StoreCall, until moment: Int64) {
    let limited = Limited(endpoint: call.endpoint.name, place: call.place)
    holds[limited] = max(moment, holds[limited] ?? moment)
  }

  /// Takes out the first question that may be sent now, and counts it.
  mutating func takeDue(now: Int64) -> Question? {
    guard let index = questions.firstIndex(where: { start(of: $0, now) <= now }) else {
      return nil
    }
    let question = questions.remove(at: index)
    paces[question.call.place]?.take(now: now)
    return question
  }

  /// The first moment at which a question may be sent; nil where none waits.
  func nextDue(now: Int64) -> Int64? {
    questions.map { start(of: $0, now) }.min()
  }

  /// Takes out everything.
  mutating func takeAll() -> [Question] {
    defer { questions = [] }
    return questions
  }

  private func start(of question: Question, _ now: Int64) -> Int64 {
    let call = question.call
    let held = holds[Limited(endpoint: call.endpoint.name, place: call.place)] ?? 0
    let paced = paces[call.place]?.nextStart(now: now) ?? now
    return max(question.due, held, paced)
  }
}
