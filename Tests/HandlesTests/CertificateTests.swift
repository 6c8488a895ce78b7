import OpenSSL
import Testing

@Suite struct `certificates` {
  @Test func `say what they were issued with`() throws {
    let chain = try SpecimenChain(rootPathLength: 1)
    #expect(chain.leaf.subjectCommonName == "Specimen Leaf")
    #expect(chain.leaf.notBefore == 1_735_689_600_000)
    #expect(chain.leaf.notAfter == 1_798_761_600_000)
    #expect(chain.leaf.hasExtension(oid: "1.2.840.113635.100.6.11.1"))
    #expect(!chain.leaf.hasExtension(oid: "1.2.840.113635.100.6.2.1"))
    #expect(!chain.leaf.hasExtension(oid: "not an identifier"))
    #expect(!chain.leaf.isCA)
    #expect(chain.leaf.pathLength == nil)
    #expect(chain.leaf.curveName == "prime256v1")
    #expect(chain.intermediate.isCA)
    #expect(chain.intermediate.pathLength == 0)
    #expect(chain.root.pathLength == 1)
    #expect(chain.root.curveName == "secp384r1")
  }

  @Test func `are what they were after a round through DER and PEM`() throws {
    let chain = try SpecimenChain()
    #expect(try Certificate(der: chain.leaf.der) == chain.leaf)
    #expect(try Certificate(pemOrDER: chain.leaf.der) == chain.leaf)
    #expect(try Certificate(pemOrDER: chain.leaf.pem()) == chain.leaf)
    #expect(chain.leaf.sha256Fingerprint == SHA256.digest(of: chain.leaf.der))
    let file = try chain.intermediate.pem() + Array("a comment\n".utf8) + chain.root.pem()
    #expect(try Certificate.all(pemOrDER: file) == [chain.intermediate, chain.root])
    #expect(try Certificate.all(pemOrDER: chain.root.der) == [chain.root])
  }

  @Test func `are refused when cut, followed by bytes, or not there`() throws {
    let chain = try SpecimenChain()
    let der = chain.leaf.der
    for bytes in [[], Array(der.dropLast()), der + [0], Array("no certificate".utf8)] {
      #expect(throws: OpenSSLFailure.self) { _ = try Certificate(der: bytes) }
      #expect(throws: OpenSSLFailure.self) { _ = try Certificate(pemOrDER: bytes) }
      #expect(throws: OpenSSLFailure.self) { _ = try Certificate.all(pemOrDER: bytes) }
    }
    let broken = try chain.root.pem() + chain.leaf.pem().dropLast(40)
    #expect(throws: OpenSSLFailure.self) { _ = try Certificate.all(pemOrDER: broken) }
  }

  @Test func `know who signed them`() throws {
    let chain = try SpecimenChain()
    let stranger = try SpecimenChain()
    #expect(chain.leaf.isSigned(by: chain.intermediate))
    #expect(chain.root.isSigned(by: chain.root))
    #expect(!chain.leaf.isSigned(by: chain.root))
    #expect(!chain.leaf.isSigned(by: stranger.intermediate), "the name alone is not enough")
  }
}

@Suite struct `certificate chains` {
  @Test func `are trusted from the leaf's first instant up to its end`() throws {
    let chain = try SpecimenChain()
    for instant in [newYear(2025), newYear(2026), newYear(2027) - 1] {
      #expect(
        try chain.verified(at: instant) == [chain.leaf, chain.intermediate, chain.root])
    }
  }

  @Test func `are refused a millisecond before and at the end`() throws {
    let chain = try SpecimenChain()
    #expect(fault(of: chain, at: newYear(2025) - 1) == .notYetValid)
    #expect(fault(of: chain, at: newYear(2027)) == .expired)
  }

  @Test func `are refused when a byte of the leaf was changed`() throws {
    let chain = try SpecimenChain()
    // The name stands in the signed part; changing a letter keeps the structure readable.
    var der = chain.leaf.der
    let name = Array("Specimen Leaf".utf8)
    let place = try #require(
      der.indices.first { der[$0...].starts(with: name) })
    der[place] = UInt8(ascii: "s")
    let changed = try Certificate(der: der)
    #expect(!changed.isSigned(by: chain.intermediate))
    #expect(fault(changed, [chain.intermediate], [chain.root]) == .badSignature)
  }

  @Test func `are refused without their intermediate or with another's root`() throws {
    let chain = try SpecimenChain()
    let stranger = try SpecimenChain()
    #expect(fault(chain.leaf, [], [chain.root]) == .unknownIssuer)
    #expect(fault(chain.leaf, [chain.intermediate], []) == .unknownIssuer)
    #expect(fault(chain.leaf, [chain.intermediate, stranger.root], []) == .unknownIssuer)
    #expect(fault(chain.leaf, [chain.intermediate], [chain.intermediate]) == .unknownIssuer)
    #expect(fault(chain.leaf, [chain.intermediate], [stranger.root]) != nil)
  }

  @Test func `are refused when the intermediate may not sign`() throws {
    let notAuthority = try SpecimenChain(intermediateIsCA: false)
    #expect(fault(of: notAuthority, at: newYear(2026)) == .notAnAuthority)
    let tooLong = try SpecimenChain(rootPathLength: 0)
    #expect(fault(of: tooLong, at: newYear(2026)) == .pathTooLong)
  }

  @Test func `name the fault in words`() throws {
    let chain = try SpecimenChain()
    let failure = #expect(throws: OpenSSLFailure.self) {
      try chain.verified(at: newYear(2030))
    }
    #expect(
      failure?.description == "cannot trust the certificate chain: certificate has expired, "
        + "0 certificates above the leaf")
  }
}

private func fault(of chain: borrowing SpecimenChain, at instant: Int64) -> ChainFault? {
  fault(chain.leaf, [chain.intermediate], [chain.root], at: instant)
}

private func fault(
  _ leaf: Certificate, _ intermediates: [Certificate], _ anchors: [Certificate],
  at instant: Int64 = newYear(2026)
) -> ChainFault? {
  do throws(OpenSSLFailure) {
    _ = try ChainCheck.verify(
      leaf: leaf, intermediates: intermediates, anchors: anchors, atMilliseconds: instant)
    return nil
  } catch {
    return error.chainFault
  }
}
