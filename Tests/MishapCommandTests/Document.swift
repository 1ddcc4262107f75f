import Foundation
import TestSupport

/// A document of the repository, with what it shows.
struct Document {
    struct Block {
        let kind: String
        let text: String
    }

    /// All pages in Markdown that describe the program, such as `docs/testing.md`.
    static let pages = ["README.md", "Benchmarks/README.md"] + markdown(in: "docs") + markdown(in: "docs/systems")

    private static func markdown(in folder: String) -> [String] {
        let names = (try? Repository.names(in: folder)) ?? []
        return names.filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }

    let text: String
    /// The fenced blocks, in their order.
    let blocks: [Block]

    init(_ path: String) throws { self.init(text: try Repository.text(path)) }

    init(text: String) {
        self.text = text
        blocks = text.matches(of: /(?m)^```(\w*)\n((?s).*?)^```$/).map {
            Block(kind: String($0.1), text: String($0.2))
        }
    }

    func blocks(_ kind: String) -> [String] { blocks.filter { $0.kind == kind }.map(\.text) }

    /// What differs from run to run, made the same.
    static func withoutTimes(_ line: String) -> String {
        line.replacing(/Date: .*/, with: "Date").replacing(/after \d+ milliseconds/, with: "after the time")
    }

    /// The lines of a transcript, with what its commands really say of the gateway on this port.
    static func transcript(of text: String, port: UInt16) throws -> [String] {
        var said: [String] = []
        for line in text.split(separator: "\n") where line.hasPrefix("$ ") {
            said.append(String(line))
            let run = try shell(String(line.dropFirst(2).replacing(":8080/", with: ":\(port)/")))
            said += run.output.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
            said += run.error.split(separator: "\n").filter { $0.hasPrefix("curl: ") }.map(String.init)
        }
        return said
    }

    /// What a line of the shell says; curl leaves out its progress.
    static func shell(_ command: String) throws -> ProgramRun {
        try ProgramRun("/bin/sh", ["-c", command.replacing("curl ", with: "curl -sS ")])
    }
}
