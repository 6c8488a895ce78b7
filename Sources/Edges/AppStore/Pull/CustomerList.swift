import Reconciliation
import Records

/// One of the lists that the store keeps for each customer, as data.
enum CustomerList: Sendable, Equatable {
  /// What was bought, from where the last reading ended (facts 2.3).
  case history
  /// The same from its very beginning, which trusts nothing that was remembered.
  case historyAnew
  /// What was refunded, from where the last reading ended (facts 2.7).
  case refunds

  var endpoint: Endpoint { self == .refunds ? .refunds : .history }

  var source: PullSource { self == .refunds ? .refunds : .history }

  var origin: Origin { self == .refunds ? .refundHistory : .history }

  /// Whether it is read from its very beginning.
  var isAnew: Bool { self == .historyAnew }

  /// A revision is sound in this order alone (facts 2.3); refunds know no other.
  var query: [StoreCall.Parameter] {
    self == .refunds ? [] : [StoreCall.Parameter(name: "sort", value: "ASCENDING")]
  }

  /// The cursor that says from where on it is new.
  func revision(of subject: String) -> String {
    self == .refunds ? PullCursor.refundRevision(of: subject) : PullCursor.revision(of: subject)
  }

  /// How the reading of it stands.
  func standing(of subject: String, _ desk: PullDesk) throws(SourceFailure) -> WalkState {
    let name =
      self == .refunds ? PullCursor.refunds(of: subject) : PullCursor.walk(of: subject)
    return try desk.memory.cursor(name).map(WalkState.init(text:)) ?? .unread
  }

  /// The cursors that say how far a reading has come.
  func progress(
    of subject: String, since standing: WalkState, isWhole: Bool, isAnew: Bool, _ desk: PullDesk
  ) -> [String: String?] {
    let now =
      isWhole
      ? standing.ended(at: desk.app.asOf.milliseconds, anew: isAnew)
      : standing.going(anew: isAnew)
    guard self == .refunds else { return [PullCursor.walk(of: subject): now.text] }
    return isWhole ? [PullCursor.refunds(of: subject): now.text] : [:]
  }

  /// Reports what became of one id.
  ///
  /// Refunds stand in the history too, so a list of them that could not be read hides nothing:
  /// a history that could not be read has said so.
  func report(
    _ id: String, _ outcome: SeedList.Outcome, _ failure: StoreError?, to desk: PullDesk
  ) {
    guard self != .refunds else { return }
    let words = failure?.summary ?? "not asked"
    switch outcome {
    case .whole, .follows: return
    case .unknown: desk.report.unknownSeeds.append(id)
    case .gone:
      desk.report.limits.append(
        Gap(
          .limit, about: id, "the store says that the customer's account is gone: \(words)"))
    case .noID:
      desk.report.limits.append(
        Gap(.limit, about: id, "the store says that it cannot be an id: \(words)"))
    case .waiting, .walking, .failed:
      desk.report.unreadSeeds.append(id)
      desk.report.gaps.append(
        Gap(.gap, about: id, "the customer's history could not be read: \(words)"))
    }
  }
}

extension Gap {
  /// Something about one id that could not be seen.
  init(_ nature: Nature, about id: String, _ reason: String) {
    self.init(nature: nature, reason: reason)
    transactionID = id
  }
}
