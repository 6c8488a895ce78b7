/// A fault that changes what is listed and not only how it arrives.
package enum Twist: Sendable, Equatable {
  /// There is always more, though nothing comes any more.
  case endless
  /// The token of the next page is that of this page, so the walk never moves.
  case repeatRevision
  /// A page of notifications begins with the last one of the page before; the first page has its
  /// first one twice.
  case repeatNotification
  /// No notification is listed until so many milliseconds after it was signed.
  case lateNotifications(milliseconds: Int64)

  /// Whether the answer says that there is more.
  var promisesMore: Bool { self == .endless || self == .repeatRevision }
}
