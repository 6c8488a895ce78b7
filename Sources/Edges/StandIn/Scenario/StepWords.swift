// The words in which the built-in stories are told.
extension Step {
  static func buy(
    _ label: String, _ product: ProductOnSale, ago: Ago,
    _ change: (inout Purchase) -> Void = { _ in }
  ) -> Step {
    var purchase = Purchase(label: label, product: product, ago: ago)
    change(&purchase)
    return .buy(purchase)
  }

  static func grant(_ label: String, _ change: (inout Grant) -> Void = { _ in }) -> Step {
    var grant = Grant(of: label)
    change(&grant)
    return .grant(grant)
  }

  /// A row that no purchase explains.
  static func row(
    _ label: String, _ product: ProductOnSale, ago: Ago, id: IDText,
    _ change: (inout Grant) -> Void = { _ in }
  ) -> Step {
    var grant = Grant(of: nil)
    grant.label = label
    grant.product = product
    grant.ago = ago
    grant.id = id
    change(&grant)
    return .grant(grant)
  }
}
