import OpenSSL

/// Tokens that were signed before: the same words of the same moment are signed once.
///
/// Of each only what follows the header is kept, since the header is the same for all. Two
/// generations bound the memory: when the young one is full the old one is forgotten.
final class SignedTokens {
  /// What was signed.
  struct Key: Hashable {
    enum Kind: UInt8 { case record, notification }
    let kind: Kind
    /// The version of a record, or the notification.
    let number: Int64
    /// UNIX milliseconds.
    let moment: Int64
  }

  private let generationByteLimit: Int
  private var young: [Key: [UInt8]] = [:]
  private var old: [Key: [UInt8]] = [:]
  private var youngByteCount = 0

  init(generationByteLimit: Int = 67_108_864) {
    self.generationByteLimit = generationByteLimit
  }

  /// The bytes kept, for the tests of the bound.
  var byteCount: Int {
    young.values.reduce(0) { $0 + $1.count } + old.values.reduce(0) { $0 + $1.count }
  }

  /// The token's end where it is kept.
  func known(_ key: Key) -> [UInt8]? { young[key] ?? old[key] }

  /// The token's end; made if it is not known.
  func ending<Failure: Error>(
    _ key: Key, _ make: () throws(Failure) -> [UInt8]
  ) throws(Failure) -> [UInt8] {
    if let known = young[key] { return known }
    let ending: [UInt8]
    if let known = old[key] { ending = known } else { ending = try make() }
    if youngByteCount + ending.count > generationByteLimit {
      old = young
      young = [:]
      youngByteCount = 0
    }
    young[key] = ending
    youngByteCount += ending.count
    return ending
  }
}
