/// Which app and environment a payload is for, as it says itself; nil where it does not say.
struct Belonging: Equatable {
  var bundleID: String?
  var environment: String?
  var appAppleID: String?

  /// What a receipt says.
  init(_ receipt: AppReceipt) {
    bundleID = receipt.bundleID
    environment = receipt.environment
  }

  /// Reads it from where each kind keeps it (facts 5.4).
  init(_ fields: ObjectFields<PayloadField>, _ kind: DocumentKind?) throws(Refusal) {
    guard kind == .notification else {
      bundleID = fields.text(.bundleId)
      environment = fields.text(kind == .appTransaction ? .receiptType : .environment)
      appAppleID = fields.text(.appAppleId)
      return
    }
    guard let data = try NotificationSubject(fields) else { return }
    bundleID = data.fields.text(.bundleId)
    environment = data.fields.text(.environment)
    appAppleID = data.fields.text(.appAppleId)
    if data.name == .externalPurchaseToken {
      let id = data.fields.text(.externalPurchaseId)
      environment = id.map { $0.hasPrefix("SANDBOX") ? "Sandbox" : "Production" }
    }
  }
}

/// What the person who asks knows about the app; nil where nothing is asked.
package struct Expectations: Sendable, Equatable {
  package var bundleID: String?
  package var environment: String?
  package var appAppleID: String?

  package init(bundleID: String? = nil, environment: String? = nil, appAppleID: String? = nil) {
    self.bundleID = bundleID
    self.environment = environment
    self.appAppleID = appAppleID
  }

  /// Refuses a payload that is for another app or environment.
  ///
  /// A renewal info names no bundle, and the app's Apple id stands only where Apple puts it: in
  /// notifications and app transactions of production.
  func require(_ found: Belonging, of kind: DocumentKind?) throws(Refusal) {
    if let bundleID, kind != .renewal, found.bundleID != bundleID {
      throw Refusal(.wrongBundle, "it is for \(words(found.bundleID, "bundle")), not `\(bundleID)`")
    }
    if let environment, found.environment != environment {
      throw Refusal(
        .wrongEnvironment,
        "it is for \(words(found.environment, "environment")), not `\(environment)`")
    }
    guard let appAppleID, found.environment == "Production" else { return }
    guard kind == .notification || kind == .appTransaction else { return }
    guard found.appAppleID == appAppleID else {
      throw Refusal(
        .wrongApp, "it is for \(words(found.appAppleID, "app Apple id")), not `\(appAppleID)`")
    }
  }

  private func words(_ found: String?, _ what: String) -> String {
    found.map { "the \(what) `\($0.prefix(100))`" } ?? "no \(what) that it names"
  }
}
