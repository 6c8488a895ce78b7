private import COpenSSL

// JOSE writes an ES256 signature as two bare 32-byte integers, r then s; OpenSSL wants and gives
// the ASN.1 sequence of the two.

/// The longest ASN.1 form: three headers of two bytes and two integers with a sign byte each.
let longestSequenceByteCount = 6 + 2 * 33

/// Writes the ASN.1 form of a 64-byte signature into `output` and returns its length.
func encodeSequence(
  of signature: Span<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
) -> Int {
  var end = 2
  for start in [0, 32] {
    var first = start
    // An ASN.1 integer has no leading zeros, except one that keeps it positive.
    while first < start + 31, signature[first] == 0 { first += 1 }
    let isSigned = signature[first] & 0x80 != 0
    output[end] = 0x02
    output[end + 1] = UInt8(start + 32 - first + (isSigned ? 1 : 0))
    end += 2
    if isSigned {
      output[end] = 0
      end += 1
    }
    for index in first..<(start + 32) {
      output[end] = signature[index]
      end += 1
    }
  }
  output[0] = 0x30
  output[1] = UInt8(end - 2)
  return end
}

/// The 64-byte form of an ASN.1 signature; nil when it is not one over a 256-bit curve.
func joseForm(ofSequence sequence: [UInt8]) -> [UInt8]? {
  sequence.withUnsafeBufferPointer { bytes -> [UInt8]? in
    var cursor = bytes.baseAddress
    guard let parsed = d2i_ECDSA_SIG(nil, &cursor, bytes.count) else { return nil }
    defer { ECDSA_SIG_free(parsed) }
    var signature = [UInt8](repeating: 0, count: 64)
    let lengths = signature.withUnsafeMutableBufferPointer { space in
      (
        BN_bn2binpad(ECDSA_SIG_get0_r(parsed), space.baseAddress, 32),
        BN_bn2binpad(ECDSA_SIG_get0_s(parsed), space.baseAddress?.advanced(by: 32), 32)
      )
    }
    return lengths == (32, 32) ? signature : nil
  }
}
