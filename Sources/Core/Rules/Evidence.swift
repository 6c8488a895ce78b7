import Matching
import Records

/// The facts that make a finding believable, in one order everywhere: which transaction, what both
/// books say, what is wrong, what besides.
enum Evidence {
  static func lines(_ group: MatchGroup, _ answer: Answer) -> [String] {
    var lines: [String] = []
    if let purchase = group.purchase { lines.append("store: " + words(purchase)) }
    if group.rows.isEmpty, group.purchase != nil { lines.append("ledger: no row") }
    lines += group.rows.map { "ledger: " + words($0) }
    if let access = group.access, let end = access.end {
      lines.append("store: access ends on \(end.text)")
    }
    lines.append(answer.wrong)
    return lines + answer.notes
  }

  private static func words(_ purchase: Purchase) -> String {
    var words = ["\(purchase.transactionIDs.joined(separator: " = ")) of \(purchase.productID)"]
    if let date = purchase.date { words.append("bought \(date.text)") }
    words.append(purchase.price.map(\.text) ?? "price unknown")
    if purchase.quantity > 1 { words.append("quantity \(purchase.quantity)") }
    if purchase.isShared { words.append("family shared") }
    if let storefront = purchase.storefront { words.append("storefront \(storefront)") }
    if let revokedAt = purchase.revokedAt {
      words.append(
        purchase.isSuperseded ? "upgraded \(revokedAt.text)" : "revoked \(revokedAt.text)")
    }
    return words.joined(separator: ", ")
  }

  private static func words(_ row: GrantEntry) -> String {
    var words = [row.name.map { "row \($0)" } ?? "a row without a key"]
    words.append("\(row.state.word) to \(row.user)")
    if row.account != row.user { words.append("account \(row.account)") }
    words.append("product \(row.product)")
    words.append(row.idAsFound.isEmpty ? "without an id" : "id \(row.idAsFound)")
    if let quantity = row.quantity { words.append("quantity \(quantity)") }
    if let written = row.writtenAt { words.append("at \(written.text)") }
    if let end = row.expiresAt { words.append("until \(end.text)") }
    return words.joined(separator: ", ")
  }
}
