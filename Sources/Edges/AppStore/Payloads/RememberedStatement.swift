import Formats
package import Matching
package import Reconciliation
package import Records

/// Puts what a state remembers back into the books.
///
/// A remembered payload was verified before it was kept, so it is read and not verified again.
package enum RememberedStatement {
  /// Adds one record; answers the gap that a refused one leaves.
  ///
  /// Throws where a kept payload cannot be read, which only a damaged state can bring about.
  package static func add(
    _ record: PulledRecord, isFresh: Bool, to books: inout Books
  ) throws(SourceFailure) -> Gap? {
    guard record.kind != .refused else {
      return books.refuse(
        record.token, reason: record.reason ?? "it was refused",
        claimed: Claim(token: record.token))
    }
    let fields = try fields(of: record)
    do throws(PayloadFailure) {
      let isLocal = LocalEnvironment.contains(record.environment)
      switch try PayloadReader.statement(of: fields, isLocal: isLocal, &books.texts) {
      case .transaction(var transaction):
        transaction.origin = record.origin
        transaction.isFresh = isFresh
        // What a payload does not say was filled in when it was taken.
        if transaction.bundleID.isNone {
          transaction.bundleID = BundleID(books.texts.intern(record.bundleID))
        }
        if transaction.environment.isNone {
          transaction.environment = EnvironmentID(books.texts.intern(record.environment))
        }
        books.store.add(transaction)
      case .renewal(let renewal):
        books.store.add(renewal)
      }
      return nil
    } catch {
      throw SourceFailure(
        .badData, "the remembered payload of \(record.id) cannot be read: \(error.description)")
    }
  }

  private static func fields(
    of record: PulledRecord
  ) throws(SourceFailure) -> ObjectFields<PayloadField> {
    do throws(JSONFailure) {
      return try ObjectFields<PayloadField>(record.payload)
    } catch {
      throw SourceFailure(
        .badData, "the remembered payload of \(record.id) is no JSON: \(error.description)")
    }
  }
}
