import OpenSSL
import Records

/// A chain of three certificates that was found good: a leaf with Apple's mark, an intermediate
/// with Apple's mark, and an anchor that was known before.
struct JudgedChain {
  private let validities: [CertificateValidity]

  /// Judges leaf, intermediate and anchor as of the moment of signing (facts 5.2 to 5.5).
  ///
  /// Only app receipts may have chains signed with SHA-1.
  init(_ chain: [Certificate], signedAt: Instant, acceptsSHA1: Bool) throws(Refusal) {
    validities = zip(chain, Self.places).map { CertificateValidity(of: $0, at: $1) }
    try requireValidity(at: signedAt)
    try Self.requireChain(chain, at: signedAt, acceptsSHA1: acceptsSHA1)
    try Self.requireMarkers(of: chain)
  }

  /// Refuses a moment at which one of the certificates was not valid.
  func requireValidity(at signedAt: Instant) throws(Refusal) {
    for validity in validities { try validity.require(signedAt) }
  }

  /// Builds the chain anew: three certificates, each signed by the next, in the order given.
  private static func requireChain(
    _ chain: [Certificate], at signedAt: Instant, acceptsSHA1: Bool
  ) throws(Refusal) {
    let found: [Certificate]
    do throws(OpenSSLFailure) {
      found = try ChainCheck.verify(
        leaf: chain[0], intermediates: [chain[1]], anchors: [chain[2]],
        atMilliseconds: signedAt.milliseconds, acceptsSHA1: acceptsSHA1)
    } catch {
      throw Refusal(.untrustedChain, "its certificates do not lead to the root: \(error)")
    }
    guard found == chain else {
      throw Refusal(
        .untrustedChain,
        "its leaf certificate was not issued by its intermediate, or that not by the root")
    }
    // OpenSSL takes a key usage for a basic constraint where that is missing; nobody here does.
    guard chain[1].isCA, !chain[0].isCA else {
      throw Refusal(
        .untrustedChain,
        chain[0].isCA
          ? "its leaf certificate is one of an authority"
          : "its intermediate certificate may not sign certificates")
    }
  }

  /// Any Apple certificate would do without these (facts 5.5).
  private static func requireMarkers(of chain: [Certificate]) throws(Refusal) {
    for (place, oid) in [(0, leafMarker), (1, intermediateMarker)]
    where !chain[place].hasExtension(oid: oid) {
      throw Refusal(
        .missingMarker,
        "its \(places[place]) certificate lacks the mark of App Store signing (\(oid))")
    }
  }

  /// On the leaf: it signs receipts of the App Store.
  static let leafMarker = "1.2.840.113635.100.6.11.1"
  /// On the intermediate: it is Apple's authority for developer relations.
  static let intermediateMarker = "1.2.840.113635.100.6.2.1"

  static let places = ["leaf", "intermediate", "root"]
}

/// From when to when a certificate of a chain is valid, both ends included.
struct CertificateValidity {
  private let place: String
  private let first: Instant
  private let last: Instant

  init(of certificate: Certificate, at place: String) {
    self.place = place
    first = Instant(milliseconds: certificate.notBefore)
    // A certificate is valid until the end of its last second.
    last = Instant(milliseconds: certificate.notAfter).adding(milliseconds: Milliseconds.second - 1)
  }

  func require(_ signedAt: Instant) throws(Refusal) {
    guard first <= signedAt, signedAt <= last else {
      throw Refusal(
        .expiredAtSigning,
        "its \(place) certificate was valid from \(first.text) to \(last.text), and it was signed "
          + "at \(signedAt.text)")
    }
  }
}
