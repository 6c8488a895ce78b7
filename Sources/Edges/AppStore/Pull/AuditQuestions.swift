package import Reconciliation

/// What the store says to a question about one customer.
package enum AuditAnswer: Sendable, Equatable {
  /// The payloads whose signature holds, as JSON and as they were signed; and why others were
  /// refused.
  case heard([[UInt8]], refused: [String])
  /// There is no such thing.
  case unknown
  /// The store should have answered and did not, for this reason.
  case unanswered(String)
}

// Questions that a person has about one customer; nothing of the answers is remembered.
extension StorePull {
  /// Looks up the order number in a customer's mail from Apple (facts 2.6).
  ///
  /// The number stands in no record, so nothing else leads from it to a purchase. There are none in
  /// the sandbox.
  package func order(_ number: String) throws(SourceFailure) -> AuditAnswer {
    guard StoreCall.canAsk(for: number) else { return .unknown }
    guard !desk.app.isSandbox else {
      return .unanswered("the store looks up order numbers in production alone")
    }
    return try ask(.order, number)
  }

  /// Asks for the one record that says when and by whom the app itself was got (facts 2.10).
  package func appTransaction(ofCustomer id: String) throws(SourceFailure) -> AuditAnswer {
    guard StoreCall.canAsk(for: id) else { return .unknown }
    return try ask(.appTransaction, id)
  }

  private func ask(
    _ endpoint: Endpoint, _ id: String
  ) throws(SourceFailure) -> AuditAnswer {
    desk.client.ask(StoreCall(endpoint: endpoint, id: id), tag: 0)
    guard let settled = try desk.client.next() else { return .unanswered("not asked") }
    switch settled.result {
    case .success(let page):
      guard !page.tokens.isEmpty else { return .unknown }
      return believed(page.tokens)
    case .failure(let error) where error.isUnknownID || error.isMalformedID: return .unknown
    case .failure(let error): return .unanswered(error.description)
    }
  }

  private func believed(_ tokens: [[UInt8]]) -> AuditAnswer {
    var payloads: [[UInt8]] = []
    var refused: [String] = []
    for token in tokens {
      do throws(Refusal) {
        payloads.append(try desk.intake.verifier.verify(token).payload.json)
      } catch {
        refused.append(error.words)
      }
    }
    return .heard(payloads, refused: refused)
  }
}
