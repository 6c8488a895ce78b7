import System
import Testing

@Suite struct `commands` {
  @Test func `give back what they wrote and how they ended`() throws {
    let output = try Command.run(
      "printf 'one\ntwo'; exit 3", timeoutMilliseconds: 10_000, byteLimit: 7)
    #expect(output == CommandOutput(bytes: Array("one\ntwo".utf8), exitStatus: 3))
  }

  @Test func `read nothing and count signals as a shell does`() throws {
    let output = try Command.run(
      "cat; kill -TERM $$", timeoutMilliseconds: 10_000, byteLimit: 10)
    #expect(output == CommandOutput(bytes: [], exitStatus: 143))
  }

  @Test func `are stopped when they take too long, with all they started`() {
    let start = Clock.monotonicMilliseconds()
    #expect(throws: CommandFailure.timedOut(milliseconds: 50)) {
      try Command.run("sleep 60 | sleep 60", timeoutMilliseconds: 50, byteLimit: 10)
    }
    #expect(Clock.monotonicMilliseconds() - start < 30_000)
  }

  @Test func `are stopped when they write too much`() {
    #expect(throws: CommandFailure.tooMuchOutput(byteLimit: 1000)) {
      try Command.run("yes", timeoutMilliseconds: 30_000, byteLimit: 1000)
    }
  }

  @Test func `start with no signal blocked`() throws {
    let output = try Command.run(
      "grep SigBlk /proc/self/status", timeoutMilliseconds: 30_000, byteLimit: 100)
    #expect(output.bytes == Array("SigBlk:\t0000000000000000\n".utf8))
  }

  @Test func `end by a broken pipe as in any shell`() throws {
    let output = try Command.run(
      "yes | head -n 1", timeoutMilliseconds: 30_000, byteLimit: 1000)
    #expect(output.bytes == Array("y\n".utf8))
  }
}

@Suite(.serialized) struct `signals` {
  @Test(arguments: [("TERM", Int32(15)), ("INT", Int32(2))])
  func `are noted instead of ending the process`(_ name: String, _ number: Int32) throws {
    Signals.install()
    #expect(Signals.received == nil)
    _ = try? Command.run(
      "kill -\(name) \(ThisProcess.id)", timeoutMilliseconds: 10_000, byteLimit: 10)
    let deadline = Clock.monotonicMilliseconds() + 10_000
    while Signals.received == nil, Clock.monotonicMilliseconds() < deadline {
      Clock.sleep(milliseconds: 1)
    }
    #expect(Signals.received == number)
    Signals.install()
    #expect(Signals.received == nil)
  }
}

@Suite struct `the process and its surroundings` {
  @Test func `an unset variable is not an empty one`() {
    #expect(Environment.value("PATH")?.isEmpty == false)
    #expect(Environment.value("IAP_RECONCILE_SURELY_UNSET") == nil)
  }

  @Test func `the clocks count milliseconds`() {
    // Between 2025 and 2100.
    #expect((1_735_689_600_000..<4_102_444_800_000).contains(Clock.nowMilliseconds()))
    let start = Clock.monotonicMilliseconds()
    Clock.sleep(milliseconds: 2)
    #expect(Clock.monotonicMilliseconds() - start >= 1)
  }

  @Test func `peak memory is counted in bytes`() {
    #expect((1_000_000..<100_000_000_000).contains(ThisProcess.peakResidentBytes()))
  }

  @Test func `random bytes differ`() {
    #expect(randomBytes(32).count == 32)
    #expect(randomBytes(32) != randomBytes(32))
    #expect(randomBytes(0) == [])
  }

  @Test func `the streams take everything or say why not`() throws {
    try StandardStream.write([], to: .output)
    try StandardStream.write([], to: .error)
  }
}
