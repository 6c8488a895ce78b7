import Reconciliation
import SQLite

extension SourceFailure {
  /// A failure of the state's file in terms of what the operator can do.
  init(_ failure: SQLiteFailure, state path: String) {
    if failure.isBusy {
      self.init(.busy, "the state \(path) is in use by another program: \(failure.message)")
    } else if failure.isDamaged {
      self.init(
        .badData,
        "the state \(path) is damaged or no SQLite database (\(failure.message)); put a copy back, "
          + "or move it away and the next run pulls everything anew")
    } else if Self.writingCodes.contains(failure.code) {
      self.init(
        .notWritable,
        "the state \(path) cannot be opened or written: \(failure.message) (code "
          + "\(failure.extendedCode)); look at the disk's space and the file's owner")
    } else {
      self.init(.badData, "the state \(path) does not answer: \(failure)")
    }
  }

  /// SQLite's PERM, READONLY, IOERR, FULL and CANTOPEN.
  private static let writingCodes: Set<Int32> = [3, 8, 10, 13, 14]
}
