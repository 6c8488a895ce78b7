import Formats
import Records

extension RuleSettings {
  /// The rules that an object states, with the defaults of the rest.
  init(in object: ObjectReader) {
    self.init()
    let year: Int64 = 525_600
    settleMinutes = object.integer("settleMinutes", in: 0...year) ?? settleMinutes
    refundSettleMinutes =
      object.integer("refundSettleMinutes", in: 0...year) ?? refundSettleMinutes
    delivery = object.word("delivery", ["server", "client"]).flatMap(Delivery.init) ?? delivery
    clientDays = object.integer("clientDays", in: 0...3_650) ?? clientDays
    subscriptions =
      object.word("subscriptions", ["per-period", "entitlement"]).flatMap(SubscriptionRows.init)
      ?? subscriptions
    entitlementToleranceHours =
      object.integer("entitlementToleranceHours", in: 0...87_600) ?? entitlementToleranceHours
    sandboxUsers = (object.list("sandboxUsers") ?? []).compactMap { $0.identifier() }
    family =
      object.word("family", ["notice", "missed", "ignore"]).flatMap(FamilyRule.init)
      ?? family
    alarmFrom =
      object.word("alarmFrom", Severity.allCases.map(\.rawValue))
      .flatMap(Severity.init) ?? alarmFrom
    object.finish()
  }
}

extension ObjectReader {
  fileprivate func word(_ key: String, _ words: [String]) -> String? {
    choice(key, among: words)
  }
}

extension ProductCatalogue {
  /// The products that an object names, by Apple's product id.
  init(in object: ObjectReader) {
    var entries: [String: CatalogueEntry] = [:]
    var names: [String: String] = [:]
    for (product, value) in object.entries() {
      guard let entry = value.object() else { continue }
      entries[product] = CatalogueEntry(in: entry)
    }
    for (product, value) in object.entries() {
      for alias in entries[product]?.aliases ?? [] {
        if entries[alias] != nil, alias != product {
          value.complain("has the alias `\(alias)`, which is a product itself")
        }
        if let other = names.updateValue(product, forKey: alias), other != product {
          value.complain("has the alias `\(alias)`, which `\(other)` has too")
        }
      }
    }
    self.init(entries)
  }
}

extension CatalogueEntry {
  /// The entry that an object states.
  fileprivate init(in object: ObjectReader) {
    let types = ProductType.allCases.compactMap(\.payloadWord)
    self.init(
      type: object.choice("type", among: types).map { ProductType(payloadWord: $0) },
      grants: object.choice("grants", among: ["goods", "access"]).flatMap(Grants.init),
      units: object.integer("units", in: 1...Int64.max),
      aliases: object.strings("aliases") ?? [])
    object.finish()
  }
}
