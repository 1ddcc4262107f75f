import Foundation
import Testing

/// The arrows of the house: who may know whom.
struct ArchitectureTests {
    private static let pure = ["Bytes", "JSONText", "Wire", "Catalogue", "Scenario", "Engine"]

    private static let arrows: [String: Set<String>] = [
        "Bytes": [],
        "JSONText": ["Bytes"],
        "Wire": ["Bytes"],
        "Catalogue": ["Bytes", "JSONText", "Wire"],
        "Scenario": ["Bytes", "JSONText", "Wire", "Catalogue"],
        // Atomics for hits are the language's own, and no C.
        "Engine": ["Bytes", "JSONText", "Wire", "Catalogue", "Scenario", "Synchronization"],
        "GatewayServer": ["Bytes", "Wire", "CMicroHTTPD", "CLinux", "Glibc", "Synchronization"],
        "Mishap": [
            "Bytes", "JSONText", "Wire", "Catalogue", "Scenario", "Engine", "GatewayServer", "CPCRE2", "Glibc",
            "Synchronization",
        ],
        "MishapTesting": ["Bytes", "Wire", "Mishap", "CLinux", "Glibc", "Testing"],
        "MishapCommand": [
            "Bytes", "JSONText", "Wire", "Catalogue", "Scenario", "GatewayServer", "Mishap", "CLinux", "Glibc",
            "Synchronization",
        ],
        "mishap": ["MishapCommand"],
        "CMicroHTTPD": [], "CLinux": [], "CPCRE2": [],
    ]

    private static let levels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]

    private static let sources = ScenarioFolder.repository.appending(path: "Sources")

    private static var rooms: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: sources.path()).sorted() }
    }

    /// The modules that a room imports, each with a file that does.
    private static func imports(of room: String) throws -> [String: String] {
        var found: [String: String] = [:]
        let folder = sources.appending(path: room)
        for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)!
        where file.pathExtension == "swift" {
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                // Also `@testable import A`, `public import struct A.B`.
                let words = line.split(separator: " ")
                guard let place = words.firstIndex(of: "import"), place < words.count - 1, !line.hasPrefix("//"),
                    words[..<place].allSatisfy({ $0.hasPrefix("@") || Self.levels.contains($0) })
                else { continue }
                let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
                let name = kinds.contains(words[place + 1]) ? words[place + 2] : words[place + 1]
                found[String(name.prefix { $0 != "." })] = file.lastPathComponent
            }
        }
        return found
    }

    @Test func everyRoomHasItsArrows() throws {
        #expect(try Set(Self.rooms) == Set(Self.arrows.keys))
    }

    @Test(arguments: arrows.keys.sorted())
    func aRoomKnowsOnlyWhatIsBelowIt(room: String) throws {
        let allowed = try #require(Self.arrows[room])
        for (module, file) in try Self.imports(of: room) {
            #expect(allowed.contains(module), "\(room)/\(file) imports \(module)")
        }
    }

    @Test(arguments: pure)
    func pureRoomsHaveNeitherCNorFoundation(room: String) throws {
        let known = Set(Self.pure + ["Synchronization"])
        #expect(try Set(Self.imports(of: room).keys).isSubset(of: known))
    }

    /// A port of the server to another system is that folder.
    @Test func theServersCallsOfLinuxAreInOneFolder() throws {
        let server = Self.sources.appending(path: "GatewayServer")
        let linux = ["clinux_", "epoll_event", "eventfd(", "setsockopt(", "getsockopt(", "pthread_t", "socketpair("]
        var files = 0
        for case let file as URL in FileManager.default.enumerator(at: server, includingPropertiesForKeys: nil)!
        where file.pathExtension == "swift" {
            let isSystem = file.pathComponents.suffix(2).first == "System"
            let text = try String(contentsOf: file, encoding: .utf8)
            let isKnown = text.contains("import CLinux") || linux.contains { text.contains($0) }
            if isSystem { files += isKnown ? 1 : 0 } else { #expect(!isKnown, "\(file.lastPathComponent)") }
        }
        #expect(files > 5)
    }

    /// Tests may: it is the toolchain's.
    @Test func noSourceOfTheProductImportsFoundation() throws {
        for room in try Self.rooms {
            let imports = try Self.imports(of: room)
            for module in imports.keys { #expect(!module.hasPrefix("Foundation"), "\(room)/\(imports[module] ?? "")") }
        }
    }

    /// A fresh clone builds with the toolchain and the distribution's packages alone.
    @Test func thePackageHasNoDependencies() throws {
        let package = try ScenarioFolder.repositoryText("Package.swift")
        #expect(package.contains("let package = Package("))
        #expect(!package.contains(".package("))
        #expect(!package.contains(".product("))
        let resolved = ScenarioFolder.repository.appending(path: "Package.resolved").path()
        #expect(!FileManager.default.fileExists(atPath: resolved))
    }

    /// Were nothing found, all of the above would hold.
    @Test func theReadingOfImportsFindsThem() throws {
        #expect(try Self.imports(of: "mishap").keys.sorted() == ["MishapCommand"])
        #expect(try Self.imports(of: "GatewayServer").keys.contains("CMicroHTTPD"))
    }
}
