/// What a product gives.
package enum Grants: String, Sendable {
  /// Something that is used up: given twice, it is given away.
  case goods
  /// A flag or a time of access: written twice, it changes nothing.
  case access
}

/// What the job says about one product.
package struct CatalogueEntry: Sendable, Equatable {
  package var type: ProductType?
  package var grants: Grants?
  /// What one unit gives in the wallet.
  package var units: Int64?
  /// Other names that ledgers use for it.
  package var aliases: [String]

  package init(
    type: ProductType? = nil, grants: Grants? = nil, units: Int64? = nil, aliases: [String] = []
  ) {
    self.type = type
    self.grants = grants
    self.units = units
    self.aliases = aliases
  }
}

/// The products that the job names, by Apple's product id.
package struct ProductCatalogue: Sendable, Equatable {
  /// The entries by product id.
  package let entries: [String: CatalogueEntry]
  private let nameByAlias: [String: String]

  package init(_ entries: [String: CatalogueEntry] = [:]) {
    self.entries = entries
    var names: [String: String] = [:]
    for (name, entry) in entries {
      for alias in entry.aliases { names[alias] = name }
    }
    nameByAlias = names
  }

  /// Apple's id for a name that a ledger uses; the name itself if the job does not know it.
  package func productID(for name: String) -> String {
    nameByAlias[name] ?? name
  }

  /// The kind of product by the job's word, if it says.
  package func type(of product: String) -> ProductType? {
    entries[product]?.type
  }

  /// What a product gives: the job's word, else goods for a consumable and access for the rest.
  ///
  /// A product of unknown type may be a consumable, so it weighs like one.
  package func grants(_ product: String, type: ProductType) -> Grants {
    entries[product]?.grants ?? (type == .consumable || type == .unknown ? .goods : .access)
  }
}
