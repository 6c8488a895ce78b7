/// The tables of version 1.
///
/// Times are UNIX milliseconds, and runs are named by their numbers.
enum Tables {
  /// What the store said; `origin` is `Origin`'s number.
  ///
  /// A token is `header.payload.proof`, its payload in base64url: the header, nine tenths of it, is
  /// the same for every token of one leaf. Without a header, `proof` is the whole token.
  /// `believed` keeps the unsigned word of a receipt apart from the signed one, since it never
  /// clears a revocation.
  static let ofRecords = """
    CREATE TABLE token_header(
      number INTEGER PRIMARY KEY,
      bytes BLOB NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE believed(
      number INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      environment TEXT NOT NULL,
      id TEXT NOT NULL,
      bundle TEXT NOT NULL,
      is_signed INTEGER NOT NULL,
      original_id TEXT,
      signed_at INTEGER,
      origin INTEGER NOT NULL,
      first_run INTEGER NOT NULL,
      last_run INTEGER NOT NULL,
      payload BLOB NOT NULL,
      header INTEGER,
      proof BLOB NOT NULL,
      UNIQUE(kind, environment, id, bundle, is_signed)
    ) STRICT;
    CREATE INDEX believed_by_original ON believed(environment, original_id)
      WHERE original_id IS NOT NULL;
    CREATE TABLE refused(
      number INTEGER PRIMARY KEY,
      environment TEXT NOT NULL,
      id TEXT NOT NULL,
      bundle TEXT NOT NULL,
      signed_at INTEGER,
      origin INTEGER NOT NULL,
      first_run INTEGER NOT NULL,
      last_run INTEGER NOT NULL,
      reason TEXT NOT NULL,
      payload BLOB NOT NULL,
      proof BLOB NOT NULL,
      UNIQUE(environment, id, proof)
    ) STRICT;
    CREATE TABLE page(
      number INTEGER PRIMARY KEY,
      source TEXT NOT NULL,
      subject TEXT NOT NULL,
      place INTEGER NOT NULL,
      is_fresh INTEGER NOT NULL,
      UNIQUE(source, subject, place)
    ) STRICT;
    CREATE TABLE pulled(
      number INTEGER PRIMARY KEY,
      page INTEGER NOT NULL,
      place INTEGER NOT NULL,
      kind TEXT NOT NULL,
      environment TEXT NOT NULL,
      id TEXT NOT NULL,
      bundle TEXT NOT NULL,
      is_signed INTEGER NOT NULL,
      original_id TEXT,
      signed_at INTEGER,
      origin INTEGER NOT NULL,
      reason TEXT,
      payload BLOB NOT NULL,
      header INTEGER,
      proof BLOB NOT NULL,
      UNIQUE(page, place)
    ) STRICT;
    CREATE INDEX pulled_by_id ON pulled(environment, id);
    CREATE INDEX pulled_by_original ON pulled(environment, original_id)
      WHERE original_id IS NOT NULL;
    CREATE INDEX pulled_refused ON pulled(environment, id) WHERE kind = 'refused';

    """

  /// The job's runs, of which one at most is unfinished.
  ///
  /// One that is sealed and not finished has a manifest and findings in
  /// `sealed_finding`, and waits for its folder.
  static let ofRuns = """
    CREATE TABLE run(
      number INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      as_of INTEGER NOT NULL,
      started INTEGER NOT NULL,
      finished INTEGER,
      verdict TEXT,
      counts TEXT,
      manifest TEXT,
      resolves_others INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX run_unfinished ON run(finished IS NULL) WHERE finished IS NULL;
    CREATE TABLE cursor(
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sealed_finding(
      place INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      kind TEXT NOT NULL,
      severity TEXT NOT NULL,
      environment TEXT NOT NULL,
      status TEXT NOT NULL,
      first_seen INTEGER NOT NULL,
      names_purchase INTEGER NOT NULL,
      facts TEXT NOT NULL
    ) STRICT;

    """

  /// What finished runs have found.
  ///
  /// `finding_purchase` leads from any id of a purchase to what was
  /// found about it; `status` is `open` or `resolved`, since an acceptance ends by itself.
  static let ofFindings = """
    CREATE TABLE finding(
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      severity TEXT NOT NULL,
      environment TEXT NOT NULL,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      first_run INTEGER NOT NULL,
      last_run INTEGER NOT NULL,
      status TEXT NOT NULL,
      accepted_until INTEGER,
      accepted_reason TEXT,
      facts TEXT NOT NULL
    ) STRICT;
    CREATE TABLE finding_purchase(
      kind TEXT NOT NULL,
      environment TEXT NOT NULL,
      transaction_id TEXT NOT NULL,
      finding TEXT NOT NULL,
      PRIMARY KEY(kind, environment, transaction_id, finding)
    ) STRICT, WITHOUT ROWID;

    """
}
