/// Why a signed text is not believed.
package struct Refusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// The step that it fell at; tests and callers decide by this.
  package enum Code: String, Sendable, CaseIterable {
    /// Not three parts with a dot between them, or far too long.
    case notCompact = "not-compact"
    case badBase64 = "bad-base64"
    case badHeader = "bad-header"
    /// The payload is not one JSON object, or a receipt's content not what Apple writes.
    case badPayload = "bad-payload"
    case wrongAlgorithm = "wrong-algorithm"
    case wrongChainLength = "wrong-chain-length"
    case badCertificate = "bad-certificate"
    case unknownRoot = "unknown-root"
    case untrustedChain = "untrusted-chain"
    case missingMarker = "missing-marker"
    /// A certificate was not valid at the moment of signing.
    case expiredAtSigning = "expired-at-signing"
    case badSignature = "bad-signature"
    case noSignedDate = "no-signed-date"
    /// Signed, and not what was asked for: a notification where a transaction should be.
    case wrongKind = "wrong-kind"
    case wrongBundle = "wrong-bundle"
    case wrongEnvironment = "wrong-environment"
    case wrongApp = "wrong-app"
    /// Said to be an app receipt, and not of its form.
    case notReceipt = "not-receipt"
    /// An app receipt with more signers than one, or none.
    case wrongSignerCount = "wrong-signer-count"
  }

  /// The step that it fell at.
  package let code: Code
  /// What is wrong, in words, to stand after "refused: ".
  package let words: String
  /// What it says it is about: for naming it, never for believing it.
  package var claimed: Claim

  init(_ code: Code, _ words: String, claimed: Claim = Claim()) {
    self.code = code
    self.words = words
    self.claimed = claimed
  }

  /// What is wrong, in words.
  package var description: String { words }

  /// The same about the notification that the refused text lies in.
  func inside(_ field: PayloadField) -> Refusal {
    Refusal(code, "its \(field.rawValue) is refused: \(words)", claimed: claimed)
  }
}
