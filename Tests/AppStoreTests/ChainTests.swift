import AppStore
import OpenSSL
import TestKit
import Testing

@Suite struct `a certificate chain` {
  let chain: SpecimenChain

  init() throws { chain = try SpecimenChain() }

  private func code(
    _ certificates: [Certificate]? = nil, of chain: SpecimenChain? = nil,
    roots: [Certificate]? = nil
  ) throws -> Refusal.Code? {
    let chain = chain ?? self.chain
    let token = try chain.token(transaction(), certificates: certificates)
    return refusal(of: token, roots: roots ?? [chain.root])?.code
  }

  @Test func `ends at a root that was known before`() throws {
    #expect(try code() == nil)
    #expect(try code(roots: []) == .unknownRoot)
    #expect(try code(roots: [SpecimenChain().root]) == .unknownRoot)
    #expect(try code(roots: [SpecimenChain().root, chain.root]) == nil)
  }

  @Test func `may end at a known root's renewal`() throws {
    let renewed = try chain.renewedRoot()
    #expect(try code([chain.leaf, chain.intermediate, renewed]) == nil)
    #expect(try code(roots: [renewed]) == nil)
  }

  @Test func `may not end at a root that only bears the name`() throws {
    let fake = try SpecimenChain()
    #expect(fake.root.subjectCommonName == chain.root.subjectCommonName)
    #expect(try code(of: fake, roots: [chain.root]) == .unknownRoot)
    let withTrueRoot = [fake.leaf, fake.intermediate, chain.root]
    #expect(try code(withTrueRoot, of: fake, roots: [chain.root]) == .untrustedChain)
    #expect(try code([chain.leaf, chain.intermediate, fake.root]) == .unknownRoot)
  }

  @Test func `comes whole and in order`() throws {
    let (leaf, middle, root) = (chain.leaf, chain.intermediate, chain.root)
    #expect(try code([leaf]) == .wrongChainLength)
    #expect(try code([leaf, middle]) == .wrongChainLength)
    #expect(try code([leaf, middle, root, root]) == .wrongChainLength)
    #expect(try code([middle, leaf, root]) == .untrustedChain)
    #expect(try code([leaf, root, middle]) == .unknownRoot)
    #expect(try code([leaf, leaf, root]) == .untrustedChain)
    #expect(try code([leaf, root, root]) == .untrustedChain)
  }

  @Test func `has the intermediate between leaf and root`() throws {
    let short = try chain.issueLeaf(by: .root, SpecimenPlan().leaf)
    #expect(try code([short, chain.intermediate, chain.root]) == .untrustedChain)
  }

  @Test func `is not made longer by a leaf that signs`() throws {
    let shifted = try chain.issueLeaf(by: .leaf, SpecimenPlan().leaf)
    #expect(try code([shifted, chain.leaf, chain.root]) == .untrustedChain)
    // Even where the signing leaf bears the mark of an intermediate and is the root's own.
    let both = try SpecimenChain {
      $0.intermediate.isCA = false
    }
    #expect(try code(of: both) == .untrustedChain)
  }

  @Test func `keeps to its path lengths`() throws {
    #expect(try code(of: SpecimenChain { $0.root.pathLength = 1 }) == nil)
    #expect(try code(of: SpecimenChain { $0.root.pathLength = 0 }) == .untrustedChain)
  }

  @Test func `does not begin with an authority`() throws {
    #expect(try code(of: SpecimenChain { $0.leaf.isCA = true }) == .untrustedChain)
  }

  @Test func `bears Apple's marks on leaf and intermediate`() throws {
    #expect(try code(of: SpecimenChain { $0.leaf.markerOIDs = [] }) == .missingMarker)
    #expect(try code(of: SpecimenChain { $0.intermediate.markerOIDs = [] }) == .missingMarker)
    let swapped = try SpecimenChain {
      swap(&$0.leaf.markerOIDs, &$0.intermediate.markerOIDs)
    }
    #expect(try code(of: swapped) == .missingMarker)
  }

  @Test func `has a leaf with a key for ES256`() throws {
    let other = try SpecimenChain { $0.leafCurve = .p384 }
    let certificates = [other.leaf, other.intermediate, other.root]
    #expect(try code(certificates, roots: [other.root]) == .badCertificate)
  }

