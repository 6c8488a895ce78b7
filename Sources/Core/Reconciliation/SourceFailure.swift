/// Why the store or a ledger could not be read, in terms of what the operator can do.
package struct SourceFailure: Error, Equatable, Sendable {
  /// What the operator can do about it.
  package enum Kind: Sendable, Equatable {
    /// Nobody answered: try later.
    case unreachable
    /// The key, the token or the password was refused.
    case refusedCredentials
    /// The settings do not fit together.
    case misconfigured
    /// What came back cannot be read.
    case badData
    /// Another process holds it.
    case busy
    /// It could not be written.
    case notWritable
    /// The hour's requests are used up.
    case overBudget
    /// A signal asked the program to end.
    case interrupted
  }

  package let kind: Kind
  /// What happened, with where and which value, and what to do.
  package let words: String

  package init(_ kind: Kind, _ words: String) {
    self.kind = kind
    self.words = words
  }
}
