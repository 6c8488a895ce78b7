import Matching
import OpenSSL
import Records

extension Books {
  /// Keeps a signed text that was refused, named by what it claims; answers the gap it leaves.
  mutating func refuse(_ token: [UInt8], reason: String, claimed: Claim) -> Gap {
    var record = RefusedRecord(reason: reason)
    record.claimedID = TransactionID(texts.intern(claimed.transactionID))
    record.claimedOriginalID = OriginalTransactionID(texts.intern(claimed.originalTransactionID))
    record.claimedProduct = ProductID(texts.intern(claimed.productID))
    record.digest = texts.intern(hexadecimal(SHA256.digest(of: token)))
    store.add(record)
    return Gap(refusedBecause: reason, claimed: claimed)
  }
}

extension Gap {
  /// What was not seen because a signed text was refused: the transaction it claims, else its chain.
  init(refusedBecause reason: String, claimed: Claim) {
    self.init(reason: "signature refused: \(reason)")
    claimedChainID =
      claimed.originalTransactionID.isEmpty ? nil : claimed.originalTransactionID
    if !claimed.transactionID.isEmpty {
      transactionID = claimed.transactionID
    } else if !claimed.originalTransactionID.isEmpty {
      originalTransactionID = claimed.originalTransactionID
    }
  }
}
