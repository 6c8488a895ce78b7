// swift-tools-version: 6.2
import PackageDescription

// The table of targets is the design: five layers, and what each room may use.
// docs/ARCHITECTURE.md explains it; Tests/HousekeepingTests holds the layers to it.
let package = Package(
  name: "iap-reconcile",
  products: [
    .executable(name: "iap-reconcile", targets: ["iap-reconcile"]),
    .executable(name: "fake-app-store", targets: ["fake-app-store"]),
  ],
  targets: [
    // CLibraries: module maps and shims.
    .library(c: "CCurl"),
    .library(c: "COpenSSL"),
    .library(c: "CSQLite"),
    .library(c: "CMicrohttpd"),

    // Handles: one Swift door per C library.
    .handle("Bytes", over: []),
    .handle("System", over: []),
    .handle("Curl", over: ["CCurl"]),
    .handle("OpenSSL", over: ["COpenSSL"]),
    .handle("SQLite", over: ["CSQLite"]),
    .handle("Microhttpd", over: ["CMicrohttpd"]),

    // Core: pure. No I/O, no clock, no C.
    .core("Records", uses: []),
    .core("Matching", uses: ["Records"]),
    .core("Rules", uses: ["Records", "Matching"]),
    .core("Reconciliation", uses: ["Records", "Matching", "Rules"]),

    // Edges: the outside world, translated. Formats is the one edge that other edges may use.
    .edge("Formats", uses: []),
    .edge(
      "AppStore",
      uses: [
        "Formats", "Records", "Matching", "Reconciliation", "Bytes", "Curl", "OpenSSL", "System",
      ]),
    .edge("GrantLedger", uses: ["Formats", "Records", "Matching", "Bytes", "SQLite", "System"]),
    .edge(
      "RunStore",
      uses: ["Formats", "Records", "Matching", "Rules", "Reconciliation", "SQLite", "System"]),
    .edge(
      "Reports",
      uses: [
        "Formats", "Records", "Matching", "Rules", "Reconciliation", "Bytes", "System", "OpenSSL",
      ]),
    .edge(
      "StandIn", uses: ["Formats", "Records", "Bytes", "OpenSSL", "SQLite", "Microhttpd", "System"]),

    .edge("Host", uses: ["Formats", "System"]),

    // Program: wiring, command line, exit status.
    .program("JobFile", uses: ["Formats", "Records", "AppStore", "GrantLedger"]),
    .program(
      "Commands",
      uses: [
        "Formats", "Host", "JobFile", "AppStore", "GrantLedger", "RunStore", "Reports",
        "Records", "Matching", "Rules", "Reconciliation",
      ]),
    .executable("iap-reconcile", uses: ["Commands"]),
    .executable("fake-app-store", uses: ["StandIn"]),

    // Tests
    .testKit(uses: ["OpenSSL", "System", "Formats", "Bytes"]),
    .tests("HousekeepingTests", of: []),
    .specimens(of: ["Records", "Matching", "Rules", "Reconciliation"]),
    .tests("RecordsTests", of: ["Records", "Specimens"]),
    .tests("MatchingTests", of: ["Records", "Matching", "Specimens"]),
    .tests("RulesTests", of: ["Records", "Matching", "Rules", "Specimens"]),
    .tests(
      "ReconciliationTests",
      of: ["Records", "Matching", "Rules", "Reconciliation", "Specimens"]),
    .tests(
      "HandlesTests",
      of: ["Bytes", "System", "Curl", "OpenSSL", "SQLite", "Microhttpd", "TestKit"]),
    .tests("FormatsTests", of: ["Formats"]),
    .tests(
      "AppStoreTests",
      of: [
        "AppStore", "Formats", "Records", "Matching", "Reconciliation", "OpenSSL", "Bytes",
        "System",
        "TestKit",
      ]),
    .tests(
      "GrantLedgerTests",
      of: ["GrantLedger", "Formats", "Records", "Matching", "SQLite", "System"]),
    .tests("JobFileTests", of: ["JobFile", "GrantLedger", "AppStore", "Formats", "Records"]),
    .tests(
      "ReportsTests",
      of: ["Reports", "Formats", "Records", "Matching", "Rules", "Reconciliation", "System"],
      except: ["Expected"]),
    .tests(
      "StandInTests",
      of: [
        "StandIn", "Formats", "Records", "OpenSSL", "SQLite", "Curl", "System", "Bytes", "TestKit",
      ]),
    .tests(
      "ProgramTests",
      of: [
        "Formats", "Bytes", "Records", "System", "SQLite", "StandIn", "iap-reconcile",
        "fake-app-store",
      ]),
    .tests(
      "FieldCaseTests", of: ["Formats", "Bytes", "System", "iap-reconcile"], except: ["Cases"]),
    .tests(
      "RunStoreTests",
      of: [
        "RunStore", "Formats", "Records", "Rules", "Reconciliation", "SQLite", "System", "TestKit",
      ]),
    .tests(
      "PullTests",
      of: [
        "AppStore", "StandIn", "Reconciliation", "Formats", "Records", "Bytes", "Curl", "OpenSSL",
        "System", "TestKit",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

extension Target {
  static func library(c name: String) -> Target {
    .systemLibrary(name: name, path: "Sources/CLibraries/\(name)")
  }

  static func handle(_ name: String, over libraries: [String]) -> Target {
    .target(
      name: name, dependencies: libraries.map { .byName(name: $0) },
      path: "Sources/Handles/\(name)")
  }

  static func core(_ name: String, uses: [String]) -> Target {
    .target(
      name: name, dependencies: uses.map { .byName(name: $0) }, path: "Sources/Core/\(name)")
  }

  static func edge(_ name: String, uses: [String]) -> Target {
    .target(
      name: name, dependencies: uses.map { .byName(name: $0) }, path: "Sources/Edges/\(name)")
  }

  static func program(_ name: String, uses: [String]) -> Target {
    .target(
      name: name, dependencies: uses.map { .byName(name: $0) }, path: "Sources/Program/\(name)")
  }

  static func executable(_ name: String, uses: [String]) -> Target {
    .executableTarget(
      name: name, dependencies: uses.map { .byName(name: $0) }, path: "Sources/Program/\(name)")
  }

  /// Small records and books that the tests of several rooms are built from.
  static func specimens(of uses: [String]) -> Target {
    .target(
      name: "Specimens", dependencies: uses.map { .byName(name: $0) }, path: "Tests/Specimens")
  }

  static func testKit(uses: [String]) -> Target {
    .target(
      name: "TestKit", dependencies: uses.map { .byName(name: $0) }, path: "Tests/TestKit")
  }
  static func tests(_ name: String, of uses: [String], except: [String] = []) -> Target {
    .testTarget(
      name: name, dependencies: uses.map { .byName(name: $0) }, path: "Tests/\(name)",
      exclude: except)
  }
}

// The house settings hold for every target; none can be added without them.
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
  // Handles are where C is touched; everywhere else an unsafe construct is an error.
  if target.path?.hasPrefix("Sources/Handles") != true {
    target.swiftSettings?.append(.strictMemorySafety())
  }
}
