import Foundation
import TestSupport

/// A document of the repository, with what it shows.
struct Document {
    struct Block {
        let kind: String
        let text: String
    }

    let text: String
    /// The fenced blocks, in their order.
    let blocks: [Block]

    init(_ path: String) throws {
        text = try Repository.text(path)
        blocks = text.matches(of: /(?m)^```(\w*)\n((?s).*?)^```$/).map {
            Block(kind: String($0.1), text: String($0.2))
        }
    }

    func blocks(_ kind: String) -> [String] { blocks.filter { $0.kind == kind }.map(\.text) }

    /// What differs from run to run, made the same.
    static func withoutTimes(_ line: String) -> String {
        line.replacing(/Date: .*/, with: "Date").replacing(/after \d+ milliseconds/, with: "after the time")
    }

    /// What a line of the shell says; curl leaves out its progress.
    static func shell(_ command: String) throws -> ProgramRun {
        try ProgramRun("/bin/sh", ["-c", command.replacing("curl ", with: "curl -sS ")])
    }
}
