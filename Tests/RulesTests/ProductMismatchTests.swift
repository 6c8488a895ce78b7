import Matching
import Records
import Rules
import Specimens
import Testing

@Suite struct `product-mismatch` {
  @Test(arguments: [
    Loud("the wrong pack", .paid().granted(other), .wrong, 990),
    Loud("a period paid as gold was given as silver", .paidMonth().granted(other), .wrong, 9_990),
    Loud("beside the right one", .paid().granted().granted(other), .wrong, 990),
    Loud("in the credits", .paid().granted().credited(other), .wrong, 990),
    Loud(
      "only the case of letters differs", .paid().granted { $0.storeProduct = "COINS.100" },
      .notice, 990),
    Loud("refunded besides", .paid().refunded().granted(other), .wrong, 990),
    Loud("a family member's copy", .paidUnlock().familyShared().granted(other), .wrong, 0),
  ])
  func `speaks up`(_ example: Loud) throws {
    let answer = try #require(Rule.productMismatch.judge(example))
    #expect(answer.severity == example.severity)
    #expect(answer.amount?.milliunits == example.milliunits)
  }

  @Test(arguments: [
    Quiet("the product is the one paid for", .paid().granted()),
    Quiet("the ledger's own name for it", .paid().granted { $0.product = "gold100" }),
    Quiet("the row names no product", .paid().granted { $0.storeProduct = "" }),
    Quiet("the wrong one was taken back", .paid().granted().takenBack(other)),
    Quiet("the wrong one waits", .paid().granted().pending(other)),
    Quiet("the wrong one was reversed", .reversed),
    Quiet("the row is newer than the as-of", .newer),
    Quiet("the store contradicts itself", .paid().conflicting().granted(other)),
    Quiet("a test purchase", .paid().inSandbox().granted(other)),
    Quiet("judged by the end of access", .paidMonth().access(until: .noon).granted(other)),
    Quiet(
      "it was bought before the window", .paid().granted(other),
      .noon { $0.window = Window(start: .noon.minus(hours: 47), end: nil) }),
  ])
  func `keeps quiet`(_ example: Quiet) {
    #expect(Rule.productMismatch.judge(example) == nil)
  }

  static let other: @Sendable (inout GrantEntry) -> Void = {
    $0.product = "coins.500"
    $0.storeProduct = "coins.500"
  }
}

extension MatchGroup {
  fileprivate static let reversed = MatchGroup.paid()
    .granted {
      `product-mismatch`.other(&$0)
      $0.grantedAt = .noon.minus(hours: 47)
    }
    .takenBack { $0.grantedAt = .noon.minus(hours: 46) }
    .granted { $0.grantedAt = .noon.minus(hours: 45) }
    .asEvents()

  fileprivate static let newer = MatchGroup.paid().granted().granted {
    `product-mismatch`.other(&$0)
    $0.grantedAt = .noon.plus(seconds: 1)
  }
}
