import Curl

/// One of the store's lists, as data: how it is asked and what its answer looks like.
struct Endpoint: Sendable, Equatable {
  /// How a report names it.
  let name: String
  let method: HTTPRequest.Method
  /// Where it is; an id follows where there is one.
  let path: String
  let form: Form
  /// How often it may be asked.
  var rate = RequestRate.usual

  /// Where the signed texts stand in an answer.
  enum Form: Sendable, Equatable {
    /// One text in the field of that name.
    case one(AnswerField)
    /// A list of texts, or of objects with the text in a field; and the field that says where the
    /// next page begins.
    case pages(list: AnswerField, element: AnswerField?, next: AnswerField)
    /// Subscriptions in their groups, each with a transaction and a renewal info (facts 2.5).
    case statuses
    /// A status, and a list of texts where it is 0 (facts 2.6).
    case order
    /// An object that is read by who asked.
    case whole
  }

  /// Get Notification History: the whole app's (facts 2.8).
  static let notifications = Endpoint(
    name: "notifications", method: .post, path: "/inApps/v1/notifications/history",
    form: .pages(
      list: .notificationHistory, element: .signedPayload, next: .paginationToken))

  /// Get Transaction History v2: one customer's (facts 2.3).
  static let history = Endpoint(
    name: "history", method: .get, path: "/inApps/v2/history/",
    form: .pages(list: .signedTransactions, element: nil, next: .revision))

  /// Get Transaction Info: one transaction (facts 2.4).
  static let lookup = Endpoint(
    name: "lookup", method: .get, path: "/inApps/v1/transactions/",
    form: .one(.signedTransactionInfo))

  /// Get Refund History v2: one customer's (facts 2.7).
  static let refunds = Endpoint(
    name: "refunds", method: .get, path: "/inApps/v2/refund/lookup/",
    form: .pages(list: .signedTransactions, element: nil, next: .revision), rate: .rare)

  /// Get All Subscription Statuses: one customer's (facts 2.5).
  static let statuses = Endpoint(
    name: "statuses", method: .get, path: "/inApps/v1/subscriptions/", form: .statuses)

  /// Look Up Order ID: what one number in a customer's mail stands for (facts 2.6).
  static let order = Endpoint(
    name: "order", method: .get, path: "/inApps/v1/lookup/", form: .order, rate: .rare)

  /// Get App Transaction Info: one customer's (facts 2.10).
  static let appTransaction = Endpoint(
    name: "app-transaction", method: .get, path: "/inApps/v1/transactions/appTransactions/",
    form: .one(.signedAppTransactionInfo))

  /// Apple's deprecated check of a receipt (facts 6.1).
  static let receipt = Endpoint(name: "verifyReceipt", method: .post, path: "", form: .whole)

  /// The company's own list of what it verified.
  static let feed = Endpoint(name: "feed", method: .get, path: "", form: .whole)
}

/// One question to the store.
struct StoreCall: Sendable, Equatable {
  let endpoint: Endpoint
  /// Which of the store's two worlds is asked.
  var place = StorePlace.own
  /// The end of the path.
  var id = ""
  var query: [Parameter] = []
  var body: [UInt8]?

  /// A name with its value, not yet encoded.
  struct Parameter: Sendable, Equatable {
    let name: String
    let value: String
  }

  /// The URL below a base without a slash at its end.
  func url(below base: String) -> String {
    let parameters = query.map {
      "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
    }
    let search = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
    // An address that somebody wrote out may have a search of its own.
    let joined = base.contains("?") ? search.replacing("?", with: "&", maxReplacements: 1) : search
    return base + endpoint.path + PercentEncoding.encode(id) + joined
  }

  /// Whether a text can be the end of a path; dots alone would lead elsewhere.
  static func canAsk(for id: String) -> Bool {
    !id.isEmpty && id.utf8.count <= 256 && !id.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
  }
}

/// One of the servers that a pull speaks to.
enum StorePlace: Sendable, Hashable {
  /// The store, in the job's own environment.
  case own
  /// The store's sandbox, for an id that production does not know.
  case sandbox
  /// Apple's check of receipts, and its sandbox.
  case receipts, sandboxReceipts
  /// The company's own verify endpoint.
  case feed

  /// Whether Apple's API answers there, which takes the store's key and counts its requests.
  var isAPI: Bool { self == .own || self == .sandbox }
}

/// How often the store lets an endpoint be asked, by Apple's numbers (facts 2.2).
package enum RequestRate: String, Sendable, Hashable, CaseIterable {
  /// Fifty a second.
  case usual
  /// Ten a second: refund histories and order numbers.
  case rare
}
