import OpenSSL
import Records

/// An app receipt whose signature was checked.
///
/// Only this file can make one.
package struct VerifiedReceipt: Sendable {
  package let receipt: AppReceipt
  /// Whether Apple's chain, or one of the job's, signed it; false only for Xcode's own, which the
  /// caller asked for.
  package let isSigned: Bool
  /// The receipt as it came, in DER or BER.
  package let bytes: [UInt8]

  fileprivate init(_ receipt: AppReceipt, isSigned: Bool, bytes: [UInt8]) {
    self.receipt = receipt
    self.isSigned = isSigned
    self.bytes = bytes
  }
}

/// Answers one question about an app receipt: did Apple sign it, and when.
///
/// Nobody is asked: the chain leads to Apple Inc.'s root, which is pinned, and is judged at the
/// receipt's creation date. That date lies inside, so it is read before anything is believed, and
/// counts only because the signature over it then holds. Chains signed with SHA-1 are good, since
/// Apple signed so until 2023 (facts 6.8).
package struct ReceiptVerifier {
  private let roots: TrustedRoots
  /// Whether the caller works with Xcode, which signs receipts with a certificate of its own.
  private let isLocal: Bool

  /// A verifier that trusts these roots.
  ///
  /// `environment` is the caller's own, never a receipt's.
  package init(roots: TrustedRoots = TrustedRoots(), environment: String? = nil) {
    self.roots = roots
    isLocal = LocalEnvironment.contains(environment)
  }

  /// Checks a receipt in DER or BER form.
  package func verify(_ bytes: [UInt8]) throws(Refusal) -> VerifiedReceipt {
    let envelope = try ReceiptEnvelope(bytes)
    do throws(Refusal) {
      return try verify(envelope, bytes)
    } catch {
      var named = error
      if let receipt = try? ReceiptContent.read(envelope.content) { named.claimed = Claim(receipt) }
      throw named
    }
  }

  private func verify(
    _ envelope: ReceiptEnvelope, _ bytes: [UInt8]
  ) throws(Refusal) -> VerifiedReceipt {
    let message: SignedData
    do throws(OpenSSLFailure) {
      message = try SignedData(bytes)
    } catch {
      throw Refusal(.notReceipt, "it is no app receipt: \(error)")
    }
    guard message.signerCount == 1 else {
      throw Refusal(
        .wrongSignerCount,
        "it has \(message.signerCount) signers, and Apple signs alone")
    }
    let receipt = try ReceiptContent.read(envelope.content)
    let isOwn = isLocal && LocalEnvironment.contains(receipt.environment)
    if !isOwn, LocalEnvironment.contains(receipt.environment) {
      throw Refusal(
        .untrustedChain,
        "it comes from \(receipt.environment) and not from Apple; it counts only where that "
          + "environment was asked for")
    }
    let signer =
      isOwn
      ? try Self.localSigner(message, envelope)
      : try signer(of: message, envelope, at: receipt.createdAt)
    guard envelope.names(signer.der), isOwn || envelope.hasApplesMethod else {
      throw Refusal(.notReceipt, "it does not name its signer, or the method, as Apple does")
    }
    // What is read here is what OpenSSL checks, however differently the two might read.
    guard message.content == envelope.content, message.isSigned(by: signer) else {
      throw Refusal(.badSignature, "its signature does not fit its content")
    }
    return VerifiedReceipt(receipt, isSigned: !isOwn, bytes: bytes)
  }

  /// The leaf of the chain, which must be the one that signed.
  private func signer(
    of message: borrowing SignedData, _ envelope: ReceiptEnvelope, at createdAt: Instant
  ) throws(Refusal) -> Certificate {
    let presented = message.certificates
    guard envelope.certificates.count == 3, presented.count == 3 else {
      throw Refusal(
        .wrongChainLength,
        "it has \(envelope.certificates.count) certificates, and Apple sends exactly 3")
    }
    guard presented.map(\.der) == envelope.certificates else {
      throw Refusal(.badCertificate, "its certificates are not in DER form")
    }
    guard let signer = message.signer else {
      throw Refusal(.untrustedChain, "the certificate of its signer is not among those it has")
    }
    // A set has no order: the root is the one that issued itself.
    let others = presented.filter { $0 != signer }
    guard others.count == 2, let root = others.first(where: { $0.isSigned(by: $0) }),
      let intermediate = others.first(where: { $0 != root })
    else {
      throw Refusal(
        .untrustedChain, "its certificates are not a signer's, an intermediate and a root")
    }
    let anchor = try roots.anchor(for: root, of: .receipts)
    _ = try JudgedChain(
      [signer, intermediate, anchor], signedAt: createdAt, acceptsSHA1: true)
    return signer
  }

  /// Xcode's one certificate, which vouches for nobody: it shows that the receipt is whole.
  private static func localSigner(
    _ message: borrowing SignedData, _ envelope: ReceiptEnvelope
  ) throws(Refusal) -> Certificate {
    guard let signer = message.signer, message.certificates.map(\.der) == envelope.certificates,
      envelope.certificates.count == 1, signer.isSigned(by: signer)
    else {
      throw Refusal(.untrustedChain, "it is not signed by one certificate that issued itself")
    }
    return signer
  }
}
