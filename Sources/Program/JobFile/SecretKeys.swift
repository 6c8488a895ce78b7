import Formats

extension ObjectReader {
  /// Refuses keys that would hold a secret, without showing what they hold.
  ///
  /// `advice` says for each such key where the secret is to be named instead.
  func refuseSecrets(_ advice: KeyValuePairs<String, String>) {
    for (key, instead) in advice where has(key) {
      _ = value(key)
      complain(
        "`\(path).\(key)` would hold a secret, and secrets are never in the job file; \(instead)")
    }
  }

  /// A URL that requests may go to: https, or http on this machine itself.
  func webAddress(_ key: String, required: Bool = false) -> String? {
    guard let value = value(key, required: required), let text = value.string() else { return nil }
    guard let address = WebAddress(text) else {
      value.complain("must be a URL such as https://host.example/path")
      return nil
    }
    guard !address.hasSecret else {
      complain(
        "`\(path).\(key)` holds a secret, and secrets are never in the job file; name an"
          + " environment variable instead")
      return nil
    }
    if let refusal = address.refusal {
      value.complain(refusal)
      return nil
    }
    return text
  }

  /// A path, made absolute; a key or certificate itself instead of its path is not shown.
  func path(_ key: String, in directory: JobDirectory) -> String? {
    guard let text = filledString(key) else { return nil }
    guard !text.contains("-----BEGIN"), !text.contains("\n") else {
      complain("`\(path).\(key)` must be the path of a file, not what the file holds")
      return nil
    }
    return directory.path(of: text)
  }
}
