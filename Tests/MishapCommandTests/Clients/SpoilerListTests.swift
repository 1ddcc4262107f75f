import Catalogue
import Foundation
import Systems
import TestSupport
import Testing

/// The failures that spoil a reply, as the libraries for test suites know them: what these write into `reply` rather than
/// `with` depends on it.
///
/// After a change that is meant, `MISHAP_WRITE_GOLDENS=1 swift test --filter SpoilerListTests` writes the files anew.
struct SpoilerListTests {
    @Test(arguments: SpoilerList.files) func isThatOfTheCatalogue(_ file: SpoilerList.File) throws {
        if ProcessInfo.processInfo.environment["MISHAP_WRITE_GOLDENS"] != nil {
            try file.text.write(
                to: Repository.root.appending(path: file.path), atomically: true, encoding: .utf8)
        }
        #expect(try Repository.text(file.path) == file.text, "MISHAP_WRITE_GOLDENS=1 writes \(file.path) anew")
    }

    @Test func itHasNamesCodesAndSymbols() {
        let names = Set(SpoilerList.names)
        #expect(names.isSuperset(of: ["tcp/reset-mid-body", "jsonrpc/wrong-id", "wrong-id", "NSFormattingError"]))
        // 303 is a status too, and a bare one means that.
        #expect(names.isDisjoint(with: ["http/status/503", "tcp/reset", "303", "graph/190", "http/timeout"]))
    }
}

enum SpoilerList {
    struct File: Sendable, CustomTestStringConvertible {
        let path: String
        let text: String
        var testDescription: String { path }
    }

    /// By each word that a scenario takes for them, unless it also means a failure of another kind.
    static let names: [String] = {
        let index = FailureIndex.all
        var kinds: [String: Set<Failure.Kind>] = [:]
        for entry in index.entries {
            guard let kind = index.kind(of: entry) else { continue }
            let words = [entry.code] + entry.aliases
            for word in [entry.name] + words + words.map({ "\(entry.system)/\($0)" }) {
                kinds[word, default: []].insert(kind)
            }
        }
        return kinds.filter { $0.value == [.spoiler] && Int($0.key).map { !(100...999).contains($0) } ?? true }.keys
            .sorted()
    }()

    static var files: [File] {
        let lines = names.map { "    \"\($0)\",\n" }.joined()
        let about =
            "The failures that spoil a reply, by each of their names. Made by SpoilerListTests from the catalogue."
        return [
            File(
                path: "clients/python/mishap_testing/_failures.py",
                text: "\"\"\"\(about)\"\"\"\n\nSPOILERS = frozenset([\n\(lines)])\n"),
            File(
                path: "clients/javascript/src/spoilers.js",
                text: "// \(about)\n\nexport const spoilers = new Set([\n"
                    + names.map { "  '\($0)',\n" }.joined() + "])\n"),
            File(
                path: "Sources/MishapTesting/SpoilerNames.swift",
                text: "/// \(about)\nlet spoilerNames: Set<String> = [\n\(lines)]\n"),
        ]
    }
}
