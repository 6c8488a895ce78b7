import OpenSSL
import Records

/// A leaf whose chain was found good: whose signatures count, and from when to when.
///
/// That a chain is good does not depend on the clock, except for the validity of its certificates,
/// which is asked again for every signature.
final class TrustedLeaf {
  let signatures: ES256Verifier
  private let chain: JudgedChain

  /// Judges a chain as of the moment of signing (facts 5.2 to 5.5).
  init(_ presented: [[UInt8]], roots: TrustedRoots, signedAt: Instant) throws(Refusal) {
    var certificates: [Certificate] = []
    for (der, place) in zip(presented, JudgedChain.places) {
      do throws(OpenSSLFailure) {
        certificates.append(try Certificate(der: der))
      } catch {
        throw Refusal(.badCertificate, "its \(place) certificate cannot be read: \(error)")
      }
    }
    guard certificates.count == JudgedChain.places.count else {
      throw Refusal(.wrongChainLength, "it has \(certificates.count) certificates")
    }
    certificates[2] = try roots.anchor(for: certificates[2], of: .tokens)
    chain = try JudgedChain(certificates, signedAt: signedAt, acceptsSHA1: false)
    do throws(OpenSSLFailure) {
      signatures = try ES256Verifier(certificates[0])
    } catch {
      throw Refusal(.badCertificate, "its leaf's key is not one for ES256: \(error)")
    }
  }

  /// Refuses a moment at which one of the certificates was not valid.
  func requireValidity(at signedAt: Instant) throws(Refusal) {
    try chain.requireValidity(at: signedAt)
  }
}
