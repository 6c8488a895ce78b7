private import Bytes
private import OpenSSL

/// Why a root certificate that the job names cannot be trusted: it cannot be read.
package struct RootFailure: Error, Equatable, Sendable, CustomStringConvertible {
  package let path: String
  package let reason: String

  /// What the operator reads.
  package var description: String {
    "the root certificate \(path) cannot be read: \(reason); it has to be PEM or DER"
  }
}

extension TrustedRoots {
  private static let byteLimit = 1_048_576

  /// Apple's root, and those in these files besides.
  package init(files: [String]) throws(RootFailure) {
    var extra: [Certificate] = []
    for path in files {
      let bytes: [UInt8]
      do throws(FileFailure) {
        bytes = try readWhole(path: path, byteLimit: Self.byteLimit)
      } catch {
        throw RootFailure(path: path, reason: error.description)
      }
      do throws(OpenSSLFailure) {
        extra += try Certificate.all(pemOrDER: bytes)
      } catch {
        throw RootFailure(path: path, reason: error.description)
      }
    }
    self.init(extra: extra)
  }
}
