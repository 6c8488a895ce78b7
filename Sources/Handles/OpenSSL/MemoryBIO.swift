private import COpenSSL

/// A stream in memory, for the functions of OpenSSL that read or write only streams.
struct MemoryBIO: ~Copyable {
  let raw: OpaquePointer

  /// An empty stream to write into.
  init(for operation: String) throws(OpenSSLFailure) {
    guard let raw = BIO_new(BIO_s_mem()) else { throw OpenSSLFailure(operation) }
    self.raw = raw
  }

  /// A stream that holds a copy of `bytes`.
  init(reading bytes: [UInt8], for operation: String) throws(OpenSSLFailure) {
    guard let raw = BIO_new(BIO_s_mem()) else { throw OpenSSLFailure(operation) }
    guard bytes.isEmpty || BIO_write(raw, bytes, Int32(clamping: bytes.count)) == bytes.count
    else {
      BIO_free(raw)
      throw OpenSSLFailure(operation)
    }
    self.raw = raw
  }

  deinit { BIO_free(raw) }

  /// All that was written and not yet read.
  func contents() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(raw))
    let count = BIO_read(raw, &bytes, Int32(clamping: bytes.count))
    return Array(bytes[..<max(0, Int(count))])
  }
}

/// Has no password for an encrypted file.
///
/// Without a callback OpenSSL would ask the terminal for one, and a nightly run has nobody there.
func refusingPassword(
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int32, _ isForWriting: Int32,
  _ context: UnsafeMutableRawPointer?
) -> Int32 { -1 }
