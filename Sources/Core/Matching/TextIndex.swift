import Records

/// Finds items by a text without hashing: texts are small numbers already.
struct TextIndex: Sendable {
  private var head: [Int32]
  private var next: [Int32] = []

  /// An index over the texts of a table of this size.
  init(textCount: Int) {
    head = Array(repeating: -1, count: textCount)
  }

  /// Files the next item, counting from zero, under `text`.
  mutating func append(under text: Text) {
    let item = Int32(truncatingIfNeeded: next.count)
    next.append(head[Int(text.index)])
    head[Int(text.index)] = text.isEmpty ? -1 : item
  }

  /// The newest item under a text.
  func first(under text: Text) -> Int? {
    let item = head[Int(text.index)]
    return item < 0 ? nil : Int(item)
  }

  /// The item filed under the same text before `item`.
  func next(after item: Int) -> Int? {
    let following = next[item]
    return following < 0 ? nil : Int(following)
  }
}

/// Lists of items by owner in two arrays: those of owner `n` stand between two bounds.
struct Grouped: Sendable {
  private var bounds: [Int32]
  private var items: [Int32]

  /// Groups the items 0, 1, 2… by their owners; a negative owner has no list.
  init(owners: [Int32], ownerCount: Int) {
    bounds = Array(repeating: 0, count: ownerCount + 1)
    for owner in owners where owner >= 0 { bounds[Int(owner) + 1] += 1 }
    for owner in 0..<ownerCount { bounds[owner + 1] += bounds[owner] }
    items = Array(repeating: 0, count: Int(bounds[ownerCount]))
    var place = bounds
    for (item, owner) in owners.enumerated() where owner >= 0 {
      items[Int(place[Int(owner)])] = Int32(truncatingIfNeeded: item)
      place[Int(owner)] += 1
    }
  }

  /// How many items an owner has.
  func count(of owner: Int) -> Int {
    Int(bounds[owner + 1] - bounds[owner])
  }

  /// The items of an owner, in their own order.
  subscript(owner: Int) -> ArraySlice<Int32> {
    items[Int(bounds[owner])..<Int(bounds[owner + 1])]
  }
}
