/// What the `verify` command answers about one signed text.
package enum Examination: Equatable, Sendable {
  /// It is signed, and for the app that was asked about; `payload` is the JSON exactly as signed,
  /// or of an app receipt what it says in the same field names.
  case valid(kind: DocumentKind, payload: String, environment: String?)
  case refused(Refusal)
}

extension TransactionVerifier {
  /// Looks at one signed text, at the small JSON object in which Apple's endpoints and
  /// notifications hand one over, or at an app receipt, bare or in Base64; blanks around it do not
  /// count.
  ///
  /// `kind` is what it has to be, nil for whatever it says it is.
  package func examine(
    _ bytes: [UInt8], kind: DocumentKind? = nil, expectations: Expectations = Expectations()
  ) -> Examination {
    do throws(Refusal) {
      if let receipt = try ReceiptBytes.find(in: bytes[...]) {
        return try receipts.examine(receipt, kind, expectations)
      }
      if kind == .receipt { throw ReceiptBytes.refusal(of: bytes[...]) }
      return try examine(token: HandedOver.token(in: bytes), kind, expectations)
    } catch {
      return .refused(error)
    }
  }

  private func examine(
    token: [UInt8], _ wanted: DocumentKind?, _ expectations: Expectations
  ) throws(Refusal) -> Examination {
    do throws(Refusal) {
      let payload = try dated(token, wanted, expectations).payload
      // What no field tells is taken for what was asked for, or for a transaction.
      let kind = payload.kind ?? wanted ?? .transaction
      let belonging = try Belonging(payload.fields, kind)
      try expectations.require(belonging, of: kind)
      if kind == .notification {
        try requireContents(of: token, fit: belonging, expectations)
      }
      return .valid(
        kind: kind, payload: String(decoding: payload.json, as: UTF8.self),
        environment: belonging.environment)
    } catch {
      var named = error
      if named.claimed == Claim() { named.claimed = Claim(token: token) }
      throw named
    }
  }

  /// Which app a text without a date claims to be for says more to a person than the lack.
  private func dated(
    _ token: [UInt8], _ kind: DocumentKind?, _ expectations: Expectations
  ) throws(Refusal) -> Verified<SignedPayload> {
    do throws(Refusal) {
      return try verify(token, as: kind)
    } catch {
      guard error.code == .noSignedDate else { throw error }
      let claimed = try CompactToken(token).fields()
      let kind = DocumentKind(claimed) ?? kind
      try expectations.require(Belonging(claimed, kind), of: kind)
      throw error
    }
  }

  /// What lies in a notification is for the app and environment of the notification.
  private func requireContents(
    of token: [UInt8], fit outer: Belonging, _ expectations: Expectations
  ) throws(Refusal) {
    let envelope = Expectations(bundleID: outer.bundleID, environment: outer.environment)
    for (field, inner) in try verifyNotification(token).contents {
      do throws(Refusal) {
        let found = try Belonging(inner.payload.fields, inner.payload.kind)
        try expectations.require(found, of: inner.payload.kind)
        try envelope.require(found, of: inner.payload.kind)
      } catch {
        throw error.inside(field)
      }
    }
  }
}
