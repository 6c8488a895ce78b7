/// Which grammar a text is read by.
package enum JSONDialect: Equatable, Sendable {
  /// RFC 8259, nothing more: for everything that programs write.
  case json
  /// JSON5, for files that people write.
  ///
  /// Comments, trailing commas, unquoted keys, single quotes, `+1`, `.5`, `5.`, `0x1F`, and a
  /// backslash before a line's end. Two things differ from the standard: an escape that it does
  /// not list is an error (`"C:\temp"` is a mistake, not a path), and so are `Infinity` and `NaN`.
  case json5
}
