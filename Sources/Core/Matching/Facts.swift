/// What is out of the ordinary about a purchase, as bits.
///
/// A rule names the facts that may make it speak; a purchase with none of any rule's facts is
/// plainly clean and no group is built for it.
package struct Facts: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// No row is tied to it.
  package static let noRow = Facts(rawValue: 1 << 0)
  /// More than one row of one side is tied to it.
  package static let severalRows = Facts(rawValue: 1 << 1)
  /// A row says something else than granted.
  package static let otherState = Facts(rawValue: 1 << 2)
  /// It belongs to another environment or app than the job's.
  package static let foreign = Facts(rawValue: 1 << 3)
  /// A row claims another environment or app.
  package static let foreignRow = Facts(rawValue: 1 << 4)
  /// The store took it back.
  package static let revoked = Facts(rawValue: 1 << 5)
  /// The store's records contradict each other.
  package static let conflicting = Facts(rawValue: 1 << 6)
  /// An upgrade ended it.
  package static let superseded = Facts(rawValue: 1 << 7)
  /// It is a family member's or an assigned seat.
  package static let shared = Facts(rawValue: 1 << 8)
  /// A row names another product.
  package static let productDiffers = Facts(rawValue: 1 << 9)
  /// A row belongs to somebody else than the account token says.
  package static let ownerDiffers = Facts(rawValue: 1 << 10)
  /// A row's time lies far before the purchase or is off by a factor of 1000.
  package static let timeDiffers = Facts(rawValue: 1 << 11)
  /// Several units were paid for, or a row says another quantity.
  package static let quantity = Facts(rawValue: 1 << 12)
  /// A row is newer than the moment of judging.
  package static let newerRow = Facts(rawValue: 1 << 13)
  /// It lies outside the window.
  package static let outsideWindow = Facts(rawValue: 1 << 14)
  /// Several ids name it.
  package static let aliased = Facts(rawValue: 1 << 15)
  /// The two sides do not both hold one row.
  package static let legsDiffer = Facts(rawValue: 1 << 16)
  /// Its revocation date changed from one record to the next.
  package static let revocationDateChanged = Facts(rawValue: 1 << 17)
  /// Its chain is judged by the end of access, or cannot be judged by period.
  package static let chainJudged = Facts(rawValue: 1 << 18)
  /// Several accounts hold periods of its chain.
  package static let sharedChain = Facts(rawValue: 1 << 19)
  /// It was bought within a minute after another of the same product and account.
  package static let repeated = Facts(rawValue: 1 << 20)
}
