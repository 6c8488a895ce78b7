import Matching
import Records

extension MatchGroup {
  /// What a purchase gives, by the job or its kind.
  func gives(_ circumstances: Circumstances) -> Grants {
    guard let purchase else { return .goods }
    return circumstances.products.grants(purchase.productID, type: purchase.type)
  }

  /// What it weighs that a customer did not get what was paid for; nothing was paid at price 0.
  var weightOfAbsence: Severity {
    guard let purchase else { return .wrong }
    return purchase.price?.milliunits == 0 || purchase.isShared ? .wrong : .loss
  }

  /// The money of so many of the purchase's units; none belongs to a family member's copy.
  func stake(units: Int) -> Money? {
    guard let purchase else { return nil }
    if purchase.isShared {
      return Money(milliunits: 0, currency: purchase.price?.currency ?? Money.noCurrency)
    }
    return purchase.price(ofUnits: units)
  }

  /// No amount can be named, but for a family member's copy, to which none belongs.
  var unknownStake: Money? { purchase?.isShared == true ? stake : nil }

  /// The money of the whole purchase.
  var stake: Money? { stake(units: purchase?.quantity ?? 1) }

  /// Says so where no money belongs to the record.
  var familyNote: [String] {
    guard let purchase, purchase.isShared else { return [] }
    return ["a family member's copy: no money belongs to this record"]
  }
}
