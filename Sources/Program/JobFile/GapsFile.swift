import Formats
package import GrantLedger
package import Records

/// The file of `compare --gaps`: what the store's side could not see.
package enum GapsFile {
  /// Reads the list; what is wrong with it is bad data.
  package static func read(_ path: String) throws(InputFailure) -> [Gap] {
    try parse(try InputFile.read(path, orFail: .unreachable), path: path)
  }

  /// Makes gaps of a file's bytes; `path` names it in messages.
  package static func parse(_ bytes: [UInt8], path: String) throws(InputFailure) -> [Gap] {
    let document = DocumentReader(file: path)
    let gaps = document.value(in: bytes)?.list()?.compactMap { gap(in: $0) }
    do throws(Complaints) {
      return try document.result(gaps)
    } catch {
      throw InputFailure(.badData, "the gaps \(path) cannot be read", error, file: path)
    }
  }

  private static func gap(in element: ValueReader) -> Gap? {
    guard let object = element.object() else { return nil }
    defer { object.finish() }
    let reason = object.filledString("reason", required: true)
    var gap = Gap(reason: reason ?? "")
    gap.userID = object.identifier("userId")
    gap.productType = object.value("productType").flatMap { productType(in: $0) }
    gap.transactionID = object.identifier("transactionId")
    gap.originalTransactionID = object.identifier("originalTransactionId")
    gap.from = object.value("from").flatMap { $0.moment() }
    gap.to = object.value("to").flatMap { $0.moment() }
    if let from = gap.from, let to = gap.to, from > to {
      element.complain("ends before it begins")
    }
    return reason == nil ? nil : gap
  }

  /// Apple's word in a payload, or the other one that its API takes in a query.
  private static func productType(in value: ValueReader) -> ProductType? {
    let apiWords: KeyValuePairs<String, ProductType> = [
      "CONSUMABLE": .consumable, "NON_CONSUMABLE": .nonConsumable,
      "NON_RENEWABLE": .nonRenewing, "AUTO_RENEWABLE": .autoRenewable,
    ]
    let payloadWords = ProductType.allCases.compactMap(\.payloadWord)
    guard let word = value.choice(among: payloadWords + apiWords.map(\.key)) else { return nil }
    return apiWords.first { $0.key == word }?.value ?? ProductType(payloadWord: word)
  }
}
