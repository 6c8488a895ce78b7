import OpenSSL
import Records
import System

/// A file that is hashed while it is written.
struct HashedFile: ~Copyable {
  private var file: DurableFile
  private var digest = DigestContext()

  init(path: String) throws(ReportFailure) {
    file = try reporting { () throws(SystemFailure) in try DurableFile(path: path) }
  }

  mutating func write(_ bytes: [UInt8]) throws(ReportFailure) {
    digest.update(bytes)
    do throws(SystemFailure) {
      try file.write(bytes)
    } catch {
      throw ReportFailure(error)
    }
  }

  /// Flushes the file to the disk and gives its SHA-256 in hexadecimal digits.
  consuming func commit() throws(ReportFailure) -> String {
    do throws(SystemFailure) {
      try file.commit()
    } catch {
      throw ReportFailure(error)
    }
    return hexadecimal(digest.finish())
  }
}