  @Test func `does not lend its trust to another leaf's signature`() throws {
    // The same certificates, and a signature of a key that is none of theirs.
    let other = try SpecimenChain()
    let certificates = [chain.leaf, chain.intermediate, chain.root]
    #expect(try code(certificates, of: other, roots: [chain.root]) == .badSignature)
  }
}

@Suite struct `the moment of signing` {
  let chain: SpecimenChain
  let verifier: TransactionVerifier

  init() throws {
    chain = try SpecimenChain()
    verifier = TransactionVerifier(roots: TrustedRoots(extra: [chain.root]))
  }

  private func code(signedAt: Int64) throws -> Refusal.Code? {
    let token = try chain.token(transaction(signedAt: signedAt))
    do throws(Refusal) {
      _ = try verifier.verify(Array(token.utf8))
      return nil
    } catch {
      return error.code
    }
  }

  /// Leaves live two years; today's clock says nothing about what was signed then.
  @Test func `lies within the leaf's validity, both ends included`() throws {
    #expect(try code(signedAt: newYear(2025) - 1) == .expiredAtSigning)
    #expect(try code(signedAt: newYear(2025)) == nil)
    #expect(try code(signedAt: newYear(2027) + 999) == nil)
    #expect(try code(signedAt: newYear(2027) + 1_000) == .expiredAtSigning)
  }

  @Test func `is asked of a chain that is known already`() throws {
    #expect(try code(signedAt: noon) == nil)
    #expect(try code(signedAt: newYear(2025) - 1) == .expiredAtSigning)
    #expect(try code(signedAt: newYear(2027) + 1_000) == .expiredAtSigning)
    #expect(try code(signedAt: noon) == nil)
  }

  @Test func `is asked of known certificates in another header`() throws {
    #expect(try code(signedAt: noon) == nil)
    let good = try chain.token(transaction())
    let header = try #require(good.split(separator: ".").first.flatMap { decodedBase64url($0) })
    let longer = String(header.dropLast() + ",\"kid\":\"x\"}")
    let token = try chain.token(transaction(signedAt: newYear(2025) - 1), header: longer)
    do throws(Refusal) {
      _ = try verifier.verify(Array(token.utf8))
      Issue.record("believed")
    } catch {
      #expect(error.code == .expiredAtSigning)
    }
  }

  @Test func `is judged then and not now`() throws {
    let past = try SpecimenChain {
      $0.leaf.notBefore = newYear(2015)
      $0.leaf.notAfter = newYear(2017)
      $0.intermediate.notBefore = newYear(2015)
    }
    let signedThen = try past.token(transaction(signedAt: newYear(2016)))
    #expect(refusal(of: signedThen, roots: [past.root]) == nil)
    let signedLater = try past.token(transaction(signedAt: noon))
    #expect(refusal(of: signedLater, roots: [past.root])?.code == .expiredAtSigning)
  }

  @Test func `lies within the intermediate's and the root's validity too`() throws {
    let middle = try SpecimenChain { $0.intermediate.notAfter = newYear(2026) }
    #expect(
      refusal(of: try middle.token(transaction()), roots: [middle.root])?.code
        == .expiredAtSigning)
    let root = try SpecimenChain { $0.root.notAfter = newYear(2026) }
    #expect(
      refusal(of: try root.token(transaction()), roots: [root.root])?.code
        == .expiredAtSigning)
  }
}

@Suite struct `Xcode's tokens` {
  private static let payload =
    "{\"transactionId\":\"0\",\"environment\":\"Xcode\",\"signedDate\":1697679936056.485}"

  @Test func `are taken unsigned only where the caller said so`() throws {
    let chain = try SpecimenChain()
    let token = try chain.token(Self.payload, certificates: [chain.leaf])
    #expect(refusal(of: token, roots: [], environment: "Xcode") == nil)
    #expect(refusal(of: token, roots: [], environment: "LocalTesting") == nil)
    #expect(refusal(of: token, roots: [], environment: "Sandbox")?.code == .wrongChainLength)
    #expect(refusal(of: token, roots: [])?.code == .wrongChainLength)
    let verifier = TransactionVerifier(environment: "Xcode")
    #expect(try !verifier.verify(Array(token.utf8)).payload.isSigned)
  }

  @Test func `do not open the door for others`() throws {
    let chain = try SpecimenChain()
    let token = try chain.token(transaction())
    #expect(refusal(of: token, roots: [], environment: "Xcode")?.code == .unknownRoot)
    #expect(refusal(of: token, roots: [chain.root], environment: "Xcode") == nil)
  }
}
