import Formats

/// A run's counts as JSON, by name.
enum CountsText {
  static func bytes(_ counts: [String: Int]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      for (name, count) in counts.sorted(by: { $0.key < $1.key }) { writer.member(name, count) }
    }
    return writer.bytes
  }

  static func counts(_ bytes: [UInt8]) -> [String: Int] {
    var scanner = JSONScanner(bytes)
    let members = (try? scanner.document())?.object?.members ?? []
    return members.reduce(into: [:]) { counts, member in
      counts[member.key] = member.value.number.flatMap { Int($0) }
    }
  }
}
