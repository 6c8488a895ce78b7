import Formats
import OpenSSL
import Records

/// The lines of `receipts.jsonl`: a user, and the app receipt of the customer that the user is.
struct ReceiptLines: ~Copyable {
  /// The lines so far.
  private(set) var text = ""
  private var count = 0
  private let signer: ReceiptSigner
  private let identity: StoreIdentity
  private let moment: Instant

  /// A world may have millions of customers, and a receipt has thousands of bytes.
  private static let limit = 1_000

  init(signer: consuming ReceiptSigner, identity: StoreIdentity, moment: Instant) {
    self.signer = signer
    self.identity = identity
    self.moment = moment
  }

  /// Adds the receipt of a chapter's customer, unless there are enough.
  mutating func add(_ chapter: Chapter) throws(OpenSSLFailure) {
    guard count < Self.limit, let user = chapter.rows.first?.userID else { return }
    count += 1
    let receipt = ReceiptText(customer: chapter.customer, environment: .production)
    let content = receipt.content(of: records(of: chapter), identity, at: moment)
    var line = PayloadText()
    line.add("user_id", user)
    line.add("receipt", try signer.base64(content))
    text += line.text + "\n"
  }

  /// The newest version at the moment of each record that the customer's history lists.
  private func records(of chapter: Chapter) -> [JSONObject] {
    var newest: [String: RecordVersion] = [:]
    var order: [String] = []
    for version in chapter.versions
    where version.isListed && version.transaction.environment == .production
      && version.at <= moment
    {
      let id = version.transaction.transactionID
      if newest[id] == nil { order.append(id) }
      if let known = newest[id], known.at > version.at { continue }
      newest[id] = version
    }
    return order.compactMap { id in
      guard let payload = newest[id]?.transaction.payload else { return nil }
      var scanner = JSONScanner(Array(payload.utf8))
      return try? scanner.document().object
    }
  }
}

extension StoreFolder {
  /// Writes the chain that signs app receipts.
  func writeReceiptKeys(around clock: Instant) throws(StandInFailure) {
    let keys = try signing { () throws(OpenSSLFailure) in try ReceiptKeys.make(around: clock) }
    let files: [(String, [UInt8])] = try signing { () throws(OpenSSLFailure) in
      [
        ("receipt-root.pem", try keys.root.pem()),
        ("keys/receipt-intermediate.pem", try keys.intermediate.pem()),
        ("keys/receipt-leaf.pem", try keys.leaf.pem()),
        ("keys/receipt-leaf.key", try keys.leafKey.pem()),
      ]
    }
    for (name, bytes) in files { try write(name, bytes) }
  }
}
