import Curl
import Formats

/// What is to be done about one answer (facts 3).
enum AnswerJudgement: Equatable {
  case good(AnswerPage)
  /// The question is answered, badly.
  case bad(StoreError)
  /// The question is to be asked again, not before the moment in UNIX milliseconds if there is one.
  case again(StoreError, notBefore: Int64?)
  /// The key was not accepted.
  case refusedCredentials
  /// The address itself is one that nobody may speak to.
  case forbiddenAddress(String)

  /// Judges what became of one request.
  init(_ result: Result<HTTPResponse, TransferFailure>, form: Endpoint.Form, now: Int64) {
    switch result {
    case .failure(let failure): self.init(failure)
    case .success(let answer): self.init(answer, form, now)
    }
  }

  private init(_ failure: TransferFailure) {
    let error = StoreError(.unanswered, failure.description, gist: failure.kind.words)
    switch failure.kind {
    case .cut, .timeout, .connect, .resolve: self = .again(error, notBefore: nil)
    case .refusedScheme: self = .forbiddenAddress(failure.description)
    case .tls, .tooLarge, .other: self = .bad(error)
    }
  }

  private init(_ answer: HTTPResponse, _ form: Endpoint.Form, _ now: Int64) {
    switch answer.status {
    case 200..<300:
      do throws(StoreError) {
        self = .good(try AnswerPage(answer.body, form: form))
      } catch {
        self = .again(error, notBefore: nil)
      }
    case 401: self = .refusedCredentials
    default:
      let error = Self.refusal(answer)
      guard error.isPassing else {
        self = .bad(error)
        return
      }
      let moment = RetryAfter.moment(answer.header("Retry-After"), now: now)
      self = .again(error, notBefore: answer.status == 429 ? moment : nil)
    }
  }

  /// A body in Apple's form (facts 3.1); anything else is a gateway's, and only its status counts.
  private static func refusal(_ answer: HTTPResponse) -> StoreError {
    var scanner = JSONScanner(answer.body)
    guard let object = try? scanner.document().object,
      let code = object["errorCode"]?.number.flatMap({ Int64($0) })
    else {
      return StoreError(
        .refused, status: answer.status,
        "the answer holds no error code of Apple's\(FirstBytes.words(answer.body))",
        gist: "the answer holds no error code of Apple's")
    }
    let message = FirstBytes.printable((object["errorMessage"]?.string ?? "").utf8)
    return StoreError(
      .refused, status: answer.status, code: code, message.isEmpty ? "no message" : message)
  }
}

extension TransferFailure.Kind {
  /// What happened, without where and when.
  fileprivate var words: String {
    switch self {
    case .resolve: "the server's name is unknown"
    case .connect: "nobody could be reached"
    case .timeout: "no answer came in time"
    case .tls: "the server could not prove who it is"
    case .tooLarge: "the answer is too large"
    case .cut: "the connection ended before the answer did"
    case .refusedScheme: "the address is none that may be spoken to"
    case .other: "the request failed"
    }
  }
}
