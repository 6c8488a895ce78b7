import System

/// Why a report could not be written.
package struct ReportFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What the operator can do about it.
  package enum Code: Equatable, Sendable {
    /// The system refused to write there.
    case notWritable
    /// Something stands there that no run wrote, and it would be lost.
    case notOurs
    /// The name of a job, a run or a folder cannot be a folder's name.
    case unfitName
  }

  package let code: Code
  /// What happened, with where and which value, and what to do.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  init(_ failure: SystemFailure) {
    self.init(
      .notWritable,
      "the report was not written: \(failure); make the folder writable or name another")
  }
}

/// Does what may fail at the system and says it as a report's failure.
func reporting<Value: ~Copyable>(
  _ body: () throws(SystemFailure) -> Value
) throws(ReportFailure) -> Value {
  do throws(SystemFailure) {
    return try body()
  } catch {
    throw ReportFailure(error)
  }
}
