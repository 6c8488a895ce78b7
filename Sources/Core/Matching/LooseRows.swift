import Records

/// The unexplained rows that may be the delivery of a purchase without rows, filed by what ties
/// them to one, so that looking costs the same however many there are.
struct LooseRows: Sendable {
  private let tied: Tied
  private let owners: Owners
  private var shelves: [Shelf: [LooseRow]] = [:]

  init(_ unexplained: Unexplained, _ tied: Tied, _ owners: Owners) {
    self.tied = tied
    self.owners = owners
    let names = EntryBuilder(tied)
    for number in unexplained.rows {
      let row = Int(number)
      let kinds = Self.kinds(of: row, unexplained, tied)
      guard !kinds.isEmpty else { continue }
      let product = tied.productNames.storeName(of: tied.books.ledger.product[row])
      let loose = LooseRow(
        name: names.name(of: row) ?? tied.describe(row),
        written: tied.books.ledger.writtenAt(row))
      for (kind, text) in kinds {
        shelves[Shelf(kind: kind, product: product, text: text), default: []].append(loose)
      }
    }
    for shelf in shelves.keys { shelves[shelf]?.sort(by: shelf.kind.order) }
  }

  /// Names the rows that may be the delivery of a purchase.
  func name(rowsOf purchase: Int, in neighbours: inout Neighbours) {
    guard !shelves.isEmpty else { return }
    let store = tied.books.store
    let record = tied.record(of: purchase)
    let token = tied.purchases.accountToken[purchase]
    let product = store.productID[record]
    let account = owners.account(of: token)
    let ids = tied.purchases.transactions[purchase].map {
      store.transactionID[Int(tied.states.deciding[Int($0)])].text
    }
    neighbours.roundedRows = NamedRows(
      ids.flatMap { rows(.rounded, product, $0).map(\.name) }.sorted())
    if let account {
      neighbours.likelyOrders = NamedRows(
        rows(.accountsOrder, product, account).lazy.map(\.name))
    } else if !token.isNone {
      neighbours.likelyOrders = NamedRows(
        rows(.tokensOrder, product, token.text).lazy.map(\.name))
    }
    neighbours.uncheckableRows = unseen(
      product, store.originalTransactionID[record], token, account)
    let shelf = Shelf(
      kind: account == nil ? .fix : .accountsFix, product: product, text: account ?? .empty)
    neighbours.possibleFixes = fixes(on: shelf, tied.purchases.date[purchase].instant)
  }

  private func rows(_ kind: Shelf.Kind, _ product: ProductID, _ text: Text) -> [LooseRow] {
    shelves[Shelf(kind: kind, product: product, text: text)] ?? []
  }

  /// Rows of the chain or the owner that could not be checked.
  private func unseen(
    _ product: ProductID, _ original: OriginalTransactionID, _ token: AccountToken,
    _ account: Text?
  ) -> NamedRows {
    let chains = original.isNone ? [] : rows(.chainsUnseen, product, original.text)
    var own: [LooseRow] = []
    if let account {
      own = rows(.accountsUnseen, product, account)
    } else if !token.isNone {
      own = rows(.tokensUnseen, product, token.text)
    }
    let first = [chains, own].flatMap { $0.prefix(NamedRows.limit).map(\.name) }
    return NamedRows(Set(first).sorted(), ofAtLeast: max(chains.count, own.count))
  }

  /// The rows that were written from an hour before a purchase to two weeks after it, and those
  /// whose time is not known; all of them for a purchase without a date.
  private func fixes(on shelf: Shelf, _ date: Instant?) -> NamedRows {
    guard let rows = shelves[shelf] else { return [] }
    guard let date else { return NamedRows(rows.lazy.map(\.name)) }
    let timeless = rows.firstPlace { $0.written != nil }
    let first = date.adding(milliseconds: -Milliseconds.hour)
    let last = date.adding(milliseconds: 14 * Milliseconds.day)
    let start = rows.firstPlace { row in row.written.map { $0 >= first } ?? false }
    let end = rows.firstPlace { row in row.written.map { $0 > last } ?? false }
    return NamedRows([rows[..<timeless], rows[start..<max(start, end)]].lazy.joined().map(\.name))
  }

  /// The shelves on which a row belongs.
  private static func kinds(
    of row: Int, _ unexplained: Unexplained, _ tied: Tied
  ) -> [(Shelf.Kind, Text)] {
    let ledger = tied.books.ledger
    let account = ledger.account[row].text
    let token = ledger.accountToken[row].text
    if ledger.state[row] == .pending {
      guard ledger.transactionID[row].isNone else { return [] }
      return [(.accountsOrder, account), (.tokensOrder, token)]
    }
    guard unexplained.isStanding(row) else { return [] }
    switch unexplained.idFault(of: row) {
    case nil:
      guard unexplained.blindSpot(of: row) != nil else { return [] }
      return [
        (.accountsUnseen, account), (.tokensUnseen, token),
        (.chainsUnseen, ledger.originalTransactionID[row].text),
      ]
    case .rounded(let id):
      return tied.books.texts.find(id).map { [(.rounded, $0)] } ?? []
    default:
      return [(.accountsFix, account), (.fix, .empty)]
    }
  }
}

/// One unexplained row, by its name.
private struct LooseRow: Sendable {
  let name: String
  let written: Instant?
}

/// What ties unexplained rows of one product to a purchase of it.
private struct Shelf: Hashable {
  enum Kind {
    /// Orders without an id, by the owner's account or the account token.
    case accountsOrder, tokensOrder
    /// Rows that could not be checked, by account, account token, or original id.
    case accountsUnseen, tokensUnseen, chainsUnseen
    /// Rows whose id looks rounded, by the id that it was.
    case rounded
    /// Rows with an id that is none, by the owner's account or all of them.
    case accountsFix, fix

    /// By name; those that are looked for by time by that, the timeless first.
    var order: (LooseRow, LooseRow) -> Bool {
      switch self {
      case .accountsFix, .fix:
        { left, right in
          guard left.written != right.written else { return left.name < right.name }
          guard let first = left.written else { return true }
          return right.written.map { first < $0 } ?? false
        }
      default: { $0.name < $1.name }
      }
    }
  }

  let kind: Kind
  let product: ProductID
  let text: Text
}
