import Testing

@testable import AppStore

@Suite struct `how the reading of a history stands` {
  @Test(arguments: [
    WalkState.unread, WalkState(readAt: 7), WalkState(readAt: 7, anewAt: 5),
    WalkState(anewAt: 5), WalkState(anewAt: 5).going(anew: true), WalkState().going(anew: true),
  ])
  func `is written and read back`(_ state: WalkState) {
    #expect(WalkState(text: state.text) == state)
  }

  @Test func `is that of a whole reading where a state of old has one moment`() {
    #expect(WalkState(text: "1773111600000") == WalkState(readAt: 1_773_111_600_000))
    #expect(WalkState(text: "unfinished") == .unread)
    #expect(WalkState(text: "") == .unread)
  }

  @Test func `remembers through later readings when it was last begun at the beginning`() {
    let first = WalkState.unread.going(anew: true).ended(at: 10, anew: true)
    #expect(first == WalkState(readAt: 10, anewAt: 10))
    let second = first.going(anew: false).ended(at: 20, anew: false)
    #expect(second == WalkState(readAt: 20, anewAt: 10))
    #expect(second.going(anew: true).readAt == nil)
  }
}
