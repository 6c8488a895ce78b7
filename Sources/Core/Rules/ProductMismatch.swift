import Matching
import Records

extension Rule {
  /// A grant names another product than the one paid for.
  package static let productMismatch = Rule(
    kind: .productMismatch,
    question: "Was the product granted that was paid for?",
    weight: "wrong; notice where only the case of letters differs",
    wakes: [.productDiffers]
  ) { group, circumstances in
    guard let purchase = group.purchase, group.access == nil, group.isJudged(circumstances),
      circumstances.window.contains(purchase.date)
    else { return nil }
    let others = group.grants(asOf: circumstances.asOf).filter {
      !$0.storeProduct.isEmpty && $0.storeProduct != purchase.productID
    }
    guard !others.isEmpty else { return nil }
    let names = Set(others.map(\.product)).sorted()
    let isCaseOnly = others.allSatisfy {
      $0.storeProduct.lowercased() == purchase.productID.lowercased()
    }
    return Answer(
      isCaseOnly ? .notice : .wrong,
      "\(names.joined(separator: ", ")) was granted where \(purchase.productID) was paid for",
      suggestion: isCaseOnly ? "write product ids as the store does" : "grant what was paid for",
      amount: group.stake, notes: group.familyNote)
  }
}
