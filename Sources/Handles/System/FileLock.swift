/// The right to be the only one who does something, as long as the value lives.
///
/// The lock file stays behind when it is released: removing it would let two processes lock two
/// files of one name.
package struct FileLock: ~Copyable {
  private let file: LockedFile

  /// Takes the lock at once or throws `held` with the present holder's own text.
  ///
  /// `holder` is what others are shown meanwhile: process, start, purpose.
  package init(path: String, holder: String) throws(LockFailure) {
    var taken = try LockedFile(path: path)
    do throws(SystemFailure) {
      try taken.replaceContents(with: Array(holder.utf8))
    } catch {
      throw .system(error)
    }
    self.file = taken
  }

  /// Gives the lock back; without this call it ends with the value's scope.
  package consuming func release() {}

  deinit {
    // The text of a holder who has left would mislead; the lock itself does not depend on it.
    try? file.rewrite([])
  }
}
