import Matching
import Records
import Rules

/// The fixed order of findings and notices: by kind, then by id as ids are ordered, then by row.
enum ReportOrder {
  static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    if left.kind != right.kind { return left.kind < right.kind }
    if left.transactionID != right.transactionID {
      return isLower(left.transactionID, right.transactionID)
    }
    if left.rows != right.rows {
      return left.rows.lexicographicallyPrecedes(right.rows, by: isLower)
    }
    if left.userIDs != right.userIDs {
      return left.userIDs.lexicographicallyPrecedes(right.userIDs)
    }
    if left.id != right.id { return left.id < right.id }
    // Rows without a key that say nearly the same: what they say decides, not how they were read.
    if left.evidence != right.evidence {
      return left.evidence.lexicographicallyPrecedes(right.evidence)
    }
    return precedes(left.amount, right.amount)
  }

  static func precedes(_ left: Notice, _ right: Notice) -> Bool {
    let first = place(left.kind)
    let second = place(right.kind)
    if first != second { return first < second }
    if left.kind != right.kind { return left.kind < right.kind }
    if left.transactionID != right.transactionID {
      return isLower(left.transactionID, right.transactionID)
    }
    if left.userIDs != right.userIDs {
      return left.userIDs.lexicographicallyPrecedes(right.userIDs)
    }
    return (left.environment, left.productID, left.words)
      < (right.environment, right.productID, right.words)
  }

  private static func precedes(_ left: Money?, _ right: Money?) -> Bool {
    guard let left, let right else { return left == nil && right != nil }
    return (left.milliunits, left.currency) < (right.milliunits, right.currency)
  }

  private static func place(_ kind: String) -> Int {
    RuleBook.noticed.firstIndex { $0.kind == kind } ?? RuleBook.noticed.count
  }

  private static func isLower(_ left: String, _ right: String) -> Bool {
    let first = left.utf8.count
    let second = right.utf8.count
    return first == second ? left < right : first < second
  }
}
