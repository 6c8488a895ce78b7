/// The environments in which nothing is signed by Apple.
enum LocalEnvironment {
  /// Whether `environment` is one of them.
  static func contains(_ environment: String?) -> Bool {
    environment == "Xcode" || environment == "LocalTesting"
  }
}
