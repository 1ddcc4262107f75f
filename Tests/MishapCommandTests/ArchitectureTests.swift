import Foundation
import TestSupport
import Testing

/// The dependencies of the modules: which may use which.
struct ArchitectureTests {
    private static let pure = [
        "Bytes", "JSONText", "XMLText", "Wire", "HTTP1", "Catalogue", "Systems", "Rules", "ScenarioFiles", "Engine",
    ]

    private static let arrows: [String: Set<String>] = [
        // For the test suites of others, on systems that have nothing else of this.
        "MishapTesting": ["Foundation", "FoundationNetworking", "Testing"],
        "Bytes": [],
        "JSONText": ["Bytes"],
        "XMLText": ["Bytes"],
        "Wire": ["Bytes"],
        "HTTP1": ["Wire"],
        // Locks for what is made when it is first asked for are the language's own, and no C.
        "Catalogue": ["Bytes", "JSONText", "Wire", "HTTP1", "Synchronization"],
        "Systems": ["Bytes", "JSONText", "XMLText", "Wire", "HTTP1", "Catalogue"],
        "Rules": ["Bytes", "JSONText", "Wire", "Catalogue", "Synchronization"],
        "ScenarioFiles": ["Bytes", "JSONText", "Wire", "HTTP1", "Catalogue", "Rules", "Synchronization"],
        // Atomics for hits are the language's own, and no C.
        "Engine": ["Bytes", "JSONText", "Wire", "Catalogue", "Rules", "Synchronization"],
        "TLS": ["Bytes", "Wire", "CGnuTLS", "Glibc", "Synchronization"],
        "GatewayServer": [
            "Bytes", "Wire", "HTTP1", "TLS", "CMicroHTTPD", "CLinux", "CReceiveHook", "Glibc", "Synchronization",
        ],
        "Mishap": [
            "Bytes", "JSONText", "Wire", "Catalogue", "Systems", "Rules", "ScenarioFiles", "Engine", "TLS",
            "GatewayServer", "CPCRE2",
            "CZlib", "CLinux", "Glibc", "Synchronization",
        ],
        "MishapEmbedding": ["Bytes", "JSONText", "GatewayServer", "Mishap"],
        "MishapCommand": [
            "Bytes", "JSONText", "XMLText", "Wire", "HTTP1", "Catalogue", "Systems", "Rules", "ScenarioFiles",
            "TLS", "GatewayServer",
            "Mishap", "CLinux", "CBuild", "Glibc", "Synchronization",
        ],
        "mishap": ["MishapCommand"],
        "CMicroHTTPD": [], "CLinux": [], "CPCRE2": [], "CZlib": [], "CGnuTLS": [], "CReceive": [], "CReceiveHook": [],
        "CBuild": [],
    ]

