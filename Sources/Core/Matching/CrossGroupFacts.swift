import Records

/// What can only be seen by looking at several purchases at once.
enum CrossGroupFacts {
  /// The chains whose periods were granted to more than one account.
  static func sharedChains(_ tied: Tied) -> Set<Int32> {
    var account = [Text](repeating: .empty, count: tied.chains.purchases.count)
    var shared: Set<Int32> = []
    for row in 0..<tied.books.ledger.count where tied.books.ledger.state[row] == .granted {
      let purchase = tied.purchaseOfRow[row]
      guard purchase >= 0, tied.chains.ofPurchase[Int(purchase)] >= 0 else { continue }
      let chain = tied.chains.ofPurchase[Int(purchase)]
      let owner = tied.books.ledger.account[row].text
      guard !owner.isEmpty else { continue }
      if account[Int(chain)].isEmpty {
        account[Int(chain)] = owner
      } else if account[Int(chain)] != owner {
        shared.insert(chain)
      }
    }
    return shared
  }

  /// The periods to whose accounts an earlier period of the chain was granted against its token.
  ///
  /// In one subscription group the first token stays on every later purchase, so a wrong owner is
  /// told once for a chain and account.
  static func knownWrongOwners(_ tied: Tied, _ owners: Owners) -> Set<Int32> {
    var known: Set<Int32> = []
    for chain in tied.chains.purchases where chain.count > 1 {
      var wrong: Set<UserID> = []
      for period in chain {
        let rows = tied.rows[Int(period)]
        let account = tied.books.ledger.account
        if !wrong.isEmpty, rows.contains(where: { wrong.contains(account[Int($0)]) }) {
          known.insert(period)
        }
        for row in rows where owners.differ(Int(period), Int(row), tied) {
          wrong.insert(account[Int(row)])
        }
      }
    }
    return known
  }

  /// From a one-time purchase to the one of the same product and account that was bought within
  /// a minute before: often an accident that the customer will want refunded.
  static func repeated(_ tied: Tied) -> [Int32: Int32] {
    var bought: [Bought] = []
    for purchase in 0..<tied.purchases.count {
      guard tied.purchases.type[purchase] != .autoRenewable, tied.isOurs(purchase),
        !tied.purchases.revocation[purchase].isKnown,
        let date = tied.purchases.date[purchase].instant,
        tied.rows.count(of: purchase) == 1, let row = tied.rows[purchase].first
      else { continue }
      let account = tied.books.ledger.account[Int(row)].text
      let product = tied.books.store.productID[tied.record(of: purchase)].text
      bought.append(
        Bought(
          key: UInt64(account.index) << 32 | UInt64(product.index), date: date,
          purchase: Int32(truncatingIfNeeded: purchase)))
    }
    let texts = tied.books.texts
    bought.sort { left, right in
      if left.key != right.key { return left.key < right.key }
      if left.date != right.date { return left.date < right.date }
      return texts.isLower(tied.name(left.purchase), tied.name(right.purchase))
    }
    var repeated: [Int32: Int32] = [:]
    for (earlier, later) in zip(bought, bought.dropFirst())
    where earlier.key == later.key
      && later.date.distance(to: earlier.date) <= UInt64(Milliseconds.minute)
    {
      repeated[later.purchase] = earlier.purchase
    }
    return repeated
  }

  private struct Bought {
    let key: UInt64
    let date: Instant
    let purchase: Int32
  }
}

extension Tied {
  /// The lowest id of a purchase.
  func name(_ purchase: Int32) -> Text {
    books.store.transactionID[record(of: Int(purchase))].text
  }
}
