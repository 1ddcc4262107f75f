import Catalogue
import Foundation
import Systems
import TestSupport
import Testing

@testable import MishapCommand

/// What the README says is not there is refused by name, and nothing that is planned is missing in its list.
@Suite(.blocking) struct NotBuiltTests {
    /// What stands between backquotes in the list.
    private static let names: [String] = {
        let text = (try? Repository.text("README.md")) ?? ""
        let section = text.components(separatedBy: "\n## What is not there\n").last ?? ""
        let list = section.components(separatedBy: "\n## ")[0].components(separatedBy: "\n\n- ").last ?? ""
        return list.matches(of: /`([^`]+)`/).map { String($0.1) }
    }()

    private static func command(_ name: String) throws -> Command {
        try #require(Program.mishap.commands.first { $0.name == name })
    }

    @Test func optionsAreRefused() throws {
        let (serve, exec) = (try Self.command("serve").planned, try Self.command("exec").planned)
        #expect(Self.names.filter { $0.hasPrefix("--") }.sorted() == (serve.union(exec)).map { "--\($0)" }.sorted())
        for (command, options, code) in [("serve", serve, Int32(2)), ("exec", exec, 125)] {
            for option in options {
                let run = Run([command, "--\(option)", "x", "--", "true"])
                #expect(run.code == code)
                #expect(run.error.contains("--\(option) is not built yet"))
            }
        }
    }

    @Test func commandsAreRefused() {
        #expect(Self.names.filter { $0.hasPrefix("mishap ") } == Program.mishap.planned.map { "mishap \($0)" })
        for command in Program.mishap.planned {
            let run = Run([command])
            #expect(run.code == 2)
            #expect(run.error.contains("mishap \(command) is not built yet"))
        }
    }

    /// A system stands for all of its failures of which nothing is built; of TLS some are.
    @Test func failuresAreRefused() throws {
        let planned = FailureIndex.planned.map(\.name)
        let systems = Self.names.filter { $0.hasSuffix("/…") }.map { String($0.dropLast()) }
        #expect(systems.count == 2)
        let built = FailureIndex.all.names
        for system in systems { #expect(!built.contains { $0.hasPrefix(system) }, "\(system)") }
        let single = Self.names.filter { $0.wholeMatch(of: /[a-z0-9]+\/[a-z-]+/) != nil }
        #expect(single.sorted() == planned.filter { name in !systems.contains { name.hasPrefix($0) } }.sorted())
        for name in planned {
            let folder = try ScenarioFolder(["a.json": #"{ "rules": [{ "fail": "\#(name)" }] }"#])
            let run = Run(["check", folder.path])
            #expect(run.code == 1)
            #expect(run.error.contains("\"\(name)\" is not supported by this version yet"), "\(run.error)")
        }
    }

    /// Fields of scenarios, each with a scenario that has it.
    @Test(arguments: [
        ("protocols", #"{ "rules": [{ "fail": 503 }], "protocols": ["h2"] }"#)
    ])
    func fieldsAreRefused(field: String, scenario: String) throws {
        #expect(Self.names.contains("\"\(field)\""))
        let folder = try ScenarioFolder(["a.json": scenario])
        let run = Run(["check", folder.path])
        #expect(run.code == 1)
        #expect(run.error.contains("error: \"\(field)\" is not supported by this version yet"), "\(run.error)")
    }

    @Test func callsAndMembersOfTheControlAPIAreRefused() throws {
        let mishap = try Binary(["serve", "scenarios/tcp", "--port", "0", "--quiet"], in: Repository.root.path())
        let api = "http://127.0.0.1:\(try #require(mishap.port()))/__mishap/"
        let isPath = { (name: String) in name.contains("{id}") || name.hasSuffix(".pem") || name.hasSuffix(".pac") }
        let paths = Self.names.filter(isPath)
        #expect(paths.count == 1)
        for path in paths {
            let said = try Document.shell("curl -w '%{http_code}' \(api)\(path.replacing("{id}", with: "default"))")
                .output
            #expect(said.contains("is not built yet") && said.hasSuffix("404"), "\(said)")
        }
        for member in ["hosts"] {
            #expect(Self.names.contains("\"\(member)\""))
            let body = #"{ "scenario": "reset", "\#(member)": 0 }"#
            let said = try Document.shell("curl -w '%{http_code}' --json '\(body)' \(api)sessions").output
            #expect(said.contains("is not built yet") && said.hasSuffix("422"), "\(said)")
        }
    }

    /// Each name of the list is one that a test above refuses.
    @Test func nothingElseIsInTheList() {
        let others = Self.names.filter { name in
            !name.hasPrefix("--") && !name.hasPrefix("mishap ") && !name.contains("/") && !name.hasPrefix("\"")
                && !["serve", "exec", "proxy.pac"].contains(name)
        }
        #expect(others == [])
        #expect(
            Self.names.filter { $0.hasPrefix("\"") }.sorted() == ["\"hosts\"", "\"protocols\""])
    }
}
