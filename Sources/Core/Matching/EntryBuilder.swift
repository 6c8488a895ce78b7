import Records

/// Makes the entries of a match group out of rows of the ledger's book.
struct EntryBuilder {
  private let tied: Tied
  private let namesLedger: Bool

  init(_ tied: Tied) {
    self.tied = tied
    namesLedger = tied.books.ledger.ledgers.count > 1
  }

  /// The entries of these rows in a fixed order, whatever order they were read in.
  func entries(_ rows: some Sequence<Int32>) -> [GrantEntry] {
    rows.map { entry(Int($0)) }.sorted(by: Self.precedes)
  }

  /// What reports call a row; nil where its ledger has no key.
  func name(of row: Int) -> String? {
    let id = tied.books.ledger.rowID[row]
    guard !id.isNone else { return nil }
    let key = tied.books.texts.string(id.text)
    return namesLedger ? "\(tied.books.ledger.shape(row).name):\(key)" : key
  }

  private func entry(_ row: Int) -> GrantEntry {
    let ledger = tied.books.ledger
    let texts = tied.books.texts
    let shape = ledger.shape(row)
    let product = ledger.product[row]
    return GrantEntry(
      place: row, name: name(of: row), rowID: text(ledger.rowID[row].text), ledger: shape.name,
      role: shape.role, meaning: shape.rows,
      idAsFound: texts.string(ledger.transactionIDAsFound[row]),
      user: texts.string(ledger.user[row].text), account: texts.string(ledger.account[row].text),
      accountToken: text(ledger.accountToken[row].text), product: texts.string(product.text),
      storeProduct: texts.string(tied.productNames.storeName(of: product).text),
      environment: text(ledger.environment[row].text), state: ledger.state[row],
      quantity: ledger.quantity[row] == .min ? nil : Int(ledger.quantity[row]),
      amount: ledger.money(row).map {
        Money(milliunits: $0.milliunits, currency: texts.string($0.currency))
      },
      purchaseTime: ledger.purchaseTime[row].instant, grantedAt: ledger.grantedAt[row].instant,
      expiresAt: ledger.expiresAt[row].instant, tie: tied.tie[row])
  }

  private func text(_ text: Text) -> String? {
    text.isEmpty ? nil : tied.books.texts.string(text)
  }

  /// By time, ledger, key, then everything else that tells two rows apart.
  static func precedes(_ left: GrantEntry, _ right: GrantEntry) -> Bool {
    let first = left.writtenAt?.milliseconds ?? .min
    let second = right.writtenAt?.milliseconds ?? .min
    if first != second { return first < second }
    for text in GrantEntry.orderTexts {
      let one = text(left)
      let other = text(right)
      guard one != other else { continue }
      return one.utf8.count != other.utf8.count && one.isDigits && other.isDigits
        ? one.utf8.count < other.utf8.count : one < other
    }
    return false
  }
}

extension GrantEntry {
  fileprivate static let orderTexts: [@Sendable (GrantEntry) -> String] = [
    \.ledger, { $0.rowID ?? "" }, \.user, \.product, \.idAsFound, \.state.word,
    { $0.accountToken ?? "" }, { $0.environment ?? "" }, { $0.quantity.map(String.init) ?? "" },
    { $0.purchaseTime?.text ?? "" }, { $0.expiresAt?.text ?? "" },
    { $0.amount?.text ?? "" },
  ]
}

extension String {
  fileprivate var isDigits: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
