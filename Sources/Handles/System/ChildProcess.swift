private import Glibc

/// A running shell and the pipe from its standard output; killed with its group when let go.
struct ChildProcess: ~Copyable {
  private let id: pid_t
  private let pipe: Descriptor
  private var isCollected = false

  /// What one look at the pipe brought.
  enum Reading { case some, nothingYet, interrupted, end }

  init(shell text: String) throws(SystemFailure) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw SystemFailure("make a pipe for", "/bin/sh") }
    // The child gets its own copy by number; every other copy would keep the pipe from ending.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let readEnd = Descriptor(owning: ends[0], path: "/bin/sh")
    let writeEnd = Descriptor(owning: ends[1], path: "/bin/sh")
    let started = try Self.spawn(text, output: writeEnd.number)
    self.id = started
    self.pipe = readEnd
  }

  deinit {
    // What a shell that ended by itself left running is the operator's intention.
    guard !isCollected else { return }
    kill(-id, SIGKILL)
    while waitpid(id, nil, 0) < 0, errno == EINTR {}
  }

  /// Waits until there is something to read, and appends it.
  func read(into output: inout [UInt8], until deadline: Int64) -> Reading {
    var waiting = pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)
    let left = max(0, deadline - Clock.monotonicMilliseconds())
    let ready = poll(&waiting, 1, Int32(clamping: left))
    guard ready > 0 else { return ready == 0 ? .nothingYet : .interrupted }
    var block = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(pipe.number, &block, block.count)
    guard count >= 0 else { return .interrupted }
    output.append(contentsOf: block[..<count])
    return count == 0 ? .end : .some
  }

  /// Waits for the end of a shell that has closed its output; nil when it does not come in time.
  mutating func exitStatus(until deadline: Int64) -> Int32? {
    var status: Int32 = 0
    while waitpid(id, &status, WNOHANG) != id {
      guard Clock.monotonicMilliseconds() < deadline else { return nil }
      Clock.sleep(milliseconds: 1)
    }
    isCollected = true
    // The macros WIFSIGNALED and WEXITSTATUS are not imported.
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }

  private static func spawn(_ text: String, output: Int32) throws(SystemFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)

    // Ignored and blocked signals would stay so in the shell, and a thread of a pool blocks nearly
    // all of them; a group of its own can be killed whole.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var words: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", text].map { (word: String) in
      strdup(word)
    }
    defer { for word in words { free(word) } }
    words.append(nil)
    var id: pid_t = 0
    let code = posix_spawn(&id, "/bin/sh", &actions, &attributes, words, environ)
    guard code == 0 else { throw SystemFailure("start", "/bin/sh", errno: code) }
    return id
  }
}
