extension Span<UInt8> {
  /// How many bytes one mask covers.
  package static var hitMaskByteCount: Int { 64 }

  /// Which of the 64 bytes from `start` on are one of three: bit n stands for byte `start + n`.
  ///
  /// For dense hits, such as the fields of a line: one mask serves many of them, where a search
  /// would begin anew after each (1 to 2 ns a hit against 2 to 4). All 64 bytes must be there.
  package func hitMask(
    ofAny first: UInt8, _ second: UInt8, _ third: UInt8, from start: Int
  ) -> UInt64 {
    precondition(start >= 0 && start <= count - 64, "a mask covers 64 bytes of its span")
    let wanted = (
      SIMD16<UInt8>(repeating: first), SIMD16<UInt8>(repeating: second),
      SIMD16<UInt8>(repeating: third)
    )
    let raw = bytes
    var mask: UInt64 = 0
    for part in 0..<4 {
      // Within the span, by the precondition.
      let chunk = raw.unsafeLoadUnaligned(
        fromUncheckedByteOffset: start + part * 16, as: SIMD16<UInt8>.self)
      let found = (chunk .== wanted.0) .| (chunk .== wanted.1) .| (chunk .== wanted.2)
      // A found byte is 0xff; both types are sixteen bytes.
      let halves = unsafeBitCast(found, to: SIMD2<UInt64>.self)
      mask |= (oneBitPerByte(halves[0]) | oneBitPerByte(halves[1]) << 8) << UInt64(part * 16)
    }
    return mask
  }
}

/// Bit n of the result stands for byte n, each of which is 0x00 or 0xff.
///
/// Keeps a different bit of each byte; the product gathers them in the highest byte.
private func oneBitPerByte(_ bytes: UInt64) -> UInt64 {
  ((bytes & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101) >> 56
}
