import Reconciliation
import System

/// The book of budgets that all processes and jobs of an app share, in a file under a lock.
///
/// Every use opens, reads, changes and rewrites it: between two uses it belongs to the others, a
/// process that is killed has lost no more than what it took, and one that was removed is new.
final class SharedBudget {
  /// Where it is; nil for a book that this object alone keeps.
  let path: String?

  private let host: PullHost
  private var own: BudgetBook

  /// How long another process may hold the file: the work takes microseconds.
  private static let patienceMilliseconds: Int64 = 10_000

  /// A book at a path, or one that is kept in memory; nothing is read or made yet.
  init(path: String?, host: PullHost) {
    self.path = path
    self.host = host
    own = BudgetBook(at: host.moment)
  }

  /// Changes the budget of an account as it stands now, while nobody else does.
  func use<Value>(
    _ account: BudgetBook.Account, _ body: (inout RequestBudget) -> Value
  ) throws(SourceFailure) -> Value {
    guard let path else { return change(&own, account, body) }
    var file = try open(path)
    var book = try read(file, path)
    let value = change(&book, account, body)
    do throws(SystemFailure) {
      try file.replaceContents(with: BudgetText.bytes(of: book))
    } catch {
      throw Self.notWritable(error)
    }
    return value
  }

  /// The budget as it stands now; where nobody has asked anything yet, no file is made.
  func standing(_ account: BudgetBook.Account) throws(SourceFailure) -> RequestBudget {
    guard path.map(Files.exists) ?? true else { return RequestBudget() }
    return try use(account) { $0 }
  }

  private func change<Value>(
    _ book: inout BudgetBook, _ account: BudgetBook.Account,
    _ body: (inout RequestBudget) -> Value
  ) -> Value {
    book.advance(to: host.moment)
    return body(&book.budgets[account, default: RequestBudget()])
  }

  private func open(_ path: String) throws(SourceFailure) -> LockedFile {
    do throws(LockFailure) {
      return try LockedFile(path: path, waitingMilliseconds: Self.patienceMilliseconds)
    } catch .system(let failure) where failure.isNotFound {
      return try openInNewFolder(path)
    } catch {
      throw Self.locked(error)
    }
  }

  private func openInNewFolder(_ path: String) throws(SourceFailure) -> LockedFile {
    do throws(SystemFailure) {
      try Files.makeDirectories(above: path)
    } catch {
      throw Self.notWritable(error)
    }
    do throws(LockFailure) {
      return try LockedFile(path: path, waitingMilliseconds: Self.patienceMilliseconds)
    } catch {
      throw Self.locked(error)
    }
  }

  private func read(
    _ file: borrowing LockedFile, _ path: String
  ) throws(SourceFailure) -> BudgetBook {
    let bytes: [UInt8]
    do throws(SystemFailure) {
      bytes = try file.contents()
    } catch {
      throw Self.notWritable(error)
    }
    guard !bytes.isEmpty else { return BudgetBook(at: host.moment) }
    do throws(BudgetText.Unreadable) {
      return try BudgetText.book(bytes)
    } catch {
      throw SourceFailure(
        .misconfigured,
        "the budget file \(path) \(error.words); it counts the requests of the last hour: if "
          + "store.budget names the right file and this one is damaged, end all runs of the app, "
          + "remove it, and wait an hour")
    }
  }

  private static func locked(_ failure: LockFailure) -> SourceFailure {
    switch failure {
    case .held(let path, _):
      SourceFailure(
        .busy,
        "the budget file \(path) has been locked by another process for "
          + "\(patienceMilliseconds / 1_000) s, which no run does: see who holds it")
    case .system(let failure): notWritable(failure)
    }
  }

  private static func notWritable(_ failure: SystemFailure) -> SourceFailure {
    SourceFailure(
      .notWritable,
      "the budget file, which counts the requests of the hour, cannot be used: \(failure)")
  }
}

extension PullHost {
  /// Now, on each of the machine's clocks.
  var moment: BudgetBook.Moment {
    BudgetBook.Moment(boot: boot, steady: steady(), wall: now())
  }
}
