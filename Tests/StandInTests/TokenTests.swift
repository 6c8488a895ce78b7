import Curl
import Formats
import StandIn
import System
import Testing

@Suite struct `the token of a caller` {
  @Test func `opens the store`() throws {
    let store = try StoreOnLoopback()
    #expect(try store.get("/inApps/v1/transactions/1").status == 404)
  }

  @Test func `is refused without a word when it is not right`() throws {
    let store = try StoreOnLoopback()
    let other = try StoreOnLoopback()
    let now = Clock.nowMilliseconds()
    let parts = store.token.split(separator: ".")
    let bad = [
      "", "nonsense", "a.b.c", "\(parts[0]).\(parts[1])", store.token + "A",
      other.token,
      try store.folder.bearerToken(nowMilliseconds: now - 3_600_000),
      try store.folder.bearerToken(nowMilliseconds: now + 3_600_000),
      "\(parts[0]).\(parts[1]).\(other.token.split(separator: ".")[2])",
    ]
    for token in bad {
      let answer = try store.get("/inApps/v1/transactions/1", token: token)
      #expect(answer.status == 401)
      #expect(answer.body.isEmpty)
    }
  }
}
