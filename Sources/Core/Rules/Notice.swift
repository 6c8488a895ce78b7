package import Matching
package import Records

/// Something worth knowing that is no finding: it raises no alarm and needs no repair.
package struct Notice: Sendable, Equatable {
  /// A stable word.
  package var kind: String
  /// The lowest id of the purchase it is about.
  package var transactionID: String
  package var environment: String
  package var productID: String
  package var userIDs: [String]
  package var words: String

  package init(
    kind: String, transactionID: String, environment: String, productID: String,
    userIDs: [String], words: String
  ) {
    self.kind = kind
    self.transactionID = transactionID
    self.environment = environment
    self.productID = productID
    self.userIDs = userIDs
    self.words = words
  }
}

/// One thing that is noticed about a match group.
package struct NoticeRule: Sendable {
  /// A stable word.
  package let kind: String
  /// When it is noticed, in words.
  package let says: String
  /// The facts about a purchase that may make it speak.
  package let wakes: Facts
  /// The words of the notice; nil is silence.
  package let judge: @Sendable (MatchGroup, Circumstances) -> String?

  package init(
    kind: String, says: String, wakes: Facts,
    judge: @escaping @Sendable (MatchGroup, Circumstances) -> String?
  ) {
    self.kind = kind
    self.says = says
    self.wakes = wakes
    self.judge = judge
  }
}
