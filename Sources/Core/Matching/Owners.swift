import Records

/// Who a purchase belongs to, as far as its account token tells.
struct Owners: Sendable {
  private let byToken: [Text: Text]

  init(_ owners: [String: String], texts: TextTable) {
    var map: [Text: Text] = [:]
    for (token, user) in owners {
      // An owner whom no book mentions is somebody else than everybody in them.
      if let name = texts.find(token) { map[name] = texts.find(user) ?? .nobody }
    }
    byToken = map
  }

  /// The account that the job's map names for a token.
  func account(of token: AccountToken) -> Text? {
    token.isNone || byToken.isEmpty ? nil : byToken[token.text]
  }

  /// Whether a row belongs to somebody else than the purchase's token says.
  ///
  /// An absent token means that nothing is known.
  func differ(_ purchase: Int, _ row: Int, _ tied: Tied) -> Bool {
    let token = tied.purchases.accountToken[purchase]
    guard !token.isNone else { return false }
    if let owner = account(of: token) {
      let account = tied.books.ledger.account[row]
      return !account.isNone && owner != account.text
    }
    let own = tied.books.ledger.accountToken[row]
    return !own.isNone && own != token
  }
}

extension Text {
  /// A text that no table holds.
  fileprivate static let nobody = Text(index: .max)
}
