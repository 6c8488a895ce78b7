import Formats
import Reconciliation

extension PulledRecord {
  private static let originalNames = JSONNames(["originalTransactionId", "original_transaction_id"])

  /// The original id that a transaction's payload names, for `knows`; nil for other records.
  var originalID: String? {
    guard kind == .transaction else { return nil }
    var scanner = JSONScanner(payload)
    do throws(JSONFailure) {
      var object = try scanner.openObject()
      while let member = try scanner.nextMember(of: &object) {
        guard Self.originalNames.index(of: member.key, in: scanner) != nil else { continue }
        return member.value.kind == .null ? nil : scanner.text(of: member.value)
      }
    } catch {
      // What cannot be read is judged by those who read it; here it only has no chain.
    }
    return nil
  }
}
