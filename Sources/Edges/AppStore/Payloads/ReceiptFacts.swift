import Formats
import Records

/// What all entries of one receipt have in common.
struct ReceiptFacts {
  var bundleID: BundleID
  var environment: EnvironmentID
  /// When Apple's server answered.
  var statedAt: Instant?

  /// The facts of the job's app.
  init(bundleID: BundleID, environment: EnvironmentID) {
    self.bundleID = bundleID
    self.environment = environment
  }

  /// The facts that an answer states, and for the others those of `defaults`.
  init(
    answer: ObjectFields<ReceiptField>, receipt: ObjectFields<ReceiptField>?,
    defaults: ReceiptFacts, _ texts: inout TextTable
  ) throws(PayloadFailure) {
    self = defaults
    if let word = answer.text(.environment) {
      environment = EnvironmentID(texts.intern(word))
    } else if let type = receipt?.text(.receiptType) {
      environment = EnvironmentID(texts.intern(Self.environment(ofType: type)))
    }
    guard let receipt else { return }
    if let bundle = receipt.text(.bundleID) ?? receipt.text(.bid) {
      bundleID = BundleID(texts.intern(bundle))
    }
    statedAt = try ReceiptEntry.date(.requestDate, of: receipt)
  }

  /// `ProductionSandbox` and `ProductionVPPSandbox` are the sandbox.
  static func environment(ofType type: String) -> String {
    if type.hasSuffix("Sandbox") { return "Sandbox" }
    return type.hasPrefix("Production") ? "Production" : type
  }
}
