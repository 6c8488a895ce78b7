private import Glibc

/// Facts of the running process.
package enum ThisProcess {
  /// The process identifier.
  package static var id: Int32 { getpid() }

  /// The most memory this process ever had resident; 0 when the kernel does not tell.
  ///
  /// From `/proc`, since `getrusage` also counts what ran in this process before `exec`.
  package static func peakResidentBytes() -> Int {
    guard
      let status = try? Descriptor(
        opening: "/proc/self/status", flags: O_RDONLY, operation: "open")
    else { return 0 }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = read(status.number, &bytes, bytes.count)
    let lines = String(decoding: bytes[..<max(count, 0)], as: UTF8.self).split(separator: "\n")
    for line in lines where line.hasPrefix("VmHWM:") {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.count == 3, let kibibytes = Int(words[1]) { return kibibytes * 1024 }
    }
    return 0
  }
}

/// The variables that this process was started with.
package enum Environment {
  /// The value of a variable; nil when it is not set, empty when it is set to nothing.
  package static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

/// Bytes from the kernel's random source, fit for keys and nonces.
package func randomBytes(_ count: Int) -> [UInt8] {
  var source = SystemRandomNumberGenerator()
  return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) }
}
