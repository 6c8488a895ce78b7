/// Where a scanner stands inside one object or list; hand it back to the scanner it came from.
package struct JSONFrame: Sendable {
  var isFirst = true
  /// Where this object's keys begin in the scanner's log.
  let firstKey: Int
  /// The keys of an object with many of them.
  var manyKeys: Set<[UInt8]>?

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
  struct Entry: Sendable {
    let fingerprint: UInt32
    let key: JSONToken
  }

  static let fewKeys = 32
  private(set) var entries: [Entry] = []

  var count: Int { entries.count }

  mutating func append(_ entry: Entry) {
    if entries.isEmpty { entries.reserveCapacity(Self.fewKeys) }
    entries.append(entry)
  }

  mutating func removeLast(since first: Int) {
    entries.removeLast(entries.count - first)
  }
}

extension JSONScanner {
  /// Notes a key; false when the object has it already.
  mutating func admit(_ key: JSONToken, to object: inout JSONFrame) -> Bool {
    if object.manyKeys != nil {
      return object.manyKeys?.insert(Array(text(of: key).utf8)).inserted == true
    }
    let fingerprint = fingerprint(of: key)
    for index in object.firstKey..<keys.count where keys.entries[index].fingerprint == fingerprint {
      if isSame(keys.entries[index].key, key) { return false }
    }
    keys.append(JSONKeyLog.Entry(fingerprint: fingerprint, key: key))
    if keys.count - object.firstKey == JSONKeyLog.fewKeys {
      object.manyKeys = Set(keys.entries[object.firstKey...].map { Array(text(of: $0.key).utf8) })
    }
    return true
  }

  /// A few bits of a key: equal keys have equal ones.
  private func fingerprint(of key: JSONToken) -> UInt32 {
    guard !key.isEscaped else {
      let text = Array(text(of: key).utf8)
      return JSONNames.fingerprint(of: text.span, 0..<text.count)
    }
    return JSONNames.fingerprint(of: bytes.span, key.range)
  }

  private func isSame(_ left: JSONToken, _ right: JSONToken) -> Bool {
    // By bytes, as JSON has it: to String two spellings of one accented letter are equal.
    if left.isEscaped || right.isEscaped {
      return text(of: left).utf8.elementsEqual(text(of: right).utf8)
    }
    return bytes[left.range] == bytes[right.range]
  }
}
