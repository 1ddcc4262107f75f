import Foundation
import TestSupport
import Testing

/// The clients of docs/tls.md, each as the page shows it: what is run here trusts the gateway, and prints 200.
@Suite(.descriptors) struct TLSPageTests {
    struct Block: Sendable, CustomTestStringConvertible {
        let section: String
        let kind: String
        let text: String
        /// The blocks of the section before it, by the name of the file that each is.
        var files: [String: String] = [:]

        var testDescription: String { "\(section): \(kind)" }

        /// The name that a program has; one in Java says its own.
        var file: String? {
            switch kind {
            case "python": "ask.py"
            case "js": "ask.js"
            case "go": "ask.go"
            case "java": text.firstMatch(of: /public class (\w+)/).map { "\($0.1).java" }
            default: nil
            }
        }
    }

    private static let blocks: [Block] = {
        let page = (try? Repository.text("docs/tls.md")) ?? ""
        let part =
            page.components(separatedBy: "\n## For each client\n").last?.components(separatedBy: "\n## ").first ?? ""
        return part.components(separatedBy: "\n### ").dropFirst().flatMap { section -> [Block] in
            let name = String(section.prefix { $0 != "\n" })
            var files: [String: String] = [:]
            return section.matches(of: /(?m)^```(\w+)\n((?s).*?)^```$/).map { match in
                var block = Block(section: name, kind: String(match.1), text: String(match.2))
                if let file = block.file { files[file] = block.text }
                block.files = files
                return block
            }
        }
    }()

    /// Programs that a block of the shell starts stand before it, and are run by it.
    private static let run = blocks.filter { $0.kind != "java" }

    @Test func allOfItIsRun() {
        #expect(Set(Self.blocks.map(\.section)) == ["curl", "Python", "Node", "Java", "Go"])
        #expect(Self.blocks.allSatisfy { ["sh", "python", "js", "java", "go"].contains($0.kind) })
        #expect(Self.run.count == 10)
    }

    @Test(arguments: run) func theClientTrustsTheGateway(block: Block) async throws {
        try await aside {
            let gateway = try RunningGateway(rules: #"{ "match": { "path": "/any" }, "reply": {} }"#)
            let certificate = try gateway.ask("/__mishap/ca.pem").body
            let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-page-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            for (name, text) in block.files { try Data(text.utf8).write(to: folder.appending(path: name)) }
            try Data(certificate.utf8).write(to: folder.appending(path: "ca.pem"))
            let environment = ClientProgram.environment.merging([
                "MISHAP_CA": folder.appending(path: "ca.pem").path(),
                "MISHAP_HTTPS_URL": "https://127.0.0.1:\(gateway.port)",
            ]) { _, own in own }
            let command: (program: String, arguments: [String]) =
                switch block.kind {
                case "python": (PythonClient.path, ["ask.py"])
                case "js": ("node", ["ask.js"])
                case "go": ("go", ["run", "ask.go"])
                default: ("/bin/sh", ["-e", "-c", block.text])
                }
            func ask(_ environment: [String: String]) throws -> ProgramRun {
                try ProgramRun(command.program, command.arguments, environment: environment, in: folder.path())
            }
            let run = try ask(environment)
            #expect(run.code == 0 && run.output.hasSuffix("200\n"), "\(run.output)\n\(run.error)")
            #expect(try gateway.journal(ended: 1).entries.count == 1)
        }
    }

    /// Only the authority makes it so.
    @Test func withoutTheAuthorityNoneDoes() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: #"{ "reply": {} }"#)
            let run = try ProgramRun("curl", ["-s", "https://127.0.0.1:\(gateway.port)/"])
            #expect(run.code == 60, "\(run.output)")
        }
    }
}
