import Formats
import OpenSSL
import Records

/// A payload whose signature was checked.
///
/// Only this file can make one.
package struct Verified<Payload: Sendable>: Sendable {
  package let payload: Payload

  fileprivate init(_ payload: Payload) {
    self.payload = payload
  }
}

/// Answers one question about a compact JWS: did Apple sign it, and when.
///
/// It knows nothing of bundles and environments: a payload of another app is a transaction that
/// does not belong, and others judge that. Chains that were found good are remembered, so a file of
/// a million transactions is a million signatures and a handful of chains. Not `Sendable`, since it
/// holds OpenSSL's objects; each thread makes its own.
package final class TransactionVerifier {
  /// The same question about app receipts, with the same roots.
  package let receipts: ReceiptVerifier
  private let roots: TrustedRoots
  /// Whether the caller works with Xcode, whose tokens nobody signs for us.
  private let isLocal: Bool
  private var headers: [TrustedHeader] = []
  private var leaves: [[[UInt8]]: TrustedLeaf] = [:]

  private static let headerLimit = 16
  private static let leafLimit = 64

  /// A verifier that trusts these roots.
  ///
  /// `environment` is the caller's own, never a payload's: with `Xcode` or `LocalTesting` tokens
  /// of those environments are taken unsigned.
  package init(roots: TrustedRoots = TrustedRoots(), environment: String? = nil) {
    self.roots = roots
    receipts = ReceiptVerifier(roots: roots, environment: environment)
    isLocal = LocalEnvironment.contains(environment)
  }

  /// Checks one token; `kind` is what it has to be, nil for any.
  package func verify(
    _ token: [UInt8], as kind: DocumentKind? = nil
  ) throws(Refusal) -> Verified<SignedPayload> {
    do throws(Refusal) {
      return Verified(try check(CompactToken(token), as: kind))
    } catch {
      var named = error
      named.claimed = Claim(token: token)
      throw named
    }
  }

  private func check(
    _ token: CompactToken, as wanted: DocumentKind?
  ) throws(Refusal) -> SignedPayload {
    let fields = try token.fields()
    let kind = DocumentKind(fields)
    if isLocal, LocalEnvironment.contains(try Belonging(fields, kind).environment) {
      try Self.require(wanted, kind)
      return SignedPayload(
        kind: kind, signedAt: Self.signedAt(fields, kind, isLocal: true), isSigned: false,
        fields: fields)
    }
    let signedAt = try checkSignature(of: token) {
      Self.signedAt(fields, kind, isLocal: false)
    }
    try Self.require(wanted, kind)
    return SignedPayload(kind: kind, signedAt: signedAt, isSigned: true, fields: fields)
  }

  private func checkSignature(
    of token: CompactToken, signedAt: () -> Instant?
  ) throws(Refusal) -> Instant {
    let signature = try token.decodedSignature()
    let known = headers.firstIndex { $0.begins(token) }
    let certificates = known == nil ? try TokenHeader(token.decodedHeader()).certificates : []
    guard let signedAt = signedAt() else {
      throw Refusal(
        .noSignedDate, "nothing in it says when it was signed, so its certificates cannot be judged"
      )
    }
    let header: TrustedHeader
    if let known {
      header = headers[known]
      try header.leaf.requireValidity(at: signedAt)
    } else {
      header = TrustedHeader(token, leaf: try leaf(of: certificates, signedAt: signedAt))
    }
    guard header.verifies(signature, of: token) else {
      throw Refusal(.badSignature, "its signature does not fit its content")
    }
    remember(header, at: known)
    return signedAt
  }

  private func leaf(
    of certificates: [[UInt8]], signedAt: Instant
  ) throws(Refusal) -> TrustedLeaf {
    if let leaf = leaves[certificates] {
      try leaf.requireValidity(at: signedAt)
      return leaf
    }
    let leaf = try TrustedLeaf(certificates, roots: roots, signedAt: signedAt)
    if leaves.count == Self.leafLimit { leaves.removeAll() }
    leaves[certificates] = leaf
    return leaf
  }

  /// The header used last comes first, since files hold long stretches of one.
  private func remember(_ header: TrustedHeader, at place: Int?) {
    guard place != 0 else { return }
    if let place { headers.remove(at: place) }
    if headers.count == Self.headerLimit { headers.removeLast() }
    headers.insert(header, at: 0)
  }

  private static func require(
    _ wanted: DocumentKind?, _ found: DocumentKind?
  ) throws(Refusal) {
    guard let wanted, let found, wanted != found else { return }
    throw Refusal(.wrongKind, "it is \(found.words) and not \(wanted.words)")
  }

  /// An app transaction says so by another name (facts 4.4).
  private static func signedAt(
    _ fields: ObjectFields<PayloadField>, _ kind: DocumentKind?, isLocal: Bool
  ) -> Instant? {
    guard let date = fields.token(kind == .appTransaction ? .receiptCreationDate : .signedDate)
    else { return nil }
    var instant: Instant?
    try? fields.read(date) { (form, bytes) throws(FieldFailure) in
      instant = try form.instant(bytes, isLocal: isLocal)
    }
    return instant
  }
}
