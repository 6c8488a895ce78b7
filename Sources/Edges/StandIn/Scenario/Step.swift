/// One thing that happens in a story.
///
/// Purchases and rows carry labels, by which later steps speak of them.
package enum Step: Sendable, Equatable {
  /// The customer buys something.
  case buy(Purchase)
  /// The next period of a subscription begins when the last one ends, or at another moment.
  case renew(String, of: String, ago: Ago? = nil)
  /// The customer wants no next period.
  case cancel(String, ago: Ago)
  /// The money for the next period does not come; the store tries on for sixty days.
  case failToRenew(String, grace: Ago?)
  /// The chain ends: when its period does, or later where the store tried on until then.
  case lapse(String, ago: Ago?)
  /// The subscription changes at once; what is left of the old period may be paid back.
  case upgrade(String, of: String, to: ProductOnSale, ago: Ago, paysBack: Bool)
  /// The same period of a subscription under a second id (facts 2.4).
  case twin(String, of: String, isListed: Bool)
  /// The purchase is restored and gets a new id.
  case restore(String, of: String, ago: Ago)
  /// The store takes the purchase back.
  case refund(of: String, ago: Ago)
  /// The store undoes a refund.
  case reverseRefund(of: String, ago: Ago)
  /// The store sends one more notification, about a purchase or about the app.
  case notify(Announcement)
  /// The last notification before this step went another way than usual.
  case delivery(Sending)
  /// The ledger gets a row.
  case grant(Grant)
  /// The purchase is a fault of that kind, and every row tied to it belongs to the finding.
  case plant(String, on: String)
  /// The row is a fault of that kind, and no purchase is.
  case plantRow(String, row: String)

  /// Something bought, or shared by a family.
  package struct Purchase: Sendable, Equatable {
    package var label: String
    package var product: ProductOnSale
    package var ago: Ago
    package var quantity: Int64 = 1
    package var hasToken = true
    package var isFamilyShared = false
    package var isFreeTrial = false
    package var environment = WorldEnvironment.production
    /// Another app's bundle.
    package var bundleID: String?
    /// The purchase of the same checkout, with which it shares the order number.
    package var sameOrderAs: String?
    /// Whether the server answered the notification.
    package var isHeard = true

    package init(label: String, product: ProductOnSale, ago: Ago) {
      self.label = label
      self.product = product
      self.ago = ago
    }
  }

  /// A notification beside those that the other steps cause.
  package struct Announcement: Sendable, Equatable {
    /// Apple's word; it decides what the notification carries (facts 4.3).
    package var type: String
    package var subtype: String?
    /// The purchase it is about; nil for one about the app.
    package var of: String?
    package var ago: Ago
    package var environment = WorldEnvironment.production
    /// The product that a mass extension speaks of.
    package var product: ProductOnSale?

    package init(_ type: String, _ subtype: String? = nil, of label: String? = nil, ago: Ago) {
      self.type = type
      self.subtype = subtype
      of = label
      self.ago = ago
    }
  }

  /// A row of the ledger: as it should be, except for what is said otherwise.
  package struct Grant: Sendable, Equatable {
    /// The purchase it speaks of; nil for a row without one.
    package var of: String?
    /// The row's own label; the purchase's unless said otherwise.
    package var label: String?
    package var id = IDText.exact
    /// 0 for the story's own user, else the number of another one.
    package var user: Int64 = 0
    package var product: ProductOnSale?
    package var token = TokenText.exact
    package var quantity: Int64?
    package var state = "granted"
    package var environment: WorldEnvironment?
    /// Hours by which the row's purchase time is before the store's.
    package var hoursEarly: Int64 = 0
    /// How long after the purchase it was written.
    package var delay = Ago.seconds(4)
    /// When a row without a purchase was written.
    package var ago = Ago.days(1)

    package init(of: String?) {
      self.of = of
    }
  }

  /// How a row writes the transaction id.
  package enum IDText: Sendable, Equatable {
    case exact
    /// With blanks around it.
    case padded
    /// No id at all.
    case absent
    /// An id that looks like the store's and is unknown to it.
    case invented
    case text(String)
  }

  /// How a row writes the account token.
  package enum TokenText: Sendable, Equatable {
    case exact
    case capitals
    case absent
    /// Somebody else's.
    case foreign
  }
}
