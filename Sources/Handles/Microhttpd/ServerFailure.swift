/// Why a server could not be started.
package struct ServerFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The port that was asked for; 0 stands for any.
  package let port: UInt16
  /// The system's error number.
  package let errno: Int32

  /// One sentence for the operator.
  package var description: String {
    "cannot listen on 127.0.0.1:\(port) (error \(errno)); does another process use the port?"
  }
}
