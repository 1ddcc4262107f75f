// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]
/// For the pure modules, which import no C and no Foundation: each unsafe operation in them is a warning.
let pureSettings: [SwiftSetting] = settings + [.strictMemorySafety()]

/// What make passes for a release build; `mishap --version` tells it.
let commit = Context.environment["BUILD_COMMIT"] ?? ""

let package = Package(
    name: "mishap",
    // For MishapTesting; the gateway itself is for Linux.
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .executable(name: "mishap", targets: ["mishap"]),
        .library(name: "Mishap", targets: ["Mishap", "MishapEmbedding"]),
        .library(name: "MishapTesting", targets: ["MishapTesting"]),
    ],
    targets: [
        // C libraries: a module map and a shim each.
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CReceiveHook"),
        // recv() of the program, through which libmicrohttpd's input is seen. Who only links the library `Mishap` does not have
        // it: then our own reader serves all of HTTP/1.
        .target(name: "CReceive"),
        // The commit of the build. In C, so that another commit compiles nothing else again.
        .target(name: "CBuild", cSettings: [.define("BUILD_COMMIT", to: "\"\(commit)\"")]),

        // Pure modules; ArchitectureTests checks what each may import.
        .target(name: "Bytes", swiftSettings: pureSettings),
        .target(name: "JSONText", dependencies: ["Bytes"], swiftSettings: pureSettings),
        .target(name: "Wire", dependencies: ["Bytes"], swiftSettings: pureSettings),
        .target(name: "XMLText", dependencies: ["Bytes"], swiftSettings: pureSettings),
        .target(name: "HTTP1", dependencies: ["Wire"], swiftSettings: pureSettings),
        .target(name: "Catalogue", dependencies: ["Bytes", "JSONText", "Wire", "HTTP1"], swiftSettings: pureSettings),
        .target(
            name: "Systems", dependencies: ["Bytes", "JSONText", "XMLText", "Wire", "HTTP1", "Catalogue"],
            swiftSettings: pureSettings),
        .target(
            name: "Rules", dependencies: ["Bytes", "JSONText", "Wire", "Catalogue"], swiftSettings: pureSettings),
        .target(
            name: "ScenarioFiles", dependencies: ["Bytes", "JSONText", "Wire", "HTTP1", "Catalogue", "Rules"],
            swiftSettings: pureSettings),
        .target(
            name: "Engine", dependencies: ["Bytes", "JSONText", "Wire", "Catalogue", "Rules"],
            swiftSettings: pureSettings),

        // Modules that use the operating system, or a library of it.
        .target(name: "TLS", dependencies: ["Bytes", "Wire", "CGnuTLS"], swiftSettings: settings),
        .target(
            name: "GatewayServer",
            dependencies: ["Bytes", "Wire", "HTTP1", "TLS", "CMicroHTTPD", "CLinux", "CReceiveHook"],
            swiftSettings: settings),
        .target(
            name: "Mishap",
            dependencies: [
                "Bytes", "JSONText", "Wire", "Catalogue", "Systems", "Rules", "ScenarioFiles", "Engine",
                "TLS", "GatewayServer", "CPCRE2",
                "CZlib", "CLinux",
            ],
            // What the text of the page is made of.
            exclude: ["Page/Files", "Page/page.py"],
            swiftSettings: settings),
        // For a gateway in the process of its tests. Not a part of `Mishap`, since the program has no use for Swift's concurrency.
        .target(
            name: "MishapEmbedding", dependencies: ["Bytes", "JSONText", "GatewayServer", "Mishap"],
            swiftSettings: settings),
        .target(
            name: "MishapCommand",
            dependencies: [
                "Bytes", "JSONText", "XMLText", "Wire", "HTTP1", "Catalogue", "Systems", "Rules", "ScenarioFiles",
                "TLS", "GatewayServer",
                "Mishap", "CLinux", "CReceive", "CBuild",
            ],
            swiftSettings: settings),
        .executableTarget(name: "mishap", dependencies: ["MishapCommand"], swiftSettings: settings),

        // For the test suites of others: it calls a gateway, and shares no code with it, so that it builds wherever they do.
        .target(name: "MishapTesting", exclude: ["README.md"], swiftSettings: settings),
        // Stands in for a test runner that is killed.
        .executableTarget(
            name: "mishap-testing-runner", dependencies: ["MishapTesting"], path: "Tests/MishapTestingRunner",
            swiftSettings: settings),
        .testTarget(
            name: "MishapTestingTests",
            dependencies: ["MishapTesting", "TestSupport", "mishap", "mishap-testing-runner"],
            swiftSettings: settings),

        // Measured by `make bench` and `make budgets`; the tests run what judges figures.
        .executableTarget(
            name: "mishap-bench", dependencies: ["SessionLives", "TLSClient", "CLinux"], path: "Benchmarks",
            exclude: ["README.md", "bench.sh", "way.sh", "budgets.json", "budgets", "scenarios"],
            swiftSettings: settings),
        .testTarget(name: "BenchmarkTests", dependencies: ["mishap-bench"], swiftSettings: settings),

        // Lives of sessions by many clients, without the Testing library: for `make bench` and the tests.
        .target(name: "SessionLives", dependencies: ["CLinux"], path: "Tests/SessionLives", swiftSettings: settings),

        // Run by `make fuzz`; the tests run a small part of it.
        .executableTarget(
            name: "mishap-fuzz",
            dependencies: [
                "Bytes", "JSONText", "Wire", "HTTP1", "Catalogue", "Systems", "Rules", "ScenarioFiles", "Engine",
                "Mishap", "CLinux",
            ],
            path: "Tests/Fuzzing", swiftSettings: settings),
        .testTarget(name: "FuzzingTests", dependencies: ["TestSupport", "mishap-fuzz"], swiftSettings: settings),

        // Run by `make soak`; the tests run a few seconds of it.
        .executableTarget(
            name: "mishap-soak", dependencies: ["CLinux"], path: "Tests/Soak", swiftSettings: settings),
        .testTarget(
            name: "SoakTests", dependencies: ["TestSupport", "mishap-soak", "mishap"], swiftSettings: settings),
        // Uses the library `Mishap` as other packages do, and nothing else of this one: run by the tests.
        .executableTarget(
            name: "mishap-embedding", dependencies: ["MishapEmbedding"], path: "Tests/Embedding",
            swiftSettings: settings),
        // Requests that no server should misread, without the Testing library: for the tests and for `make attack`.
        .target(name: "HostileRequests", path: "Tests/HostileRequests", swiftSettings: pureSettings),

        // Run by `make attack`; the tests run a part of it.
        .executableTarget(
            name: "mishap-attack", dependencies: ["Bytes", "HostileRequests", "TLSClient", "CLinux"],
            path: "Tests/Attack", exclude: ["Fuzzing/Corpus", "Fuzzing/thread.supp"], swiftSettings: settings),
        .testTarget(
            name: "AttackTests", dependencies: ["HostileRequests", "TestSupport", "mishap-attack", "mishap"],
            swiftSettings: settings),

        // A client of TLS, without the Testing library: for `make bench`, `make attack` and the tests.
        .target(name: "TLSClient", dependencies: ["CGnuTLS"], path: "Tests/TLSClient", swiftSettings: settings),

        // What tests of several targets share.
        .target(
            name: "TestSupport",
            dependencies: ["Bytes", "Wire", "HTTP1", "Catalogue", "Systems", "TLSClient", "CLinux", "CReceive"],
            path: "Tests/TestSupport", exclude: ["Reference"], swiftSettings: settings),

        .testTarget(name: "BytesTests", dependencies: ["Bytes", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "RulesTests", dependencies: ["Bytes", "JSONText", "Wire", "Rules", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ScenarioFilesTests",
            dependencies: [
                "Bytes", "JSONText", "Wire", "Catalogue", "Systems", "Rules", "ScenarioFiles", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "EngineTests",
            dependencies: [
                "Bytes", "JSONText", "Wire", "Catalogue", "Systems", "Rules", "ScenarioFiles", "Engine", "Mishap",
                "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(name: "JSONTextTests", dependencies: ["Bytes", "JSONText"], swiftSettings: settings),
        .testTarget(
            name: "GatewayServerTests",
            dependencies: ["GatewayServer", "TLS", "TLSClient", "HTTP1", "Wire", "Bytes", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "MishapTests",
            dependencies: [
                "Bytes", "JSONText", "Wire", "HTTP1", "Catalogue", "Systems", "Rules", "ScenarioFiles", "Engine",
                "TLS", "TLSClient", "GatewayServer",
                "Mishap", "MishapEmbedding", "SessionLives", "TestSupport", "mishap", "mishap-embedding",
            ],
            exclude: ["Earlier/Answers", "Earlier/Scenarios", "Earlier/convert.py", "Earlier/convert_test.py"],
            swiftSettings: settings),
        .testTarget(
            name: "HTTP1Tests", dependencies: ["Bytes", "Wire", "HTTP1", "HostileRequests", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "TLSTests", dependencies: ["TLS", "TLSClient", "Wire", "Bytes", "CGnuTLS", "TestSupport"],
            swiftSettings: settings),
        .testTarget(name: "WireTests", dependencies: ["Bytes", "Wire", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "CatalogueTests",
            dependencies: ["Bytes", "Wire", "HTTP1", "Catalogue", "Systems", "TestSupport"],
            exclude: ["DefaultCauses.txt", "Goldens.txt"], swiftSettings: settings),
        .testTarget(
            name: "SystemsTests",
            dependencies: ["Bytes", "Wire", "XMLText", "Catalogue", "Systems", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "XMLTextTests", dependencies: ["Bytes", "XMLText"], swiftSettings: settings),
        // Depends on the program too, since some of the tests run it.
        .testTarget(
            name: "MishapCommandTests",
            dependencies: [
                "Catalogue", "Engine", "GatewayServer", "JSONText", "Mishap", "MishapCommand", "Rules", "ScenarioFiles",
                "Systems", "TLS", "TestSupport", "Wire", "mishap",
            ],
            exclude: ["Recipes/clients.py", "Recipes/recipes.py", "Shells/complete.zsh"], swiftSettings: settings),
    ]
)
