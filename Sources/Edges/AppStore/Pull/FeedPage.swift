import Formats
import Reconciliation
import Records

/// One page of the company's own verify endpoint: `{"transactions": […], "next": "…"}`.
struct FeedPage {
  /// Where the next page begins; nil on the last one.
  let next: String?

  private let scanner: JSONScanner
  private let elements: [JSONToken]

  /// The names of its fields.
  private enum Field: String, CaseIterable, FieldName {
    case transactions, next

    static let names = JSONNames(allCases.map(\.rawValue))
    static let all = allCases
  }

  /// Reads the body of an answer.
  init(_ body: [UInt8]) throws(StoreError) {
    do throws(JSONFailure) {
      let fields = try ObjectFields<Field>(body)
      guard let list = fields.token(.transactions), list.kind == .array else {
        throw JSONFailure(
          .wrongType, "`transactions` is missing or no list", at: TextPosition(line: 1, column: 1))
      }
      let next = fields.text(.next)
      self.next = next == "" ? nil : next
      scanner = fields.scanner
      elements = try fields.elements(of: list)
    } catch {
      throw StoreError(
        .unreadable, status: 200,
        "a page of the feed cannot be read: \(error)\(FirstBytes.words(body))",
        gist: "a page of the feed cannot be read")
    }
  }

  /// The statements on it; what an unsigned one leaves out is the job's.
  func statements(
    _ intake: RecordIntake, in environment: String
  ) throws(StoreError) -> [RecordIntake.Taken] {
    var taken: [RecordIntake.Taken] = []
    for (place, element) in elements.enumerated() {
      if element.kind == .string {
        let token = Array(scanner.text(of: element).utf8)
        taken.append(intake.statement(token, .feed, in: environment))
        continue
      }
      do throws(PayloadFailure) {
        taken.append(try unsigned(element, intake.bundleID, environment))
      } catch {
        throw StoreError(
          .unreadable, status: 200,
          "entry \(place + 1) of a page of the feed cannot be read: \(error.field)",
          gist: "an entry of the feed cannot be read")
      }
    }
    return taken
  }

  private func unsigned(
    _ element: JSONToken, _ bundleID: String, _ environment: String
  ) throws(PayloadFailure) -> RecordIntake.Taken {
    let fields: ObjectFields<PayloadField>
    do throws(JSONFailure) {
      fields = try ObjectFields(element, in: scanner)
    } catch {
      throw PayloadFailure(error)
    }
    var texts = TextTable()
    let isLocal = LocalEnvironment.contains(environment)
    let statement = try PayloadReader.statement(of: fields, isLocal: isLocal, &texts)
    var record = PulledRecord(
      kind: .renewal, origin: .feed, bundleID: fields.text(.bundleId) ?? bundleID,
      environment: fields.text(.environment) ?? environment,
      id: fields.text(.originalTransactionId) ?? "", signedAt: nil,
      payload: Array(scanner.bytes[element.range]), token: [])
    guard case .transaction(let transaction) = statement else {
      return RecordIntake.Taken(record: record)
    }
    record.kind = .transaction
    record.id = texts.string(transaction.transactionID.text)
    record.signedAt = transaction.statedAt?.milliseconds
    return RecordIntake.Taken(
      record: record, chainID: fields.text(.originalTransactionId) ?? record.id,
      appTransactionID: fields.text(.appTransactionId))
  }
}

extension FeedPage {
  /// A page that could be read.
  struct Reading {
    /// Where the next page begins; nil on the last one.
    let next: String?
    let taken: [RecordIntake.Taken]
  }

  /// Reads the body of an answer with all that is on it.
  static func read(
    _ body: [UInt8], _ intake: RecordIntake, in environment: String
  ) -> Result<Reading, StoreError> {
    do throws(StoreError) {
      let page = try FeedPage(body)
      let taken = try page.statements(intake, in: environment)
      return .success(Reading(next: page.next, taken: taken))
    } catch {
      return .failure(error)
    }
  }
}
