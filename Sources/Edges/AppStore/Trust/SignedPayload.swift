import Formats
package import Records

/// What a signed text says.
package struct SignedPayload: Sendable {
  /// What it is; nil where no field tells.
  package let kind: DocumentKind?
  /// When it was signed; nil only where Xcode left it out.
  package let signedAt: Instant?
  /// Whether a signature was checked; false only for Xcode's own, which the caller asked for.
  package let isSigned: Bool
  let fields: ObjectFields<PayloadField>

  /// The payload's JSON, exactly as it was signed.
  package var json: [UInt8] { fields.scanner.bytes }
}
