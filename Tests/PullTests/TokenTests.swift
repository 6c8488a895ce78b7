import Formats
import OpenSSL
import Records
import Reconciliation
import StandIn
import Testing
import TestKit

@testable import AppStore

@Suite struct `the bearer token` {
  private static func token(
    _ key: StoreSettings.KeySource?, issuer: String? = "issuer", keyID: String? = "KEY",
    host: HostDouble = HostDouble()
  ) throws(SourceFailure) -> BearerToken {
    var settings = StoreSettings()
    settings.issuerID = issuer
    settings.keyID = keyID
    settings.key = key
    return try BearerToken(settings, bundleID: "com.example.game", host: host.host())
  }

  private static func part(_ number: Int, of token: String) throws -> JSONObject {
    let parts = token.split(separator: ".")
    let encoded = Array(try #require(parts.count == 3 ? parts[number] : nil).utf8)
    var scanner = JSONScanner(try Base64.decode(encoded.span, .url, padding: .forbidden))
    return try #require(try scanner.document().object)
  }

  private static func pem() throws -> String {
    String(decoding: try PrivateKey.generate(.p256).pem(), as: UTF8.self)
  }

  @Test func `says who asks for which app, and for how long`() throws {
    let host = HostDouble()
    host.set("KEY_PEM", to: try Self.pem())
    let before = host.now / 1_000
    let text = try Self.token(.environment("KEY_PEM"), host: host).text()
    let header = try Self.part(0, of: text)
    #expect(header.members.map(\.key) == ["alg", "kid", "typ"])
    #expect(header["alg"]?.string == "ES256")
    #expect(header["kid"]?.string == "KEY")
    let claims = try Self.part(1, of: text)
    #expect(claims["iss"]?.string == "issuer")
    #expect(claims["aud"]?.string == "appstoreconnect-v1")
    #expect(claims["bid"]?.string == "com.example.game")
    let issued = try #require(claims["iat"]?.number.flatMap { Int64($0) })
    let ends = try #require(claims["exp"]?.number.flatMap { Int64($0) })
    #expect((before - 30...before - 29).contains(issued))
    #expect(ends == issued + 1_200)
  }

  @Test func `is kept until two minutes before its end`() throws {
    let host = HostDouble()
    host.set("KEY_PEM", to: try Self.pem())
    let token = try Self.token(.environment("KEY_PEM"), host: host)
    let first = try token.text()
    host.host().sleep(1_040_000)
    #expect(try token.text() == first)
    host.host().sleep(12_000)
    #expect(try token.text() != first)
  }

  @Test func `is what the command prints`() throws {
    let folder = try TemporaryFolder()
    let claims = base64url(#"{"exp":99999999999}"#)
    let path = try folder.write("  e30.\(claims).c2ln\n", to: "token")
    let token = try Self.token(.tokenCommand("cat \(path)"), issuer: nil, keyID: nil)
    #expect(try token.text() == "e30.\(claims).c2ln")
    _ = try folder.write("a.b.c", to: "token")
    #expect(try token.text() == "e30.\(claims).c2ln")
  }

  @Test func `of a command is asked for again when it ends`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.b.c", to: "token")
    let host = HostDouble()
    let token = try Self.token(.tokenCommand("cat \(path)"), host: host)
    #expect(try token.text() == "a.b.c")
    _ = try folder.write("d.e.f", to: "token")
    host.host().sleep(170_000)
    #expect(try token.text() == "a.b.c")
    host.host().sleep(12_000)
    #expect(try token.text() == "d.e.f")
  }

  @Test(arguments: [
    "exit 3", "true", "echo not-a-token-but-secret", "echo a.b. secret", "echo 'a.b.c d'",
    "printf 'a.b.c\\177'", "echo a..c",
  ])
  func `is missed where the command prints none`(_ command: String) throws {
    let token = try Self.token(.tokenCommand(command))
    let failure = try #require(throws: SourceFailure.self) { _ = try token.text() }
    #expect(failure.kind == .misconfigured)
    #expect(failure.words.hasPrefix("store.tokenCommand "))
    #expect(!failure.words.contains("secret"))
  }

  @Test func `is missed where the job does not say enough`() throws {
    for (key, issuer, keyID, name) in [
      (nil, "issuer", "KEY", "store.privateKeyFile"),
      (StoreSettings.KeySource.environment("KEY_PEM"), nil, "KEY", "store.issuerId"),
      (.environment("KEY_PEM"), "issuer", nil, "store.keyId"),
      (.environment("KEY_PEM"), "issuer", "KEY", "KEY_PEM"),
      (.file("/nowhere/AuthKey.p8"), "issuer", "KEY", "/nowhere/AuthKey.p8"),
    ] as [(StoreSettings.KeySource?, String?, String?, String)] {
      let failure = try #require(throws: SourceFailure.self) {
        _ = try Self.token(key, issuer: issuer, keyID: keyID)
      }
      #expect(failure.kind == .misconfigured)
      #expect(failure.words.contains(name))
    }
  }

  @Test func `is missed where the key is none, and the key is not quoted`() throws {
    let host = HostDouble()
    let pem = try Self.pem()
    let body = pem.split(separator: "\n")[1]
    let large = String(decoding: try PrivateKey.generate(.p384).pem(), as: UTF8.self)
    for text in ["\(body)", pem.replacing(body, with: "\(body.dropLast(9))"), large] {
      host.set("KEY_PEM", to: text)
      let failure = try #require(throws: SourceFailure.self) {
        _ = try Self.token(.environment("KEY_PEM"), host: host)
      }
      #expect(failure.kind == .misconfigured)
      #expect(failure.words.contains("KEY_PEM"))
      #expect(!failure.words.contains(body.prefix(20)))
    }
  }

  @Test func `of a wrong key or another app is refused by the store`() throws {
    var store = try StoreOnLoopback([collector(purchases: 1)])
    store.settings.keyID = "ANOTHERKEY"
    let failure = try #require(throws: SourceFailure.self) { try store.pull().pullNotifications() }
    #expect(failure.kind == .refusedCredentials)
    #expect(failure.words.contains("HTTP 401"))
    store.settings.keyID = store.folder.identity.keyID
    store.app.bundleID = "com.example.other"
    #expect(throws: SourceFailure.self) { try store.pull().pullNotifications() }
    #expect(store.memory.pages.isEmpty)
  }
}