    private static let levels: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]

    private static let sources = Repository.root.appending(path: "Sources")

    private static var modules: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: sources.path()).sorted() }
    }

    /// Those that the program consists of: all but the library for test suites, which only calls it.
    private static var modulesOfTheProduct: [String] { get throws { try modules.filter { $0 != "MishapTesting" } } }

    /// The modules that a module imports, each with a file that does.
    private static func imports(of module: String) throws -> [String: String] {
        var found: [String: String] = [:]
        let folder = sources.appending(path: module)
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
        #expect(try Set(Self.modules) == Set(Self.arrows.keys))
    }

    @Test(arguments: arrows.keys.sorted())
    func aModuleUsesOnlyThoseBelowIt(module: String) throws {
        let allowed = try #require(Self.arrows[module])
        for (imported, file) in try Self.imports(of: module) {
            #expect(allowed.contains(imported), "\(module)/\(file) imports \(imported)")
        }
    }

    @Test(arguments: pure)
    func pureModulesImportNeitherCNorFoundation(module: String) throws {
        let known = Set(Self.pure + ["Synchronization"])
        #expect(try Set(Self.imports(of: module).keys).isSubset(of: known))
    }

    /// The Swift files of a module, with the folder that each is in, "." for the module's own, and its text.
    private static func files(of module: String) throws -> [(folder: String, name: String, path: String, text: String)]
    {
        let root = sources.appending(path: module)
        let enumerator = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        return try enumerator.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
            let folder = file.deletingLastPathComponent().lastPathComponent
            return (
                folder == module ? "." : folder, file.lastPathComponent, file.path(),
                try String(contentsOf: file, encoding: .utf8)
            )
        }
    }

    /// A port of the server to another system is the one folder, another library for HTTP the other.
    @Test(arguments: [
        (
            "System",
            [
                "clinux_", "epoll_event", "eventfd(", "setsockopt(", "getsockopt(", "pthread_t", "socketpair(",
                "import CLinux",
            ]
        ),
        ("MicroHTTPD", ["MHD_", "cmicrohttpd_", "import CMicroHTTPD", "creceive_"]),
    ])
    func whatTheServerStandsOnIsNamedInOneFolder(folder: String, names: [String]) throws {
        var found = 0
        for file in try Self.files(of: "GatewayServer") {
            let names = names.filter { file.text.contains($0) }
            if file.folder == folder { found += names.isEmpty ? 0 : 1 } else { #expect(names == [], "\(file.name)") }
        }
        #expect(found > 5)
    }

    /// A folder knows only those in front of it.
    @Test(arguments: [
        ("GatewayServer", ["System", "Configuration", "Transport", "Loop", "Exchange", "Carriers", "MicroHTTPD", "."]),
        ("Mishap", ["Machine", "Scenarios", "Journal", "Sessions", "Reports", "Page", "Control", "Responding", "."]),
    ])
    func foldersHaveAnOrder(module: String, order: [String]) throws {
        let files = try Self.files(of: module)
        #expect(Set(files.map(\.folder)) == Set(order))
        let declaration = try Regex(#"(?m)^(?:\w+ )*(?:class|struct|enum|protocol|typealias) (\w+)"#)
        var owners: [Substring: Int] = [:]
        for file in files {
            for match in file.text.matches(of: declaration) where !match.0.hasPrefix("private") {
                if let name = match.output[1].substring { owners[name] = order.firstIndex(of: file.folder) }
            }
        }
        #expect(owners.count > 30)
        for file in files {
            let place = try #require(order.firstIndex(of: file.folder))
            let lines = file.text.split(separator: "\n").filter { !$0.contains("///") && !$0.contains("// ") }
            let code = lines.joined(separator: "\n").replacing(/"[^"\n]*"/, with: "")
            for word in Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
                guard let owner = owners[word] else { continue }
                #expect(owner <= place, "\(file.folder)/\(file.name) names \(word) of \(order[owner])")
            }
        }
    }

    private static let systems = [
        "jsonrpc": "JSONRPC", "xmlrpc": "XMLRPC", "mtop": "MTOP", "salesforce": "Salesforce", "graph": "Graph",
        "documents": "Documents", "urlerror": "URLErrors",
    ]

    /// A system is one folder and one line of `Systems.swift`: nobody else names its types, nor writes its name as a text.
    @Test func onlyASystemNamesWhatIsItsOwn() throws {
        let declaration = try Regex(#"(?m)^(?:final |indirect )*(?:class|struct|enum|protocol|typealias) (\w+)"#)
        var owners: [Substring: String] = [:]
        for file in try Self.files(of: "Systems") {
            guard let system = Self.system(of: file.path) else { continue }
            for match in file.text.matches(of: declaration) {
                if let name = match.output[1].substring { owners[name] = system }
            }
        }
        #expect(owners.count > 100 && Set(owners.values) == Set(Self.systems.values))
        let literal = try Regex("\"(\(Self.systems.keys.joined(separator: "|")))(?:/[^\"\n]*)?\"")
        for module in try Self.modulesOfTheProduct {
            for file in try Self.files(of: module) where file.name != "Systems.swift" {
                let own = Self.system(of: file.path)
                let lines = file.text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
                let code = lines.joined(separator: "\n")
                for match in code.matches(of: literal) {
                    let name = match.output[1].substring.map(String.init) ?? ""
                    #expect(Self.systems[name] == own, "\(module)/\(file.name) writes \(match.0)")
                }
                let words = code.replacing(/"[^"\n]*"/, with: "").split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                for word in Set(words) {
                    guard let owner = owners[word] else { continue }
                    #expect(owner == own, "\(module)/\(file.name) names \(word) of \(owner)")
                }
            }
        }
    }

    /// The folder of a system that a file is in.
    private static func system(of path: String) -> String? {
        let parts = path.components(separatedBy: "/Sources/Systems/").last?.split(separator: "/") ?? []
        return path.contains("/Sources/Systems/") && parts.count > 1 ? String(parts[0]) : nil
    }

    /// Tests may: it is the toolchain's.
    @Test func noSourceOfTheProductImportsFoundation() throws {
        for module in try Self.modulesOfTheProduct {
            let imports = try Self.imports(of: module)
            for name in imports.keys { #expect(!name.hasPrefix("Foundation"), "\(module)/\(imports[name] ?? "")") }
        }
    }

    /// One use of them links the library's regular expressions: a megabyte of the program.
    @Test func noSourceOfTheProductUsesTheLibrarysPatterns() throws {
        let calls = [
            ".replace(\"", "firstMatch(of", "wholeMatch(", "prefixMatch(", "matches(of", "ranges(of", "firstRange(of",
            "trimmingPrefix(", "Regex<", "Regex(", "RegexBuilder", "_StringProcessing",
        ]
        for module in try Self.modulesOfTheProduct {
            // The page's text is JavaScript.
            for file in try Self.files(of: module) where !file.path.hasSuffix("/PageText.swift") {
                let code = file.text.split(separator: "\n").filter { !$0.contains("///") }
                #expect(
                    !code.contains { $0.contains(".replacing(") && !$0.contains(".replacing(each:") }, "\(file.path)")
                // By one character it is of the standard library; by a text it is not.
                #expect(!code.contains { $0.contains(/split\(separator: "[^"\\]{2,}"/) }, "\(file.path)")
                for call in calls { #expect(!code.contains { $0.contains(call) }, "\(call) in \(file.path)") }
            }
        }
    }

    /// A fresh clone builds with the toolchain and the distribution's packages alone.
    @Test func thePackageHasNoDependencies() throws {
        let package = try Repository.text("Package.swift")
        #expect(package.contains("let package = Package("))
        #expect(!package.contains(".package("))
        #expect(!package.contains(".product("))
        let resolved = Repository.path("Package.resolved")
        #expect(!FileManager.default.fileExists(atPath: resolved))
    }

    /// `MishapTesting` builds where the gateway does not: on macOS and for a simulator, from this package alone.
    @Test func theLibraryForTestSuitesHasNoDependencies() throws {
        let package = try Repository.text("Package.swift")
        #expect(package.contains(#".library(name: "MishapTesting", targets: ["MishapTesting"])"#))
        #expect(
            package.contains(#".target(name: "MishapTesting", exclude: ["README.md"], swiftSettings: settings)"#),
            "it has no dependencies")
        let imports = try Self.imports(of: "MishapTesting")
        #expect(Set(imports.keys) == ["Foundation", "FoundationNetworking", "Testing"])
        for file in try Self.files(of: "MishapTesting") {
            if file.text.contains("import FoundationNetworking") {
                #expect(file.text.contains("#if canImport(FoundationNetworking)"), "\(file.name)")
            }
            if file.text.contains("= Process()") {
                #expect(file.text.contains("#if os(macOS) || os(Linux)"), "\(file.name)")
            }
        }
    }

    /// Were nothing found, all of the above would hold.
    @Test func theReadingOfImportsFindsThem() throws {
        #expect(try Self.imports(of: "mishap").keys.sorted() == ["MishapCommand"])
        #expect(try Self.imports(of: "GatewayServer").keys.contains("CMicroHTTPD"))
    }
}
