import Records

/// A table whose shape is known by name, so that the job need not spell it out.
package enum LedgerPreset: String, Sendable, CaseIterable {
  /// The order table that many app servers have: numbers for states and environments, the
  /// received payload kept beside them, each transaction id at most once.
  case iapOrder = "iap_order"

  /// The table's usual name.
  var table: String { rawValue }

  /// The table's names for the columns it calls otherwise.
  ///
  /// The row's creation does not say when anything was granted, so `created_at` is no
  /// `granted_at`.
  var columns: [LedgerColumn: String] { [.rowID: "id"] }

  /// Where the payload as received is kept.
  var payloadColumn: String { "raw_payload" }

  /// The numbers of its states.
  var states: [String: GrantState] { ["0": .pending, "1": .granted, "2": .refunded] }

  /// The numbers of its environments.
  var environments: [String: String] { ["1": "Sandbox", "2": "Production"] }
}
