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
    case .failure(let error) where error.isUnknownID || error.code == 4_000_006:
      return .answers(host: host)
    case .failure(let error): return .odd(host: host, words: error.description)
    }
  }
}
