@testable import Systems
import Catalogue
import Foundation
import TestSupport
import Testing

/// The scenarios that go with the failures: one a failure, and only what failures understand.
struct ScenarioFilesTests {
    private static func path(of failure: String) -> String {
        "scenarios/" + (names[failure] ?? failure.replacing("http/status/", with: "http/status-")) + ".json"
    }

    /// Scenarios that are called after what a number means.
    private static let names = [
        "jsonrpc/-32700": "jsonrpc/parse-error", "jsonrpc/-32600": "jsonrpc/invalid-request",
        "jsonrpc/-32601": "jsonrpc/method-not-found", "jsonrpc/-32602": "jsonrpc/invalid-params",
        "jsonrpc/-32603": "jsonrpc/internal-error", "jsonrpc/-32000": "jsonrpc/server-error",
        "xmlrpc/-32700": "xmlrpc/parse-error", "xmlrpc/-32701": "xmlrpc/unsupported-encoding",
        "xmlrpc/-32702": "xmlrpc/invalid-character", "xmlrpc/-32600": "xmlrpc/not-conforming",
        "xmlrpc/-32601": "xmlrpc/method-not-found", "xmlrpc/-32602": "xmlrpc/invalid-params",
        "xmlrpc/-32603": "xmlrpc/internal-error", "xmlrpc/-32500": "xmlrpc/application-error",
        "xmlrpc/-32400": "xmlrpc/system-error", "xmlrpc/-32300": "xmlrpc/transport-error",
        "xmlrpc/-32000": "xmlrpc/server-error",
    ]

    private static func step(_ path: String) throws -> [String: Any] {
        let file = try #require(
            try JSONSerialization.jsonObject(with: Data(Repository.text(path).utf8)) as? [String: Any])
        let description = try #require(file["description"] as? String)
        #expect(description.hasSuffix(".") || description.hasSuffix("?"))
        if let entries = file["connections"] as? [[String: Any]] { return entries[0] }
        let rules = try #require(file["rules"] as? [[String: Any]])
        // Some clients repeat a MOVE for ever that got the 409 of a sharing.
        let match = rules[0]["match"] as? [String: Any]
        let isPOST = path.hasSuffix("too-many-participants.json") && match?["method"] as? String == "POST"
        #expect(match == nil || match as? [String: Bool] == ["batch": true] || isPOST)
        if let steps = rules[0]["steps"] as? [[String: Any]] { return steps[0] }
        return rules[0].filter { !["name", "match"].contains($0.key) }
    }

    @Test(arguments: FailureIndex.all.failures.map(\.name))
    func everyFailureHasAScenarioThatShowsItAtOnce(name: String) throws {
        let step = try Self.step(Self.path(of: name))
        let failure = (step["fail"] as? Int).map { "http/status/\($0)" } ?? step["fail"] as? String
        #expect(failure == name)
        if step["reply"] != nil { #expect(FailureIndex.all[name]?.kind == .spoiler) }
        #expect(Set(step.keys).isSubset(of: ["fail", "with", "reply"]))
    }

    @Test(arguments: FailureIndex.all.failures.map(\.name))
    func whatAScenarioSaysTheFailureTakes(name: String) throws {
        let failure = try #require(FailureIndex.all[name])
        let with = try Self.step(Self.path(of: name))["with"] as? [String: Any] ?? [:]
        for (key, value) in with {
            let parameter = try #require(failure.parameters.first { $0.name == key }, "\(key)")
            switch parameter.kind {
            case .count(let bounds): #expect((value as? Int).map(bounds.contains) == true)
            case .bytes(let bounds):
                if let number = value as? Int {
                    #expect(bounds.contains(number))
                } else {
                    #expect(value is String)
                }
            case .bodyPosition, .cutPosition: #expect(value is Int || value is String)
            case .status: #expect((value as? Int).map { (100...999).contains($0) } == true)
            case .word(let words): #expect((value as? String).map(words.contains) == true)
            case .duration, .text: #expect(value is String)
            case .headers: #expect(value is [String: Any])
            case .json: break
            }
        }
    }

    @Test(arguments: ["http", "tcp"])
    func everyScenarioIsOfAFailure(system: String) throws {
        let files = try Repository.names(in: "scenarios/\(system)").map { "scenarios/\(system)/\($0)" }
        let known = FailureIndex.all.failures.map(\.name).filter { $0.hasPrefix(system + "/") }.map(Self.path)
        #expect(Set(files) == Set(known))
    }
}
