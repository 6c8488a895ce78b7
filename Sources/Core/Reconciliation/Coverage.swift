package import Records

/// What the run could not see, and how much that left unverifiable.
package struct Coverage: Sendable {
  /// One entry of the statement.
  package struct Entry: Sendable, Equatable {
    package let scope: String
    package let reason: String
    /// The purchases and rows that it made unverifiable.
    package var count: Int
    /// The person's reason, where the gap was accepted.
    package var accepted: String?
  }

  /// What this run should have seen.
  package private(set) var gaps: [Entry] = []
  /// What no run can see.
  package private(set) var limits: [Entry] = []
  /// How far the store was seen; nil where files were compared and nobody was asked.
  package var sight: Sight?

  init(_ gaps: [Gap], counts: [Gap.Name: Int], _ circumstances: Circumstances) {
    var seen: Set<Gap.Name> = []
    for gap in gaps where seen.insert(gap.name).inserted {
      var entry = Entry(scope: gap.scope, reason: gap.reason, count: counts[gap.name] ?? 0)
      if gap.nature == .gap {
        entry.accepted = circumstances.acceptance(of: gap)
        self.gaps.append(entry)
      } else {
        limits.append(entry)
      }
    }
    self.gaps.sort(by: Self.precedes)
    limits.sort(by: Self.precedes)
  }

  /// Whether nothing was missed that this run should have seen, but for what a person accepted.
  package var isComplete: Bool { gaps.allSatisfy { $0.accepted != nil } }

  private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
    (left.scope, left.reason) < (right.scope, right.reason)
  }
}

extension Gap {
  /// What tells two gaps apart.
  package struct Name: Hashable, Sendable {
    let nature: Bool
    let scope: String
    let reason: String
  }

  /// What tells this gap from others.
  package var name: Name {
    Name(nature: nature == .gap, scope: scope, reason: reason)
  }
}

extension Circumstances {
  /// The reason for which a person accepted a gap until a day that has not come yet.
  fileprivate func acceptance(of gap: Gap) -> String? {
    acceptedGaps.first { accepted in
      guard accepted.until > asOf else { return false }
      guard let scope = accepted.scope else { return true }
      return gap.scope == scope || gap.reason.contains(scope)
    }?.reason
  }
}

/// How far a run saw the store's side: what is neither a gap nor a limit.
package struct Sight: Sendable, Equatable {
  /// From when on notifications tell what has changed, without a hole and up to the as-of; nil where
  /// they do not.
  package var notificationsSince: Instant?
  /// Whether notifications were asked for, and none of the last thirty days was listed.
  package var isSilent = false
  /// The customers whose history was read to its end, in this run or an earlier one.
  package var customers: Int
  /// Those whose history was read in this run.
  package var customersRead: Int

  package init(notificationsSince: Instant?, customers: Int, customersRead: Int) {
    self.notificationsSince = notificationsSince
    self.customers = customers
    self.customersRead = customersRead
  }
}
