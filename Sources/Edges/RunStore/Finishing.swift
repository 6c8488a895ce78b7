/// How the unfinished run becomes memory.
enum Finishing {
  /// Statements to be run as one, in this order, while the run is still unfinished.
  static let script = [
    believing, seeingAgain, answering, refusing, finding, naming, resolving, forgetting, clearing,
  ].joined(separator: ";\n")

  private static let run = "(SELECT number FROM run WHERE finished IS NULL)"

  /// Notifications that the store has long ceased to list, and that no open case can need.
  private static let forgetting = """
    DELETE FROM notification WHERE signed_at < (SELECT as_of FROM run WHERE finished IS NULL)
      - \(NotificationTables.keptMilliseconds)
    """

  private static let clearing = """
    DELETE FROM page; DELETE FROM pulled; DELETE FROM sealed_finding
    """

  /// The newest statement stands, in whatever order the pages came.
  ///
  /// At equal dates it is the one that was there. An unsigned word has no date of its own, so
  /// there the later answer stands; but one that is silent about a revocation never clears it, and
  /// one that tells of it is heard whatever its date: a feed has none, a receipt has.
  private static let believing = """
    INSERT INTO believed(kind, environment, id, bundle, is_signed, original_id, signed_at, origin,
      first_run, last_run, payload, header, proof)
    SELECT kind, environment, id, bundle, is_signed, original_id, signed_at, origin, \(run), \(run),
      payload, header, proof
    FROM page CROSS JOIN pulled ON pulled.page = page.number
    WHERE kind <> 'refused'
    ORDER BY page.source, page.subject, page.place, pulled.place
    ON CONFLICT(kind, environment, id, bundle, is_signed) DO UPDATE SET
      original_id = excluded.original_id, signed_at = excluded.signed_at,
      origin = excluded.origin, payload = excluded.payload, header = excluded.header,
      proof = excluded.proof
    WHERE CASE WHEN is_signed = 0
        AND (\(revocation("excluded.payload")) IS NULL) <> (\(revocation("payload")) IS NULL)
      THEN \(revocation("excluded.payload")) IS NOT NULL
      ELSE coalesce(excluded.signed_at, 0) >= coalesce(signed_at, 0) + is_signed END
    """

  private static func revocation(_ payload: String) -> String {
    "json_extract(CAST(\(payload) AS TEXT), '$.revocationDate')"
  }

  /// What is new has just been written with this run's number, and is not written a second time.
  private static let seeingAgain = """
    UPDATE believed SET last_run = \(run) WHERE number IN (
      SELECT believed.number FROM pulled CROSS JOIN believed USING (kind, environment, id, bundle,
        is_signed)
      WHERE believed.last_run <> \(run))
    """

  /// A refused token has been reported once it comes here; when the store has answered for its id
  /// in this run, it is no blind spot any longer.
  private static let answering = """
    DELETE FROM refused WHERE EXISTS(SELECT 1 FROM pulled
      WHERE pulled.environment = refused.environment AND pulled.id = refused.id
        AND pulled.kind = 'transaction')
    """

  private static let refusing = """
    INSERT INTO refused(environment, id, bundle, signed_at, origin, first_run, last_run, reason,
      payload, proof)
    SELECT environment, id, bundle, signed_at, origin, \(run), \(run), coalesce(reason, ''),
      payload, proof
    FROM page CROSS JOIN pulled ON pulled.page = page.number
    WHERE kind = 'refused' AND NOT EXISTS(SELECT 1 FROM pulled AS answer
      WHERE answer.environment = pulled.environment AND answer.id = pulled.id
        AND answer.kind = 'transaction')
    ORDER BY page.source, page.subject, page.place, pulled.place
    ON CONFLICT DO UPDATE SET last_run = excluded.last_run, reason = excluded.reason
    """

  private static let finding = """
    INSERT INTO finding(id, kind, severity, environment, first_seen, last_seen, first_run,
      last_run, status, facts)
    SELECT id, kind, severity, environment, first_seen, run.as_of, run.number, run.number, 'open',
      facts
    FROM sealed_finding CROSS JOIN run
    WHERE run.finished IS NULL ORDER BY place
    ON CONFLICT(id) DO UPDATE SET
      severity = excluded.severity, last_seen = max(last_seen, excluded.last_seen),
      last_run = excluded.last_run,
      status = 'open', facts = excluded.facts
    """

  private static let naming = """
    INSERT INTO finding_purchase(kind, environment, transaction_id, finding)
    SELECT kind, environment, name.value, sealed_finding.id
    FROM sealed_finding, json_each(facts, '$.transactionIds') AS name
    WHERE names_purchase = 1
    ON CONFLICT DO NOTHING
    """

  /// The findings about a purchase or a row of which this run says that it could not check it: that
  /// it does not find them again means nothing.
  private static let unseen = ["transactionIds", "rows"].map { list in
    """
    SELECT earlier.id FROM finding AS earlier, json_each(earlier.facts, '$.\(list)') AS name
    WHERE earlier.status = 'open' AND name.value IN (
      SELECT blind.value FROM sealed_finding, json_each(facts, '$.\(list)') AS blind
      WHERE kind = 'unverifiable')
    """
  }.joined(separator: " UNION ")

  /// A run that judges an earlier moment than one before it knows nothing of what came since.
  private static let resolving = """
    UPDATE finding SET status = 'resolved' WHERE status = 'open' AND last_run <> \(run)
      AND (SELECT resolves_others FROM run WHERE finished IS NULL) = 1
      AND NOT EXISTS(SELECT 1 FROM run AS later WHERE later.finished IS NOT NULL
        AND later.as_of > (SELECT as_of FROM run WHERE finished IS NULL))
      AND (kind = 'unverifiable' OR id NOT IN (\(unseen)))
    """
}
