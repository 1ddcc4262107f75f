// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]
/// The pure rooms import neither C nor Foundation, and every unsafe operation in them would be a warning.
let pure: [SwiftSetting] = house + [.strictMemorySafety()]

let package = Package(
    name: "mishap",
    products: [
        .executable(name: "mishap", targets: ["mishap"]),
        .library(name: "Mishap", targets: ["Mishap"]),
    ],
    targets: [
        // C, by way of a module map and a shim each.
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CLinux"),

        // The pure rooms: arrows point down only.
        .target(name: "Bytes", swiftSettings: pure),
        .target(name: "JSONText", dependencies: ["Bytes"], swiftSettings: pure),
        .target(name: "Wire", dependencies: ["Bytes"], swiftSettings: pure),
        .target(name: "XMLText", dependencies: ["Bytes"], swiftSettings: pure),
        .target(name: "HTTP1", dependencies: ["Wire"], swiftSettings: pure),
        .target(name: "Catalogue", dependencies: ["Bytes", "JSONText", "Wire", "HTTP1"], swiftSettings: pure),
        .target(
            name: "Systems", dependencies: ["Bytes", "JSONText", "XMLText", "Wire", "HTTP1", "Catalogue"],
            swiftSettings: pure),
        .target(
            name: "Scenario", dependencies: ["Bytes", "JSONText", "Wire", "HTTP1", "Catalogue"],
            swiftSettings: pure),
        .target(
            name: "Engine", dependencies: ["Bytes", "JSONText", "Wire", "Catalogue", "Scenario"],
            swiftSettings: pure),

        // The machine.
        .target(
            name: "GatewayServer", dependencies: ["Bytes", "Wire", "HTTP1", "CMicroHTTPD", "CLinux"],
            swiftSettings: house),
        .target(
            name: "Mishap",
            dependencies: [
                "Bytes", "JSONText", "Wire", "Catalogue", "Systems", "Scenario", "Engine", "GatewayServer", "CPCRE2",
            ],
            swiftSettings: house),
        .target(
            name: "MishapCommand",
            dependencies: [
                "Bytes", "JSONText", "Wire", "Catalogue", "Systems", "Scenario", "GatewayServer", "Mishap", "CLinux",
            ],
            swiftSettings: house),
        .executableTarget(name: "mishap", dependencies: ["MishapCommand"], swiftSettings: house),

        // Measured by `make bench`, never by the tests.
        .executableTarget(
            name: "mishap-bench", dependencies: ["CLinux"], path: "Benchmarks",
            exclude: ["README.md", "bench.sh", "scenarios"], swiftSettings: house),

        // Run by `make fuzz`; the tests run a small part of it.
        .executableTarget(
            name: "mishap-fuzz",
            dependencies: [
                "Bytes", "JSONText", "Wire", "HTTP1", "Catalogue", "Systems", "Scenario", "Engine", "Mishap", "CLinux",
            ],
            path: "Tests/Fuzzing", swiftSettings: house),
        .testTarget(name: "FuzzingTests", dependencies: ["TestSupport", "mishap-fuzz"], swiftSettings: house),

        // What tests of several targets share.
        .target(
            name: "TestSupport", dependencies: ["Wire", "HTTP1", "Catalogue", "Systems", "CLinux"],
            path: "Tests/TestSupport", exclude: ["Reference"], swiftSettings: house),

        .testTarget(name: "BytesTests", dependencies: ["Bytes"], swiftSettings: house),
        .testTarget(
            name: "ScenarioTests",
            dependencies: ["Bytes", "JSONText", "Wire", "Catalogue", "Systems", "Scenario", "TestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "EngineTests",
            dependencies: ["Bytes", "JSONText", "Wire", "Catalogue", "Systems", "Scenario", "Engine", "TestSupport"],
            swiftSettings: house),
        .testTarget(name: "JSONTextTests", dependencies: ["Bytes", "JSONText"], swiftSettings: house),
        .testTarget(
            name: "GatewayServerTests",
            dependencies: ["GatewayServer", "HTTP1", "Wire", "Bytes", "TestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "MishapTests",
            dependencies: [
                "Bytes", "JSONText", "Wire", "HTTP1", "Catalogue", "Systems", "Scenario", "Engine", "GatewayServer",
                "Mishap", "TestSupport",
            ],
            exclude: ["Earlier/Answers", "Earlier/Scenarios"], swiftSettings: house),
        .testTarget(
            name: "HTTP1Tests", dependencies: ["Bytes", "Wire", "HTTP1", "TestSupport"], swiftSettings: house),
        .testTarget(name: "WireTests", dependencies: ["Bytes", "Wire", "TestSupport"], swiftSettings: house),
        .testTarget(
            name: "CatalogueTests",
            dependencies: ["Bytes", "Wire", "HTTP1", "Catalogue", "Systems", "TestSupport"],
            exclude: ["Goldens.txt"], swiftSettings: house),
        .testTarget(
            name: "SystemsTests",
            dependencies: ["Bytes", "Wire", "XMLText", "Catalogue", "Systems", "TestSupport"], swiftSettings: house),
        .testTarget(name: "XMLTextTests", dependencies: ["Bytes", "XMLText"], swiftSettings: house),
        // With the program itself, which some of the tests run.
        .testTarget(
            name: "MishapCommandTests",
            dependencies: [
                "Catalogue", "GatewayServer", "JSONText", "Mishap", "MishapCommand", "Scenario",
                "Systems", "TestSupport", "Wire", "mishap",
            ],
            exclude: ["Shells/complete.zsh"], swiftSettings: house),
    ]
)
