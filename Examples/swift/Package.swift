// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "orders-example",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [.package(name: "mishap", path: "../..")],
    targets: [
        .target(name: "Orders"),
        .testTarget(
            name: "OrdersTests",
            dependencies: ["Orders", .product(name: "MishapTesting", package: "mishap")]),
    ]
)
