import Records

/// Which chain went on under another original id.
struct Migrations {
  private var before: [OriginalTransactionID: OriginalTransactionID] = [:]
  private var first: [OriginalTransactionID: OriginalTransactionID] = [:]

  /// Of two ids that are named as the one before, the lower counts, in whatever order they came.
  init(_ store: StoreBook, texts: TextTable) {
    for (record, previous) in store.previousOriginalTransactionID {
      let original = store.originalTransactionID[record]
      if let known = before[original], !texts.isLower(previous.text, known.text) { continue }
      before[original] = previous
    }
    for original in before.keys { findFirst(of: original, texts) }
  }

  /// The first id of the line that an original id stands in; itself if it is in none.
  func first(of original: OriginalTransactionID) -> OriginalTransactionID {
    first[original] ?? original
  }

  /// Walks a line once for all ids on it; a line that bites its own tail begins with its lowest id.
  private mutating func findFirst(of original: OriginalTransactionID, _ texts: TextTable) {
    var walked: [OriginalTransactionID] = []
    var placeOf: [OriginalTransactionID: Int] = [:]
    var step = original
    while first[step] == nil, placeOf[step] == nil, let earlier = before[step] {
      placeOf[step] = walked.count
      walked.append(step)
      step = earlier
    }
    let end =
      placeOf[step].flatMap { place in
        walked[place...].min { texts.isLower($0.text, $1.text) }
      } ?? first(of: step)
    for id in walked { first[id] = end }
  }
}
