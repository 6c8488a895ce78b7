/// Sixteen bytes that two different inputs will hardly share; good enough to tell findings apart.
@Sendable package func toyDigest(_ bytes: [UInt8]) -> [UInt8] {
  let halves = [UInt64(0xcbf2_9ce4_8422_2325), 0x9e37_79b9_7f4a_7c15].map { seed in
    let value = bytes.reduce(seed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    return value ^ (value >> 31)
  }
  return halves.flatMap { half in
    (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(8 * $0)) }
  }
}
