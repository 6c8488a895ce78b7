import Formats
import Matching
import Records

/// Takes in what a store file says, and keeps count.
struct StoreIntake {
  /// The books that are filled.
  var books = Books()
  private(set) var summary = StoreFileSummary()
  private(set) var complaints = Complaints()

  /// The file's name, for complaints.
  let file: String
  let verifier: TransactionVerifier
  let defaults: StoreDefaults
  /// Where the value that is being read begins.
  var place = TextPosition(line: 1, column: 1)

  private var unaccepted = UnacceptedAnswers()
  private var receipts = ReceiptLimits()

  init(file: String, verifier: TransactionVerifier, defaults: StoreDefaults) {
    self.file = file
    self.verifier = verifier
    self.defaults = defaults
  }

  /// Whether the job works with Xcode.
  var isLocal: Bool { LocalEnvironment.contains(defaults.environment) }

  /// Adds a statement that nobody signed; what it leaves out is the job's.
  mutating func addUnsigned(_ statement: Statement) {
    switch statement {
    case .transaction(var record):
      if record.bundleID.isNone {
        record.bundleID = BundleID(books.texts.intern(defaults.bundleID))
      }
      if record.environment.isNone { record.environment = defaultEnvironment() }
      summary.unsignedCount += 1
      add(.transaction(record))
    case .renewal(var renewal):
      if renewal.environment.isNone { renewal.environment = defaultEnvironment() }
      renewal.statedAt = renewal.statedAt ?? defaults.asOf
      add(.renewal(renewal))
    }
  }

  private mutating func defaultEnvironment() -> EnvironmentID {
    EnvironmentID(books.texts.intern(defaults.environment))
  }

  private mutating func add(_ statement: Statement) {
    switch statement {
    case .transaction(let record):
      summary.recordCount += 1
      if let date = record.purchaseDate { summary.oldest = min(date, summary.oldest ?? date) }
      books.store.add(record)
    case .renewal(let renewal):
      summary.renewalCount += 1
      books.store.add(renewal)
    }
  }

  /// Counts a statement about no transaction.
  mutating func ignore() {
    summary.ignoredCount += 1
  }

  /// Takes a compact JWS: believed, or kept as refused.
  mutating func take(token: [UInt8]) {
    do throws(Refusal) {
      let verified = try verifier.verify(token)
      guard verified.payload.kind == .notification else { return take(verified, .signedFile) }
      let notification = try VerifiedNotification(verified, verifier: verifier)
      let contents = [notification.transaction, notification.renewal].compactMap(\.self)
      for inner in contents { take(inner, .notification) }
      if contents.isEmpty { ignore() }
    } catch {
      refuse(token, error)
    }
  }

  private mutating func take(_ verified: Verified<SignedPayload>, _ origin: Origin) {
    do throws(PayloadFailure) {
      let statement = try PayloadReader.statement(of: verified, origin: origin, &books.texts)
      switch statement {
      case nil: ignore()
      case let statement? where verified.payload.isSigned: add(statement)
      case let statement?: addUnsigned(statement)
      }
    } catch {
      complaints.add(
        Complaint(
          file: file, line: place.line, value: error.field.value,
          "in the signed payload, \(error.field)"))
    }
  }

  private mutating func refuse(_ token: [UInt8], _ refusal: Refusal) {
    summary.gaps.append(
      books.refuse(token, reason: refusal.words, claimed: refusal.claimed))
    summary.refusedCount += 1
  }

  /// Takes an app receipt, bare or in Base64: believed, or kept as refused.
  mutating func take(receipt given: [UInt8]) {
    do throws(Refusal) {
      guard let bytes = try ReceiptBytes.find(in: given[...]) else {
        throw ReceiptBytes.refusal(of: given[...])
      }
      let verified = try verifier.receipts.verify(bytes)
      receipts.note(verified.receipt)
      for record in verified.records(&books.texts) {
        summary.appReceiptRecordCount += 1
        if verified.isSigned {
          add(.transaction(record))
        } else {
          addUnsigned(.transaction(record))
        }
      }
    } catch {
      // What else the receipt would have shown is not known, so the gap is not about one purchase.
      _ = books.refuse(given, reason: error.words, claimed: error.claimed)
      summary.gaps.append(Gap(refusedBecause: error.words, claimed: Claim()))
      summary.refusedCount += 1
    }
  }

  /// Takes an answer of verifyReceipt.
  mutating func take(answer fields: ObjectFields<ReceiptField>) throws(PayloadFailure) {
    let facts = ReceiptFacts(
      bundleID: BundleID(books.texts.intern(defaults.bundleID)),
      environment: defaultEnvironment())
    let answer = try ReceiptAnswer(fields, defaults: facts, &books.texts)
    guard answer.isAccepted else {
      return unaccepted.add(answer.status, line: place.line)
    }
    receipts.noteAnswer()
    // The texts are lent to the reader while the records are kept back.
    var statements: [Statement] = []
    try answer.entries(&books.texts) { statements.append($0) }
    for statement in statements { addUnsigned(statement) }
  }

  /// Notes a complaint about the structure of the file.
  mutating func complain(_ complaint: Complaint) {
    complaints.add(complaint)
  }

  /// Takes over the complaints of a table, whose reader keeps them in order.
  mutating func adopt(_ found: Complaints) {
    if complaints.isEmpty { complaints = found }
  }

  /// Says what the file as a whole could not show.
  mutating func finish() {
    unaccepted.report(in: &summary)
    summary.limits += receipts.limits
    summary.receiptHorizon = receipts.horizon
  }
}
