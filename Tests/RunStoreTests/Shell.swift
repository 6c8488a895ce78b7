import System
import Testing

/// Runs a line of shell that must succeed.
func shell(_ text: String) throws {
  let output = try Command.run(text, timeoutMilliseconds: 20_000, byteLimit: 4_096)
  try #require(output.exitStatus == 0)
}
