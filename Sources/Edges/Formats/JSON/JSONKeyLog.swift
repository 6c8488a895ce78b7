/// Where a scanner stands inside one object or list; hand it back to the scanner it came from.
package struct JSONFrame: Sendable {
  var isFirst = true
  /// Where this object's keys begin in the scanner's log.
  let firstKey: Int
  /// The keys of an object with many of them.
  var manyKeys: Set<String>?

  init(firstKey: Int) {
    self.firstKey = firstKey
  }
}

/// The keys of every open object, to notice one that comes twice.
///
/// The last of two equal keys wins in most readers and the first in some, so a text with both says
/// one thing to the store and another to us. Few keys are compared with each other by a small
/// fingerprint, without an allocation; many go into a set, whose seeded hashing no sender can
/// foresee.
struct JSONKeyLog: Sendable {
  private struct Entry: Sendable {
    let fingerprint: UInt32
    let key: JSONToken
  }

  private static let fewKeys = 32
  private var entries: [Entry] = []

  var count: Int { entries.count }

  mutating func removeLast(since first: Int) {
    entries.removeLast(entries.count - first)
  }

  /// Notes a key; false when the object has it already.
  mutating func admit(
    _ key: JSONToken, to object: inout JSONFrame, in scanner: borrowing JSONScanner
  ) -> Bool {
    if object.manyKeys != nil {
      return object.manyKeys?.insert(scanner.text(of: key)).inserted == true
    }
    let fingerprint = scanner.fingerprint(of: key)
    for entry in entries[object.firstKey...] where entry.fingerprint == fingerprint {
      if scanner.text(of: entry.key).utf8.elementsEqual(scanner.text(of: key).utf8) { return false }
    }
    if entries.isEmpty { entries.reserveCapacity(Self.fewKeys) }
    entries.append(Entry(fingerprint: fingerprint, key: key))
    if entries.count - object.firstKey == Self.fewKeys {
      object.manyKeys = Set(entries[object.firstKey...].map { scanner.text(of: $0.key) })
    }
    return true
  }
}

extension JSONScanner {
  /// A few bits of a key: equal keys have equal ones.
  func fingerprint(of key: JSONToken) -> UInt32 {
    guard !key.isEscaped else {
      let text = Array(text(of: key).utf8)
      return JSONNames.fingerprint(of: text.span, 0..<text.count)
    }
    return JSONNames.fingerprint(of: bytes.span, key.range)
  }
}
