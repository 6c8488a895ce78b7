package import Records

/// One purchase with every ledger row tied to it, or a ledger row that no purchase explains.
///
/// Everything a rule may look at is in here or in the circumstances.
package struct MatchGroup: Sendable, Equatable {
  /// The purchase; nil where none explains the row.
  package var purchase: Purchase?
  /// The rows in a fixed order.
  package var rows: [GrantEntry] { didSet { known.sides = nil } }
  /// Whether the job has a ledger of credits, so that both sides are judged.
  package var hasCredits: Bool { didSet { known.sides = nil } }
  /// What stands beside the group in the books.
  package var neighbours = Neighbours()
  /// The end of access of a chain, where the ledger keeps one row a subscription.
  package var access: Access?
  /// What is wrong with the id of a row that no purchase explains.
  package var idFault: IDFault?
  /// Why nothing can be said: what the store's side does not show, or what could not be confirmed.
  package var blindSpot: Gap?
  /// Whether the ledger does not show which of its rows means which period.
  package var isShapeUnknown = false
  /// What was refused, where the group is about a record that nobody may believe.
  package var refusal: Refusal?
  /// Both sides, worked out once for all rules that will ask.
  private var known = KnownSides()

  package init(purchase: Purchase?, rows: [GrantEntry], hasCredits: Bool = false) {
    self.purchase = purchase
    self.rows = rows
    self.hasCredits = hasCredits
  }

  /// The rows that are not newer than the moment of judging.
  package func judged(asOf: Instant) -> [GrantEntry] { sides(asOf: asOf).judged }

  /// The orders' side.
  package func orders(asOf: Instant) -> Leg { sides(asOf: asOf).orders }

  /// The credits' side; nil where the job has no such ledger.
  package func credits(asOf: Instant) -> Leg? { sides(asOf: asOf).credits }

  /// The side on which doubles are counted: the credits where there are any.
  package func countingLeg(asOf: Instant) -> Leg {
    credits(asOf: asOf) ?? orders(asOf: asOf)
  }

  /// Every grant that stands, on either side.
  package func grants(asOf: Instant) -> [GrantEntry] { sides(asOf: asOf).grants }

  /// Works out both sides as of a moment and keeps them, since every rule asks.
  mutating func workOutSides(asOf: Instant) {
    known.sides = Sides(rows, hasCredits: hasCredits, asOf: asOf)
  }

  private func sides(asOf: Instant) -> Sides {
    if let sides = known.sides, sides.asOf == asOf { return sides }
    return Sides(rows, hasCredits: hasCredits, asOf: asOf)
  }
}

/// The app's books about one purchase as of a moment.
private struct Sides: Sendable {
  let asOf: Instant
  let judged: [GrantEntry]
  let orders: Leg
  let credits: Leg?
  let grants: [GrantEntry]

  init(_ rows: [GrantEntry], hasCredits: Bool, asOf: Instant) {
    self.asOf = asOf
    judged = rows.filter { !$0.isNewer(than: asOf) }
    orders = Leg(judged.filter { $0.role == .orders })
    credits = hasCredits ? Leg(judged.filter { $0.role == .credits }) : nil
    grants = orders.grants + (credits?.grants ?? [])
  }
}

/// The sides of a group, if they were worked out.
private struct KnownSides: Sendable, Equatable {
  var sides: Sides?

  /// They follow from the rows, so they never tell two groups apart.
  static func == (left: KnownSides, right: KnownSides) -> Bool { true }
}

extension GrantEntry {
  /// Whether the row is newer than the moment of judging and so not yet judged.
  package func isNewer(than asOf: Instant) -> Bool {
    writtenAt.map { $0.isNewer(than: asOf) } ?? false
  }
}

/// A record whose signature did not hold: what it claims, for its name only.
package struct Refusal: Sendable, Equatable {
  /// The claimed transaction id, or a name for the bytes where none can be read.
  package var name: String
  package var originalTransactionID: String?
  package var productID: String
  /// Why it was refused.
  package var reason: String

  package init(name: String, originalTransactionID: String?, productID: String, reason: String) {
    self.name = name
    self.originalTransactionID = originalTransactionID
    self.productID = productID
    self.reason = reason
  }
}

/// What the books show beside a group, brought along by matching so that rules stay simple.
package struct Neighbours: Sendable, Equatable {
  /// Unexplained rows that may be an earlier fix by hand.
  package var possibleFixes: NamedRows = []
  /// Rows without an id that look like the order of this purchase.
  package var likelyOrders: NamedRows = []
  /// Rows whose id looks like a rounded one of this purchase.
  package var roundedRows: NamedRows = []
  /// An unexplained row that could not be checked and may be this delivery.
  package var uncheckableRows: NamedRows = []
  /// The accounts of the whole chain, on its first purchase, where they are several.
  package var chainAccounts: [String] = []
  /// Whether an earlier period of the chain shows the same wrong owner.
  package var isOwnerKnownWrong = false
  /// Another purchase of the same product and account within a minute before.
  package var repeatOf: String?
  /// Whether most times of the ledger are wrong in one way, which is said once.
  package var isTimeColumnWrong = false

  /// Nothing beside it.
  package init() {}
}

/// The end of access of a chain as both sides tell it.
package struct Access: Sendable, Equatable {
  /// Where the store's word ends, extensions and grace included; nil if no period has an end.
  package var end: Instant?
  /// Where it ended before the periods too young to be judged.
  package var settledEnd: Instant?
  /// Whether a grace period is possible that nobody asked about.
  package var mayHaveGrace: Bool
  /// Whether a period that ran to its expiry decides the end, not a revocation.
  package var endsByExpiry: Bool
  /// Every id of the chain, the lowest first.
  package var chainIDs: [String]

  package init(
    end: Instant?, settledEnd: Instant?, mayHaveGrace: Bool, endsByExpiry: Bool,
    chainIDs: [String]
  ) {
    self.end = end
    self.settledEnd = settledEnd
    self.mayHaveGrace = mayHaveGrace
    self.endsByExpiry = endsByExpiry
    self.chainIDs = chainIDs
  }
}
