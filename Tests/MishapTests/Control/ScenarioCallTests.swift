import Foundation
import GatewayServer
import JSONText
import Rules
import TestSupport
import Testing

@testable import Mishap

/// Scenarios that tests put, read and delete over HTTP.
@Suite(.descriptors) struct ScenarioCallTests {
    private static let rules = #"{ "name": "all", "steps": [ { "reply": { "text": "file" } } ] }"#

    private static func scenario(_ text: String) -> String {
        #"{ "rules": [ { "name": "all", "steps": [ { "reply": { "text": "\#(text)" } } ] } ] }"#
    }

    private static func tag(_ called: RunningGateway.Called) -> String? {
        called.fields.first { $0.hasPrefix("ETag: ") }.map { String($0.dropFirst(6)) }
    }

    @Test func oneThatIsPutAnswersAtOnce() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let text = Self.scenario("one")
        let put = try gateway.call("PUT", "scenarios/a--b", text)
        #expect(put.status == 201)
        #expect(put.json["name"] == .string("a/b"))
        #expect(put.fields.contains("Location: /__mishap/scenarios/a--b"))
        #expect(try gateway.ask("/@a/b/x").body == "one")
        #expect(try gateway.ask("/@a/b~key/x").body == "one")
        // What was the only scenario still answers what selects none.
        #expect(try gateway.ask("/x").body == "file")
        let shown = try gateway.call("GET", "scenarios/a%2Fb")
        #expect(shown.status == 200)
        #expect(shown.text == text)
        #expect(Self.tag(shown) != nil && Self.tag(shown) == Self.tag(put))
        #expect(try gateway.call("GET", "scenarios").text.contains("a/b"))
        #expect(try gateway.hits("a--b")["all"] == 1)
    }

    /// Sessions that run keep theirs; the shared one begins anew.
    @Test func oneThatIsPutAgainTakesThePlaceOfTheOther() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        #expect(try gateway.call("PUT", "scenarios/a", Self.scenario("one")).status == 201)
        #expect(try gateway.ask("/@a/x").body == "one")
        #expect(try gateway.ask("/@a~old/x").body == "one")
        let id = try gateway.askForSession(#"{ "scenario": "a" }"#)
        // The same text changes nothing.
        #expect(try gateway.call("PUT", "scenarios/a", Self.scenario("one")).status == 200)
        #expect(try gateway.hits("a")["all"] == 1)
        #expect(try gateway.call("PUT", "scenarios/a", Self.scenario("two")).status == 200)
        #expect(try gateway.hits("a")["all"] == 0)
        #expect(try gateway.ask("/@a/x").body == "two")
        #expect(try gateway.ask("/@a~new/x").body == "two")
        #expect(try gateway.ask("/@a~old/x").body == "one")
        #expect(try gateway.ask("/@\(id)/x").body == "one")
    }

    @Test func onlyWhatTheClientHasSeenIsChanged() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        #expect(try gateway.call("PUT", "scenarios/a", Self.scenario("one"), "If-Match: *").status == 412)
        let first = try gateway.call("PUT", "scenarios/a", Self.scenario("one"))
        let tag = try #require(Self.tag(first))
        #expect(try gateway.call("PUT", "scenarios/a", Self.scenario("two"), "If-Match: \"x\", \(tag)").status == 200)
        #expect(try gateway.call("PUT", "scenarios/a", Self.scenario("three"), "If-Match: \(tag)").status == 412)
        #expect(try gateway.call("PUT", "scenarios/a", Self.scenario("three"), "If-Match: W/\(tag)").status == 412)
        #expect(try gateway.call("DELETE", "scenarios/a", nil, "If-Match: \(tag)").status == 412)
        #expect(try gateway.ask("/@a/x").body == "two")
        #expect(try gateway.call("DELETE", "scenarios/a", nil, "If-Match: *").status == 204)
    }

    @Test func oneThatIsDeletedIsGone() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        _ = try gateway.call("PUT", "scenarios/a", Self.scenario("one"))
        #expect(try gateway.ask("/@a~key/x").body == "one")
        #expect(try gateway.call("DELETE", "scenarios/a").status == 204)
        #expect(try gateway.call("DELETE", "scenarios/a").status == 204)
        #expect(try gateway.ask("/@a/x").status == 404)
        #expect(try gateway.ask("/@a~key/x").body == "one")
        #expect(try gateway.call("GET", "scenarios/a").status == 404)
        #expect(try gateway.call("DELETE", "scenarios/never").status == 404)
        // It may come again.
        #expect(try gateway.call("PUT", "scenarios/a", Self.scenario("two")).status == 201)
        #expect(try gateway.ask("/@a/x").body == "two")
    }

    @Test func whatIsWrongChangesNothing() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        _ = try gateway.call("PUT", "scenarios/a", Self.scenario("one"))
        for name in ["A", "a..b--", "--a", "%2E%2E%2Fa", "a%0Ab", "default", String(repeating: "a", count: 201)] {
            #expect(try gateway.call("PUT", "scenarios/\(name)", Self.scenario("x")).status == 400, "\(name)")
        }
        let wrong = try gateway.call("PUT", "scenarios/a", #"{ "rulez": [] }"#)
        #expect(wrong.status == 422)
        #expect(wrong.text.contains("did you mean"))
        #expect(try gateway.call("PUT", "scenarios/a", "{").status == 422)
        let file = #"{ "rules": [ { "name": "f", "steps": [ { "reply": { "file": "/etc/passwd" } } ] } ] }"#
        #expect(try gateway.call("PUT", "scenarios/a", file).status == 422)
        #expect(try gateway.call("PUT", "scenarios/a?x=1", Self.scenario("x")).status == 400)
        #expect(try gateway.ask("/@a/x").body == "one")
    }

    // MARK: Files

    private static func folder(_ files: [String: String]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-tests-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        return folder
    }

    @Test func aFileIsShownAsItWasRead() throws {
        let text = "  " + Self.scenario("one") + "\n\n"
        let folder = try Self.folder(["a.json": text])
        defer { try? FileManager.default.removeItem(at: folder) }
        let gateway = try RunningGateway(loading: [folder.path()])
        let shown = try gateway.call("GET", "scenarios/a")
        #expect(shown.status == 200)
        #expect(shown.text == text)
        try Data(Self.scenario("two").utf8).write(to: folder.appending(path: "a.json"))
        let changed = try gateway.call("GET", "scenarios/a")
        #expect(changed.status == 409)
        #expect(changed.detail.contains("--watch"))
        #expect(try gateway.ask("/x").body == "one")
    }

    /// Neither what was put nor what was deleted is changed by files that are loaded anew.
    @Test func aReloadLeavesWhatTestsHaveChanged() throws {
        let files = ["a.json": Self.scenario("a"), "b.json": Self.scenario("b"), "c.json": Self.scenario("c")]
        let folder = try Self.folder(files)
        defer { try? FileManager.default.removeItem(at: folder) }
        let gateway = try RunningGateway(loading: [folder.path()])
        #expect(try gateway.call("PUT", "scenarios/a", Self.scenario("put")).status == 200)
        #expect(try gateway.call("PUT", "scenarios/own", Self.scenario("own")).status == 201)
        #expect(try gateway.call("DELETE", "scenarios/b").status == 204)
        #expect(try gateway.ask("/@a/x").body == "put")
        for name in ["a", "b", "c"] {
            try Data(Self.scenario("new \(name)").utf8).write(to: folder.appending(path: "\(name).json"))
        }
        let change = try gateway.gateway.reload(Gateway.load([folder.path()]))
        #expect(change.changed == ["c"] && change.added == [] && change.removed == [])
        #expect(try gateway.ask("/@a/x").body == "put")
        #expect(try gateway.hits("a")["all"] == 2)
        #expect(try gateway.ask("/@b/x").status == 404)
        #expect(try gateway.ask("/@c/x").body == "new c")
        #expect(try gateway.ask("/@own/x").body == "own")
        #expect(gateway.gateway.scenarioNames == ["a", "c", "own"])
        // The file's comes back with nothing but a scenario that is put.
        #expect(try gateway.call("DELETE", "scenarios/a").status == 204)
        #expect(try gateway.ask("/@a/x").status == 404)
    }

    @Test func thereIsABound() throws {
        let store = ScenarioStore()
        var put: [String] = []
        for number in 0...ScenarioStore.mostGiven {
            let result = store.put(.empty("s\(number)"), Array("{}".utf8), if: { _ in true }) { _ in
                put.append("s\(number)")
            }
            if case .full = result { continue }
        }
        #expect(put.count == ScenarioStore.mostGiven)
        #expect(store.names.count == ScenarioStore.mostGiven)
    }
}
