import Records
import SQLite

/// Adds chapters to a world.
struct WorldWriter: ~Copyable {
  private let versions: Statement
  private let renewals: Statement
  private let notifications: Statement
  private var nextVersion: Int64
  private var nextNotification: Int64

  init(_ world: borrowing WorldDatabase) throws(SQLiteFailure) {
    let versions = try world.database.prepare(
      "INSERT INTO versions VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
    let renewals = try world.database.prepare(
      "INSERT INTO renewals VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7)")
    let notifications = try world.database.prepare(
      "INSERT INTO notifications VALUES (?13, ?14, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
    )
    let nextVersion = try Self.next(of: "versions", world)
    let nextNotification = try Self.next(of: "notifications", world)
    self.nextVersion = nextVersion
    self.nextNotification = nextNotification
    self.versions = versions
    self.renewals = renewals
    self.notifications = notifications
  }

  private static func next(
    of table: String, _ world: borrowing WorldDatabase
  ) throws(SQLiteFailure) -> Int64 {
    let newest = try world.database.prepare("SELECT coalesce(max(seq), 0) + 1 FROM \(table)")
    return try newest.step() ? newest.integer(at: 0) ?? 1 : 1
  }

  mutating func add(_ chapter: Chapter) throws(SQLiteFailure) {
    let first = nextVersion
    for version in chapter.versions {
      try add(version, number: nextVersion)
      nextVersion += 1
    }
    for renewal in chapter.renewals { try add(renewal) }
    for notification in chapter.notifications {
      let version = notification.version.map { first + Int64($0) }
      let customer = notification.version == nil ? "" : chapter.customer
      try add(notification, customer, version)
    }
  }

  private func add(_ version: RecordVersion, number: Int64) throws(SQLiteFailure) {
    try versions.bind(number, at: 1)
    try versions.bind(version.at.milliseconds, at: 2)
    try versions.bind(version.transaction.environment.rawValue, at: 3)
    try versions.bind(version.customer, at: 4)
    try versions.bind(version.transaction.transactionID, at: 5)
    try versions.bind(version.isListed ? 1 : 0, at: 6)
    try versions.bind(version.orderNumber, at: 7)
    try versions.bind(version.transaction.payload, at: 8)
    try versions.run()
  }

  private func add(_ renewal: RenewalChange) throws(SQLiteFailure) {
    try renewals.bind(renewal.at.milliseconds, at: 1)
    try renewals.bind(renewal.environment.rawValue, at: 2)
    try renewals.bind(renewal.originalTransactionID, at: 3)
    try renewals.bind(renewal.isWanted ? 1 : 0, at: 4)
    try renewals.bind(renewal.intent, at: 5)
    try renewals.bind(renewal.retryUntil?.milliseconds, at: 6)
    try renewals.bind(renewal.graceUntil?.milliseconds, at: 7)
    try renewals.run()
  }

  private mutating func add(
    _ notification: SentNotification, _ customer: String, _ version: Int64?
  ) throws(SQLiteFailure) {
    let at = notification.at.milliseconds
    let sending = notification.sending
    let first = nextNotification
    for behind in [0, sending.again?.milliseconds].compactMap(\.self) {
      try notifications.bind(nextNotification, at: 13)
      try notifications.bind(first, at: 14)
      try notifications.bind(at, at: 1)
      try notifications.bind(at + behind, at: 2)
      try notifications.bind(at + behind + sending.late.milliseconds, at: 3)
      try notifications.bind(sending.heard(since: at), at: 4)
      try notifications.bind(sending.results.joined(separator: " "), at: 5)
      try notifications.bind(notification.environment.rawValue, at: 6)
      try notifications.bind(customer, at: 7)
      try notifications.bind(notification.type, at: 8)
      try notifications.bind(notification.subtype, at: 9)
      try notifications.bind(notification.uuid, at: 10)
      try notifications.bind(version, at: 11)
      try notifications.bind(notification.product, at: 12)
      try notifications.run()
      nextNotification += 1
    }
  }
}
