import Bytes
import System

/// Real signed data of other projects, which is not part of this one: tests read it where it is.
enum Fixtures {
  /// The folder, by `IAP_FIXTURES` or beside the repository; nil where there is none.
  static let folder: String? = {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let places = [Environment.value("IAP_FIXTURES"), root + "/../shared/fixtures"]
    return places.compactMap(\.self).first(where: Files.isDirectory)
  }()

  /// A file of it.
  static func path(_ name: String) -> String { (folder ?? "/nowhere") + "/" + name }

  /// A real transaction, signed by Apple in the sandbox.
  static var realTransaction: String {
    path("mingos-app_store_server_api/jws/sandbox-consumable-transaction-2025-02.jws")
  }

  /// An answer of verifyReceipt.
  static var receiptAnswer: String {
    path(
      "levibostian-dollabill-apple/verifyreceipt/sandbox-nonconsumable-and-subscription.json")
  }
}
