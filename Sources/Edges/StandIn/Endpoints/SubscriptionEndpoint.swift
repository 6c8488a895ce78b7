import Formats
import Microhttpd
import Records
import SQLite

// How the customer's subscriptions stand (facts 2.5).
extension StoreCounter {
  func subscriptions(
    _ request: IncomingRequest, _ asked: StoreQuestion
  ) throws(Refusal) -> OutgoingResponse {
    let wanted = request.query.filter { $0.name == "status" }.map { Int64($0.value) ?? 0 }
    guard wanted.allSatisfy({ 1...5 ~= $0 }) else { throw .invalidStatus }
    let customer = try customer(of: asked.id, asked.environment)
    var groups: [(name: String, chains: [String])] = []
    for record in try newestPeriods(of: customer, asked.environment) {
      guard let standing = try standing(of: record.payload, asked.environment, at: clock),
        wanted.isEmpty || wanted.contains(standing.status)
      else { continue }
      var chain = PayloadText()
      chain.add("originalTransactionId", record.originalID)
      chain.add("status", standing.status)
      chain.add("signedTransactionInfo", try sign(record.payload, at: clock))
      chain.add("signedRenewalInfo", try sign(standing.renewalInfo, at: clock))
      if let place = groups.firstIndex(where: { $0.name == record.group }) {
        groups[place].chains.append(chain.text)
      } else {
        groups.append((record.group, [chain.text]))
      }
    }
    let data = groups.map { group in
      var object = PayloadText()
      object.add("subscriptionGroupIdentifier", group.name)
      object.add("lastTransactions", literal: PayloadText.list(group.chains))
      return object.text
    }
    var body = PayloadText()
    body.add("environment", asked.environment.rawValue)
    body.add("bundleId", identity.bundleID)
    if asked.environment == .production { body.add("appAppleId", identity.appAppleID) }
    body.add("data", literal: PayloadText.list(data))
    return .json(body.text)
  }

  private struct Period {
    let originalID: String
    let group: String
    let purchaseDate: Int64
    let payload: String
  }

  /// The newest period of each chain of a customer, in the order of the chains' first records.
  private func newestPeriods(
    of customer: String, _ environment: WorldEnvironment
  ) throws(Refusal) -> [Period] {
    let records = try recalling { () throws(SQLiteFailure) in
      try world.history(
        of: customer, in: environment, at: clock.milliseconds, beyond: .beginning,
        isDescending: false,
        condition: "json_extract(v.payload, '$.subscriptionGroupIdentifier') IS NOT NULL",
        limit: 10_000)
    }
    var newest: [Period] = []
    for record in records {
      guard let facts = facts(of: record.payload),
        let originalID = facts["originalTransactionId"]?.string,
        let group = facts["subscriptionGroupIdentifier"]?.string,
        let purchaseDate = facts["purchaseDate"]?.number.flatMap({ Int64($0) })
      else { continue }
      let period = Period(
        originalID: originalID, group: group, purchaseDate: purchaseDate, payload: record.payload)
      guard let place = newest.firstIndex(where: { $0.originalID == originalID }) else {
        newest.append(period)
        continue
      }
      if purchaseDate >= newest[place].purchaseDate { newest[place] = period }
    }
    return newest
  }

  func facts(of payload: String) -> JSONObject? {
    var scanner = JSONScanner(Array(payload.utf8))
    return try? scanner.document().object
  }
}
