import Records

// Apple's words for kinds, in signed payloads and in receipts alike. New ones appear without
// notice, so an unknown word is a value and never a failure.

extension ProductType {
  /// The kind by Apple's word.
  init(word: Span<UInt8>) {
    for type in Self.allCases {
      if let known = type.payloadWord, word.reads(known) {
        self = type
        return
      }
    }
    self = .unknown
  }
}

extension Ownership {
  /// The ownership by Apple's word.
  init(word: Span<UInt8>) {
    if word.reads("PURCHASED") {
      self = .purchased
    } else if word.reads("FAMILY_SHARED") {
      self = .familyShared
    } else if word.reads("ASSIGNED") {
      self = .assigned
    } else {
      self = .other
    }
  }

  /// The word in a payload; nil where nothing is stated.
  var payloadWord: String? {
    switch self {
    case .unstated: nil
    case .purchased: "PURCHASED"
    case .familyShared: "FAMILY_SHARED"
    case .assigned: "ASSIGNED"
    // Which word it was is not kept; any unknown one reads the same.
    case .other: "OTHER"
    }
  }
}

extension TransactionReason {
  /// The reason by Apple's word.
  init(word: Span<UInt8>) {
    if word.reads("PURCHASE") {
      self = .purchase
    } else if word.reads("RENEWAL") {
      self = .renewal
    } else {
      self = .other
    }
  }

  /// The word in a payload; nil where nothing is stated.
  var payloadWord: String? {
    switch self {
    case .unstated: nil
    case .purchase: "PURCHASE"
    case .renewal: "RENEWAL"
    case .other: "OTHER"
    }
  }
}
