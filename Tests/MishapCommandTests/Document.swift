import Foundation

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
        text = try ScenarioFolder.repositoryText(path)
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
    static func shell(_ command: String) throws -> (output: String, error: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command.replacing("curl ", with: "curl -sS ")]
        let (output, error) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = error
        try process.run()
        defer { process.waitUntilExit() }
        return (
            String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self),
            String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        )
    }
}
