import Records

extension Array {
  /// The first place from which on `predicate` holds, in an array where it holds from some place
  /// on.
  func firstPlace(where predicate: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Searches among the periods of a chain, which stand in the order of their dates and those
/// without a date last: a chain may have tens of thousands and as many rows.
extension Purchases {
  /// The place of the first period that did not begin before `moment`.
  func firstPlace(in periods: [Int32], notBefore moment: Instant) -> Int {
    periods.firstPlace { period in date[Int(period)].instant.map { $0 >= moment } ?? true }
  }

  /// The periods from `place` on that began by `last`.
  func periods(_ periods: [Int32], from place: Int, until last: Instant) -> some Sequence<Int32> {
    periods[place...].prefix { period in date[Int(period)].instant.map { $0 <= last } ?? false }
  }

  /// The period that began nearest to `moment`, the first of the chain's order among equals; nil
  /// if none has a date.
  func nearest(in periods: [Int32], to moment: Instant) -> Int32? {
    let after = firstPlace(in: periods, notBefore: moment)
    var candidates: [Int32] = []
    if after > 0, let before = date[Int(periods[after - 1])].instant {
      candidates.append(periods[firstPlace(in: periods, notBefore: before)])
    }
    if after < periods.count, date[Int(periods[after])].isKnown {
      candidates.append(periods[after])
    }
    return candidates.min { left, right in
      distance(of: left, to: moment) < distance(of: right, to: moment)
    }
  }

  /// How far from `moment` a period began; as far as can be if that is not known.
  func distance(of period: Int32, to moment: Instant) -> UInt64 {
    date[Int(period)].instant?.distance(to: moment) ?? .max
  }
}
