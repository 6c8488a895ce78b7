import Formats
import Records

/// The body of a notification-history call, checked (facts 2.8).
struct NotificationQuestion: Sendable, Equatable {
  /// The first millisecond wanted.
  let start: Int64
  /// The first millisecond not wanted any more.
  let end: Int64
  /// The same as it was asked for; a walk goes on with it while the store's clock does.
  private let askedEnd: Int64
  let type: String?
  let subtype: String?
  let transactionID: String?
  let isOnlyFailures: Bool

  init(
    _ body: [UInt8], _ environment: WorldEnvironment, clock: Instant
  ) throws(Refusal) {
    var scanner = JSONScanner(body)
    guard let object = try? scanner.document().object else { throw .badRequest }
    guard let start = Self.milliseconds(object["startDate"]) else { throw .invalidStartDate }
    guard let end = Self.milliseconds(object["endDate"]) else { throw .invalidEndDate }
    guard end > start else { throw .startAfterEnd }
    let horizon = clock.adding(milliseconds: -environment.notificationDays * Milliseconds.day)
    guard start >= horizon.milliseconds else { throw .startTooEarly }
    self.start = start
    askedEnd = end
    // A time to come is taken as now.
    self.end = min(end, clock.milliseconds + 1)
    type = object["notificationType"]?.string
    subtype = object["notificationSubtype"]?.string
    transactionID = object["transactionId"]?.string
    isOnlyFailures = object["onlyFailures"]?.bool ?? false
    guard type == nil || transactionID == nil else { throw .multipleFilters }
  }

  /// What must stay the same for a pagination token to hold.
  var text: String {
    "\(start) \(askedEnd) \(type ?? "") \(subtype ?? "") \(transactionID ?? "") \(isOnlyFailures)"
  }

  private static func milliseconds(_ value: JSONValue?) -> Int64? {
    value?.number.flatMap { Int64($0) }
  }
}
