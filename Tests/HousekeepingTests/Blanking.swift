/// Takes out of Swift text what is not code, and leaves every line where it was.
///
/// Comments and the contents of strings become spaces, the letters of raw identifiers `_`; code
/// inside `\(…)` stays. Regex literals are not known: a quote in one blanks the rest of its line.
struct Blanking {
  private let bytes: [UInt8]
  private var blanked: [UInt8]
  private var at = 0

  static func code(of text: String) -> String {
    var blanking = Blanking(text)
    blanking.skimCode(untilParenthesis: false)
    return String(decoding: blanking.blanked, as: UTF8.self)
  }

  private init(_ text: String) {
    bytes = Array(text.utf8)
    blanked = bytes
  }

  private mutating func skimCode(untilParenthesis: Bool) {
    var depth = 0
    while at < bytes.count {
      if sees("//") {
        while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { blank() }
      } else if sees("/*") {
        blankBlockComment()
      } else if let hashes = stringOpens() {
        at += hashes
        blankString(hashes: hashes)
      } else if sees("`") {
        blankRawIdentifier()
      } else {
        if sees("(") { depth += 1 }
        if sees(")") { depth -= 1 }
        at += 1
        if untilParenthesis, depth == 0 { return }
      }
    }
  }

  private mutating func blankBlockComment() {
    var depth = 0
    repeat {
      if sees("/*") {
        depth += 1
        blank()
      } else if sees("*/") {
        depth -= 1
        blank()
      }
      blank()
    } while depth > 0 && at < bytes.count
  }

  private mutating func blankRawIdentifier() {
    at += 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "`"), bytes[at] != UInt8(ascii: "\n") {
      blank(with: "_")
    }
    at += 1
  }

  /// Stands at the first quote.
  private mutating func blankString(hashes: Int) {
    let quotes = sees(#"""""#) ? #"""""# : #"""#
    let fence = String(repeating: "#", count: hashes)
    at += quotes.utf8.count
    while at < bytes.count {
      if sees(quotes + fence) {
        at += quotes.utf8.count + hashes
        return
      } else if sees(#"\"# + fence + "(") {
        at += 1 + hashes
        skimCode(untilParenthesis: true)
      } else if sees(#"\"# + fence) {
        for _ in 0..<(2 + hashes) { blank() }
      } else if sees("\n"), quotes.utf8.count == 1 {
        return
      } else {
        blank()
      }
    }
  }

  /// The number of `#` before the quote that stands here, or nil if no string opens here.
  private func stringOpens() -> Int? {
    var hashes = 0
    while at + hashes < bytes.count, bytes[at + hashes] == UInt8(ascii: "#") { hashes += 1 }
    guard at + hashes < bytes.count, bytes[at + hashes] == UInt8(ascii: "\"") else { return nil }
    return hashes
  }

  private func sees(_ text: String) -> Bool {
    let text = text.utf8
    return at + text.count <= bytes.count && text.elementsEqual(bytes[at..<(at + text.count)])
  }

  private mutating func blank(with letter: Unicode.Scalar = " ") {
    guard at < bytes.count else { return }
    if bytes[at] != UInt8(ascii: "\n") { blanked[at] = UInt8(ascii: letter) }
    at += 1
  }
}
