import Records

/// The products by the names that ledgers use: aliases stand for Apple's product id.
struct ProductNames: Sendable {
  private let byAlias: [ProductID: ProductID]

  init(_ catalogue: ProductCatalogue, texts: inout TextTable) {
    var names: [ProductID: ProductID] = [:]
    for (product, entry) in catalogue.entries {
      for alias in entry.aliases {
        names[ProductID(texts.intern(alias))] = ProductID(texts.intern(product))
      }
    }
    byAlias = names
  }

  /// Apple's id for a product as the ledger names it.
  func storeName(of product: ProductID) -> ProductID {
    byAlias.isEmpty ? product : byAlias[product] ?? product
  }
}
