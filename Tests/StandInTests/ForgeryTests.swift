import Bytes
import Curl
import Formats
import OpenSSL
import Records
import StandIn
import Testing

private let lookup = "/inApps/v1/transactions/"
private let specimen = Story(
  "specimen",
  [
    .buy(.init(label: "a", product: .coins100, ago: .days(2))),
    .buy(.init(label: "b", product: .coins500, ago: .days(1))),
  ])

private func fault(
  _ effect: Fault.Effect, on path: String = lookup, isEach: Bool = false,
  share: Fault.Share? = nil
) -> Fault {
  Fault(
    match: .init(
      path: path, count: share == nil ? 1 : .max, isEach: isEach, share: share), effect: effect)
}

/// The certificates that a token presents, leaf first.
private func chain(of token: String) throws -> [Certificate] {
  let encoded = Array(try #require(token.split(separator: ".").first).utf8)
  var scanner = JSONScanner(try Base64.decode(encoded.span, .url, padding: .forbidden))
  return try #require(try scanner.document().object?["x5c"]?.array).map { entry in
    let text = Array(try #require(entry.string).utf8)
    return try Certificate(
      pemOrDER: try Base64.decode(text.span, .standard, padding: .required))
  }
}

@Suite struct `a forged answer` {
  private func token(_ store: borrowing StoreOnLoopback) throws -> String {
    let answer = try store.get(lookup + (try store.soldID(0))).object
    return try #require(answer["signedTransactionInfo"]?.string)
  }

  @Test func `of a foreign chain is well signed by a root that is not the store's`() throws {
    let store = try StoreOnLoopback([specimen], faults: [fault(.foreignChain(token: 1))])
    let forged = try token(store)
    let honest = try token(store)
    let root = try Certificate(
      pemOrDER: try readWhole(path: store.folder.rootPath, byteLimit: 65_536))
    let presented = try chain(of: forged)
    #expect(presented.count == 3)
    #expect(presented[2].der != root.der)
    #expect(try chain(of: honest)[2].der == root.der)
    #expect(try payload(of: forged) == payload(of: honest))
    let parts = forged.split(separator: ".").map { Array($0.utf8) }
    let last = parts[2]
    let signature = try Base64.decode(last.span, .url, padding: .forbidden)
    let message = parts[0] + [UInt8(ascii: ".")] + parts[1]
    let isGood = try ES256Verifier(presented[0]).verifies(signature.span, of: message.span)
    #expect(isGood)
  }

  @Test func `of a foreign chain may be hidden in an honest one`() throws {
    let path = "/inApps/v1/notifications/history"
    let store = try StoreOnLoopback(
      [specimen], faults: [fault(.foreignInnerChain(token: 1), on: path)])
    let from = clock.milliseconds - 9 * Milliseconds.day
    let answer = try store.post(
      path, "{\"startDate\":\(from),\"endDate\":\(clock.milliseconds)}")
    let records = try #require(try answer.object["notificationHistory"]?.array)
    let roots = try records.map { record in
      let outer = try #require(record.object?["signedPayload"]?.string)
      let content = try #require(try payload(of: outer)["data"]?.object)
      let inner = try #require(content["signedTransactionInfo"]?.string)
      return [try chain(of: outer)[2].der, try chain(of: inner)[2].der]
    }
    #expect(roots.count == 2)
    #expect(roots[0][0] == roots[1][0] && roots[1][0] == roots[1][1])
    #expect(roots[0][1] != roots[0][0])
  }

  @Test func `of another bundle is signed by the store`() throws {
    let store = try StoreOnLoopback(
      [specimen], faults: [fault(.wrongBundle(token: 2), on: "/inApps/v2/history/")])
    let id = try store.soldID(0)
    let tokens = try store.get("/inApps/v2/history/\(id)").object.tokens("signedTransactions")
    let bundles = try tokens.map { try payload(of: $0)["bundleId"]?.string }
    #expect(bundles == [DemoScenario.bundleID, DemoScenario.bundleID + ".other"])
    #expect(try chain(of: tokens[0]).map(\.der) == chain(of: tokens[1]).map(\.der))
  }

  @Test func `has numbers for texts and texts for numbers`() throws {
    let store = try StoreOnLoopback(
      [specimen], faults: [fault(.bareNumbers, on: "/feed"), fault(.bareNumbers)])
    let sloppy = try store.get("/feed", token: store.folder.identity.feedToken).object
    let record = try #require(sloppy["transactions"]?.array?.first?.object)
    let id = try store.soldID(0)
    #expect(record["transactionId"]?.number == id)
    #expect(record["originalTransactionId"]?.number == id)
    #expect(record["productId"]?.string == "coins.100")
    #expect(record["purchaseDate"]?.number != nil)
    let refusal = try store.get(lookup + "1").object
    #expect(refusal["errorCode"]?.string == "4040010")
  }
}

@Suite struct `an answer gone astray` {
  @Test func `is larger than anybody should read`() throws {
    let store = try StoreOnLoopback(
      [specimen], faults: [fault(.padded(toBytes: 17_825_792))])
    let id = try store.soldID(0)
    #expect(throws: TransferFailure.self) { try store.get(lookup + id) }
    #expect(try #require(store.server.requests.last).byteCount == 17_825_792)
    #expect(try store.get(lookup + id).status == 200)
  }

  @Test func `sends the caller to another host`() throws {
    let store = try StoreOnLoopback(faults: [
      fault(.redirect(to: "http://localhost:9/elsewhere"))
    ])
    let answer = try store.get(lookup + "1")
    #expect(answer.status == 307)
    #expect(answer.header("Location") == "http://localhost:9/elsewhere")
  }

  @Test func `denies each id once`() throws {
    let denial = Fault.Effect.refuse(
      status: 404, body: .error(code: 4_040_010, message: "Not found."), retryAfter: nil)
    let store = try StoreOnLoopback([specimen], faults: [fault(denial, isEach: true)])
    let ids = [try store.soldID(0), try store.soldID(1)]
    for id in ids { #expect(try store.get(lookup + id).status == 404) }
    for id in ids { #expect(try store.get(lookup + id).status == 200) }
  }
}

@Suite struct `a share of the calls` {
  private let down = Fault.Effect.refuse(status: 503, body: .none, retryAfter: nil)

  private func statuses(_ share: Fault.Share, rounds: Int = 2) throws -> [[Int]] {
    let store = try StoreOnLoopback(faults: [fault(down, share: share)])
    return try (1...rounds).map { _ in
      try (1...100).map { try store.get(lookup + "\($0)").status }
    }
  }

  @Test func `fails by seed and path, each time anew`() throws {
    let first = try statuses(.init(thousandths: 200, seed: 7))
    #expect(try statuses(.init(thousandths: 200, seed: 7)) == first)
    #expect(try statuses(.init(thousandths: 200, seed: 8)) != first)
    #expect(first[0] != first[1])
    #expect((8...35).contains(first[0].count { $0 == 503 }))
  }

  @Test func `fails for good where it is lasting`() throws {
    let rounds = try statuses(.init(thousandths: 200, seed: 7, isLasting: true))
    #expect(rounds[0] == rounds[1])
    #expect(rounds[0].contains(503) && rounds[0].contains(404))
  }

  @Test func `is none or all at its edges`() throws {
    #expect(!(try statuses(.init(thousandths: 0), rounds: 1)[0].contains(503)))
    #expect(try statuses(.init(thousandths: 1_000), rounds: 1)[0].allSatisfy { $0 == 503 })
  }
}
