import Formats
package import Reconciliation

/// What the store said to a question that changes nothing and costs one call.
package enum StoreProbe: Sendable, Equatable {
  /// It took the key and the app, and answered.
  case answers(host: String)
  /// It answered with something else than expected.
  case odd(host: String, words: String)
}

extension StorePull {
  /// Asks the store for an id that cannot exist: that it says so proves host, key, issuer, clock
  /// and bundle id at once.
  ///
  /// Fails as `refusedCredentials` for a key that is not taken and as `unreachable` where nobody
  /// answers. Nothing is remembered.
  package func probe() throws(SourceFailure) -> StoreProbe {
    desk.client.ask(StoreCall(endpoint: .lookup, id: "1"), tag: 0)
    let host = desk.hosts.own
    guard let settled = try desk.client.next() else {
      throw SourceFailure(.unreachable, "\(host) gave no answer")
    }
    switch settled.result {
    case .success: return .answers(host: host)
    case .failure(let error) where error.isUnknownID || error.isMalformedID:
      return .answers(host: host)
    case .failure(let error): return .odd(host: host, words: error.description)
    }
  }

  /// Reads the first page of the feed, which says whether the token is taken and whether what comes
  /// back is a feed; nil where the settings name none.
  ///
  /// Fails as `probe` does. Nothing is remembered.
  package func probeFeed() throws(SourceFailure) -> StoreProbe? {
    guard let host = desk.hosts.feed else { return nil }
    return try probe(StoreCall(endpoint: .feed, place: .feed), at: host) {
      (body) throws(StoreError) in
      let page = try FeedPage(body)
      _ = try page.statements(desk.intake, in: desk.app.environment)
    }
  }

  /// Shows verifyReceipt what is no receipt: that it says so proves the address; nil where the
  /// settings name none.
  ///
  /// Fails as `probe` does, and as `misconfigured` where the shared secret is not set. The secret is
  /// not sent, since only a real receipt would prove it.
  package func probeReceipts() throws(SourceFailure) -> StoreProbe? {
    guard let host = desk.hosts.receipts else { return nil }
    _ = try receipts()
    var body = JSONWriter(.compact)
    body.object { $0.member("receipt-data", "AAAA") }
    let call = StoreCall(endpoint: .receipt, place: .receipts, body: body.bytes)
    return try probe(call, at: host) { (body) throws(StoreError) in
      do throws(PayloadFailure) {
        _ = try ReceiptReply(
          body, bundleID: desk.app.bundleID, environment: desk.app.environment)
      } catch {
        throw StoreError(
          .unreadable, status: 200, "this is no answer about a receipt: \(error.field)")
      }
    }
  }

  private func probe(
    _ call: StoreCall, at host: String, _ read: ([UInt8]) throws(StoreError) -> Void
  ) throws(SourceFailure) -> StoreProbe {
    desk.client.ask(call, tag: 0)
    guard let settled = try desk.client.next() else {
      throw SourceFailure(.unreachable, "\(host) gave no answer")
    }
    do throws(StoreError) {
      try read(settled.result.get().body)
      return .answers(host: host)
    } catch {
      return .odd(host: host, words: error.description)
    }
  }
}
