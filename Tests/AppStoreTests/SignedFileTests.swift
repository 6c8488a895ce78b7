import AppStore
import Formats
@testable import Matching
import Records
import TestKit
import Testing

@Suite struct `a file of signed texts` {
  let chain: SpecimenChain
  let verifier: TransactionVerifier

  init() throws {
    chain = try SpecimenChain()
    verifier = TransactionVerifier(roots: TrustedRoots(extra: [chain.root]))
  }

  private func read(_ text: String) throws -> Reading { try Reading(text, verifier: verifier) }

  @Test func `gives signed records`() throws {
    let read = try read(
      "\(chain.token(transaction("1")))\n\(chain.token(transaction("2")))\n")
    #expect(read.ids == ["1", "2"])
    #expect(read.store.origin == [.signedFile, .signedFile])
    #expect(read.store.statedAt[0].instant?.milliseconds == noon)
    #expect(read.summary.recordCount == 2)
    #expect(read.summary.unsignedCount == 0)
  }

  @Test func `may hold other forms besides`() throws {
    let read = try read(
      """
      {"transactionId":"1"}
      \(chain.token(transaction("2")))
      {"signedTransactionInfo":"\(chain.token(transaction("3")))"}
      ["\(chain.token(transaction("4")))"]
      {"bundleId":"a","signedTransactions":["\(chain.token(transaction("5")))"],"hasMore":false}
      {"data":[{"lastTransactions":[{"originalTransactionId":"6","status":1,
       "signedTransactionInfo":"\(chain.token(transaction("6")))"}]}]}
      {"notificationUUID":"u","data":{"signedTransactionInfo":"\(chain.token(transaction("7")))"}}
      {"notificationUUID":"v","notificationType":"TEST","data":{"bundleId":"a"}}
      {"receiptType":"Sandbox","appTransactionId":"9"}
      {"transactionId":"8","data":[],"status":1}
      """)
    #expect(read.ids == ["1", "2", "3", "4", "5", "6", "7", "8"])
    #expect(read.summary.unsignedCount == 2)
    #expect(read.summary.ignoredCount == 2)
  }

  @Test func `gives what its notifications carry`() throws {
    let renewal = try chain.token(
      "{\"originalTransactionId\":\"1\",\"autoRenewStatus\":1,\"signedDate\":\(noon)}")
    let token = try chain.token(
      """
      {"notificationUUID":"u","signedDate":\(noon),"data":{"signedTransactionInfo":\
      "\(chain.token(transaction("1")))","signedRenewalInfo":"\(renewal)"}}
      """)
    let test = try chain.token("{\"notificationUUID\":\"v\",\"data\":{},\"signedDate\":\(noon)}")
    let read = try read("\(token)\n{\"signedPayload\":\"\(test)\"}\n")
    #expect(read.ids == ["1"])
    #expect(read.store.origin == [.notification])
    #expect(read.summary.renewalCount == 1)
    #expect(read.summary.ignoredCount == 1)
  }

  @Test func `keeps, counts and names what is refused`() throws {
    let forged = try SpecimenChain().token(transaction("666"))
    let read = try read("\(chain.token(transaction("1")))\n\(forged)\neyJhbGciOiJub25lIn0\n")
    #expect(read.ids == ["1"])
    #expect(read.store.readCount == 3)
    #expect(read.summary.refusedCount == 2)
    let named = try #require(read.store.refused.first)
    #expect(read.text(named.claimedID) == "666")
    #expect(read.text(named.claimedOriginalID) == "2000000000000000")
    #expect(read.text(named.claimedProduct) == "coins.500")
    #expect(read.books.texts.string(named.digest).count == 64)
    #expect(read.store.refused.last?.claimedID == TransactionID.none)
    let gaps = read.summary.gaps
    #expect(gaps.map(\.transactionID) == ["666", nil])
    #expect(gaps.allSatisfy { $0.nature == .gap && $0.reason.hasPrefix("signature refused: ") })
  }

  @Test func `does not believe a notification with something forged inside`() throws {
    let forged = try SpecimenChain().token(transaction("666"))
    let token = try chain.token(
      """
      {"notificationUUID":"u","signedDate":\(noon),"data":{"signedTransactionInfo":"\(forged)"}}
      """)
    let read = try read(token)
    #expect(read.ids.isEmpty)
    #expect(read.summary.gaps.map(\.transactionID) == ["666"])
  }

  @Test func `of another app is read, and left to be judged`() throws {
    let read = try read(
      chain.token(
        """
        {"transactionId":"1","bundleId":"com.example.other","environment":"Sandbox",\
        "signedDate":\(noon)}
        """))
    #expect(read.text(read.store.bundleID[0]) == "com.example.other")
    #expect(read.text(read.store.environment[0]) == "Sandbox")
    #expect(read.summary.refusedCount == 0)
  }

  @Test func `is complained of when a signed value makes no sense`() throws {
    let token = try chain.token("{\"transactionId\":\"1\",\"price\":-1,\"signedDate\":\(noon)}")
    #expect(throws: StoreFileFailure.self) { try read(token) }
  }
}
