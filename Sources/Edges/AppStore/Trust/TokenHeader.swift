import Formats

/// The header of a token: which certificates it brings.
///
/// The header chooses nothing: there is one algorithm, and the chain must lead to a root that was
/// known before. Other members may stand in it and are ignored (facts 5.1).
struct TokenHeader {
  /// The certificates in DER form: leaf, intermediate, root.
  let certificates: [[UInt8]]

  /// Reads a decoded header.
  init(_ json: [UInt8]) throws(Refusal) {
    let fields: ObjectFields<HeaderField>
    do throws(JSONFailure) {
      fields = try ObjectFields(json)
    } catch {
      throw Refusal(.badHeader, "its header is no JSON object: \(error)")
    }
    guard fields.text(.alg) == "ES256" else {
      let found = fields.text(.alg).map { "`\($0.prefix(16))`" } ?? "none"
      throw Refusal(.wrongAlgorithm, "its algorithm is \(found), and only ES256 is accepted")
    }
    certificates = try Self.certificates(fields)
  }

  private static func certificates(
    _ fields: ObjectFields<HeaderField>
  ) throws(Refusal) -> [[UInt8]] {
    guard let list = fields.token(.x5c), list.kind == .array else {
      throw Refusal(.wrongChainLength, "its header has no certificates (x5c)")
    }
    var scanner = fields.scanner.scanner(of: list)
    var certificates: [[UInt8]] = []
    do throws(JSONFailure) {
      var array = try scanner.openArray()
      while try scanner.hasNextElement(of: &array) {
        let element = try scanner.nextValue()
        guard element.kind == .string else {
          throw scanner.failure("a certificate is \(element.kindName)", at: element)
        }
        let text = Array(scanner.text(of: element).utf8)
        certificates.append(try decoded(text, at: element, in: scanner))
      }
    } catch {
      throw Refusal(.badHeader, "the certificates in its header (x5c) cannot be read: \(error)")
    }
    guard certificates.count == 3 else {
      throw Refusal(
        .wrongChainLength,
        "its header has \(certificates.count) certificates (x5c), and Apple sends exactly 3")
    }
    return certificates
  }

  private static func decoded(
    _ text: [UInt8], at element: JSONToken, in scanner: JSONScanner
  ) throws(JSONFailure) -> [UInt8] {
    do throws(Base64Failure) {
      return try Base64.decode(text.span, .standard, padding: .required)
    } catch {
      throw scanner.failure(error.description, at: element)
    }
  }
}

/// The members of a header that are looked at.
enum HeaderField: String, CaseIterable, FieldName {
  case alg, x5c

  static let names = JSONNames(allCases.map(\.rawValue))
  static let all = allCases
}
