import Bytes
import OpenSSL
import Records
import SQLite
import System

/// A folder that holds a stand-in store: its keys, its world, and the ledger that belongs to it.
///
/// `store.json`, `root.pem`, `receipt-root.pem` and the `.p8` key are for the caller, `ledger.db` and `planted.json`
/// for whoever judges; `keys` and `world.db` are the store's own.
package struct StoreFolder: Sendable, Equatable {
  package let path: String
  package let identity: StoreIdentity

  /// What `planted.json` says.
  package let answerKeyPath: String
  package let ledgerPath: String
  package let worldPath: String
  package let rootPath: String
  /// The root that app receipts lead to.
  package let receiptRootPath: String
  package let privateKeyPath: String

  init(path: String, identity: StoreIdentity) {
    self.path = path
    self.identity = identity
    answerKeyPath = "\(path)/planted.json"
    ledgerPath = "\(path)/ledger.db"
    worldPath = "\(path)/world.db"
    rootPath = "\(path)/root.pem"
    receiptRootPath = "\(path)/receipt-root.pem"
    privateKeyPath = "\(path)/\(identity.keyFileName)"
  }

  /// Opens the store that `create` made.
  package init(opening path: String) throws(StandInFailure) {
    let file = "\(path)/store.json"
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try readWhole(path: file, byteLimit: 65_536)
    } catch {
      throw .folder("\(path) holds no store (\(error)); make one with: fake-app-store init \(path)")
    }
    guard let identity = StoreIdentity(reading: bytes) else {
      throw .input(path: file, reason: "this is not what init wrote; make the store anew")
    }
    self.init(path: path, identity: identity)
  }

  func signer() throws(StandInFailure) -> TokenSigner {
    let chain = [
      try certificate("keys/leaf.pem"), try certificate("keys/intermediate.pem"),
      try certificate("root.pem"),
    ]
    return TokenSigner(key: try key("keys/leaf.key"), chain: chain)
  }

  func receiptSigner() throws(StandInFailure) -> ReceiptSigner {
    guard Files.exists(receiptRootPath) else {
      throw .folder("\(path) was made by an older version; remove it and make the store anew")
    }
    let chain = [
      try certificate("keys/receipt-leaf.pem"), try certificate("keys/receipt-intermediate.pem"),
      try certificate("receipt-root.pem"),
    ]
    let bytes = try read("keys/receipt-leaf.key")
    let key = try signing { () throws(OpenSSLFailure) in try PrivateKey(rsaPEM: bytes) }
    return ReceiptSigner(key: key, chain: chain)
  }

  /// Signs bearer tokens as the app's server does.
  func callerSigner() throws(StandInFailure) -> TokenSigner {
    TokenSigner(key: try key(identity.keyFileName), keyID: identity.keyID)
  }

  func callerVerifier() throws(StandInFailure) -> ES256Verifier {
    let certificate = try certificate("keys/caller.pem")
    return try signing { () throws(OpenSSLFailure) in try ES256Verifier(certificate) }
  }

  private func certificate(_ name: String) throws(StandInFailure) -> Certificate {
    let bytes = try read(name)
    return try signing { () throws(OpenSSLFailure) in try Certificate(pemOrDER: bytes) }
  }

  private func key(_ name: String) throws(StandInFailure) -> PrivateKey {
    let bytes = try read(name)
    return try signing { () throws(OpenSSLFailure) in try PrivateKey(pem: bytes) }
  }

  private func read(_ name: String) throws(StandInFailure) -> [UInt8] {
    do throws(FileFailure) {
      return try readWhole(path: "\(path)/\(name)", byteLimit: 65_536)
    } catch {
      throw .input(path: "\(path)/\(name)", reason: error.description)
    }
  }
}

/// Turns OpenSSL's failure into the stand-in's.
func signing<Result: ~Copyable>(
  _ body: () throws(OpenSSLFailure) -> Result
) throws(StandInFailure) -> Result {
  do throws(OpenSSLFailure) { return try body() } catch { throw .signature(error) }
}

/// Turns SQLite's failure into the stand-in's.
func remembering<Result: ~Copyable>(
  _ body: () throws(SQLiteFailure) -> Result
) throws(StandInFailure) -> Result {
  do throws(SQLiteFailure) { return try body() } catch { throw .database(error) }
}

/// Turns the system's failure into the stand-in's.
func filing<Result: ~Copyable>(
  _ body: () throws(SystemFailure) -> Result
) throws(StandInFailure) -> Result {
  do throws(SystemFailure) { return try body() } catch { throw .system(error) }
}
