/// What a budget file holds: the budgets of apps, and when that was so.
struct BudgetBook: Equatable {
  /// Whose requests are counted together: one app's in one environment.
  struct Account: Hashable, Sendable {
    let bundleID: String
    let environment: String
  }

  /// A moment on the clocks of one machine.
  struct Moment: Equatable {
    /// Names the time since the machine was started; empty where nobody can tell.
    let boot: String
    /// Milliseconds on a clock that runs since then and that nobody sets.
    let steady: Int64
    /// UNIX milliseconds, on a clock that people set.
    let wall: Int64
  }

  private(set) var moment: Moment
  var budgets: [Account: RequestBudget] = [:]

  /// How far the steady clock of one boot may seem to run back: processes look at it one after the
  /// other, and write in another order.
  private static let disorder: Int64 = 60_000

  init(at moment: Moment) {
    self.moment = moment
  }

  /// Lets the time pass since the book was written.
  ///
  /// The clock that people set is asked only for what was written before the machine was started,
  /// or by another machine, and then it can claim no more than the time since the start. So it
  /// neither gives requests away when it is set forward nor stops anything when it is set back.
  mutating func advance(to now: Moment) {
    let since = now.steady - moment.steady
    let isSameBoot = now.boot == moment.boot && since >= -Self.disorder
    let passed = isSameBoot ? since : min(now.steady, now.wall - moment.wall)
    for account in budgets.keys { budgets[account]?.pass(milliseconds: passed) }
    moment = isSameBoot && since < 0 ? moment : now
  }
}
