import Bytes
import OpenSSL
import Reconciliation
import System

/// The private key from App Store Connect; where it came from is all that is ever said of it.
final class SigningKey {
  private let key: PrivateKey
  private let place: String

  private static let byteLimit = 65_536

  /// Reads the key from its file or variable.
  init(
    _ source: StoreSettings.KeySource, variable: (String) -> String?
  ) throws(SourceFailure) {
    let (place, pem) = try Self.text(of: source, variable: variable)
    do throws(OpenSSLFailure) {
      key = try PrivateKey(pem: pem)
    } catch {
      throw SourceFailure(
        .misconfigured,
        "\(place) holds no private key that can be read (\(error)); it must be the .p8 file of an "
          + "In-App Purchase key, as downloaded from App Store Connect")
    }
    guard key.curve == .p256 else {
      throw SourceFailure(
        .misconfigured,
        "\(place) holds a key of another curve than P-256, so it is no In-App Purchase key")
    }
    self.place = place
  }

  /// The ES256 signature of a message, 64 bytes.
  func sign(_ message: [UInt8]) throws(SourceFailure) -> [UInt8] {
    do throws(OpenSSLFailure) {
      return try key.signES256(message)
    } catch {
      throw SourceFailure(.misconfigured, "the key in \(place) does not sign: \(error)")
    }
  }

  private static func text(
    of source: StoreSettings.KeySource, variable: (String) -> String?
  ) throws(SourceFailure) -> (place: String, pem: [UInt8]) {
    switch source {
    case .file(let path):
      do throws(FileFailure) {
        return ("the key file \(path)", try readWhole(path: path, byteLimit: byteLimit))
      } catch {
        throw SourceFailure(.misconfigured, "store.privateKeyFile: \(error)")
      }
    case .environment(let name):
      guard let pem = variable(name), !pem.isEmpty else {
        throw SourceFailure(
          .misconfigured,
          "the environment variable \(name), which store.privateKeyEnv names, is not set")
      }
      return ("the environment variable \(name)", Array(pem.utf8))
    case .tokenCommand:
      throw SourceFailure(.misconfigured, "store.tokenCommand gives tokens and no key")
    }
  }
}

/// The operator's own command that prints a finished token, so that the key stays elsewhere.
enum TokenCommand {
  private static let timeoutMilliseconds: Int64 = 30_000
  private static let byteLimit = 65_536

  /// Runs the command and takes what it prints, without the blanks around it.
  static func run(_ command: String) throws(SourceFailure) -> String {
    let output: CommandOutput
    do throws(CommandFailure) {
      output = try Command.run(
        command, timeoutMilliseconds: timeoutMilliseconds, byteLimit: byteLimit)
    } catch .interrupted {
      throw SourceFailure(.interrupted, "a signal arrived while store.tokenCommand ran")
    } catch {
      throw SourceFailure(
        .misconfigured,
        "store.tokenCommand: \(error); run it by hand as the user whom the job runs as")
    }
    guard output.exitStatus == 0 else {
      throw SourceFailure(
        .misconfigured,
        "store.tokenCommand ended with status \(output.exitStatus); run it by hand as the user "
          + "whom the job runs as")
    }
    let token = output.bytes.split { $0 <= 0x20 }
    guard token.count == 1, let text = token.first, isToken(text) else {
      throw SourceFailure(
        .misconfigured,
        "store.tokenCommand printed no bearer token: three parts in base64url with dots between")
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isToken(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { byte in
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
              || (0x30...0x39).contains(byte) || (byte | 0x20) &- 0x61 < 26
          }
      }
  }
}
