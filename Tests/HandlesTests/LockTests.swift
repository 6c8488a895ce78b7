import System
import TestKit
import Testing

@Suite struct `locks` {
  @Test func `a second holder is shown the first one's text`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.lock")
    do {
      let lock = try FileLock(path: path, holder: "process 7, since noon")
      #expect(throws: LockFailure.held(path: path, text: "process 7, since noon")) {
        _ = try FileLock(path: path, holder: "another")
      }
      lock.release()
    }
    let next = try FileLock(path: path, holder: "short")
    #expect(throws: LockFailure.held(path: path, text: "short")) {
      _ = try FileLock(path: path, holder: "another")
    }
    next.release()
    #expect(try Files.byteCount(of: path) == 0)
  }

  @Test func `a lock ends with its holder's scope`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("run.lock")
    let holder = LockHolder(try FileLock(path: path, holder: "me"))
    #expect(throws: LockFailure.held(path: path, text: "me")) {
      _ = try FileLock(path: path, holder: "another")
    }
    holder.letGo()
    _ = try FileLock(path: path, holder: "another")
  }

  @Test func `a locked file is read and rewritten in place`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a long first text", to: "budget")
    do {
      var file = try LockedFile(path: path)
      #expect(try file.contents() == Array("a long first text".utf8))
      try file.replaceContents(with: Array("short".utf8))
      #expect(try file.contents() == Array("short".utf8))
      let start = Clock.monotonicMilliseconds()
      #expect(throws: LockFailure.held(path: path, text: "short")) {
        _ = try LockedFile(path: path, waitingMilliseconds: 30)
      }
      #expect(Clock.monotonicMilliseconds() - start >= 30)
    }
    let file = try LockedFile(path: path)
    #expect(try file.contents() == Array("short".utf8))
  }

  @Test func `a lock that cannot be made names the path`() throws {
    let failure = #expect(throws: LockFailure.self) {
      _ = try FileLock(path: "/nowhere/run.lock", holder: "me")
    }
    #expect(
      failure?.description
        == "cannot open the lock file /nowhere/run.lock: No such file or directory")
  }
}

private struct LockHolder: ~Copyable {
  let lock: FileLock

  init(_ lock: consuming FileLock) { self.lock = lock }

  consuming func letGo() {}
}
