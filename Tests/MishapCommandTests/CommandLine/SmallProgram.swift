@testable import MishapCommand

/// A program with a command of every kind, to read words with.
enum SmallProgram {
    static let depth = Option(
        "depth", Int64.self, value: "number", variable: "MISHAP_DEPTH", standard: 3, help: "How deep.")
    static let name = Option("name", Word.self, value: "name", help: "What for.")
    static let map = Option(
        repeatable: "map", Word.self, value: "pair", variable: "MISHAP_MAP", help: "From and to.")
    static let quick = Option(switch: "quick", variable: "MISHAP_QUICK", help: "Soon.")

    /// What `dig` read.
    struct Read: Hashable {
        var depth: Int64 = 3
        var name: String?
        var map: [String] = []
        var quick = false
        var arguments: [String] = []
    }

    static let dig = Command(
        name: "dig", aliases: ["delve"], summary: "Digs.",
        arguments: [Argument(name: "place", count: .any, completion: .files, help: "Where.")],
        options: [depth.description, name.description, map.description, quick.description],
        planned: ["later"], run: { _, _ in 0 })

    static let wrap = Command(
        name: "wrap", summary: "Wraps a command.",
        arguments: [
            Argument(
                name: "kind", count: .one, completion: .words([.init("box"), .init("bag", "Soft.")]), help: "A kind."),
            Argument(name: "size", count: .atMostOne, help: "A size."),
        ],
        options: [quick.description],
        verbatim: Argument(name: "word", count: .any, help: "The command."), usageErrorExitCode: 125, run: { _, _ in 0 }
    )

    static let program = Program(
        name: "small", version: { "1\n" }, summary: "It is small.", discussion: Discussion(""), commands: [dig, wrap],
        planned: ["soon"], exits: [], variables: [], isOperand: { $0 == "-code" })

    /// The command and values of words; for help and the version nil.
    static func values(_ words: [String], environment: [String: String] = [:]) throws(UsageError) -> Values? {
        let parser = CommandLineParser(program: program)
        let bytes = words.map { Array($0.utf8) }
        let command = try parser.command(of: bytes)
        guard case .run(_, let values) = try parser.read(bytes, command, Environment(environment)) else { return nil }
        return values
    }

    static func read(_ words: [String], environment: [String: String] = [:]) throws(UsageError) -> Read {
        guard let values = try values(["dig"] + words, environment: environment) else { return Read() }
        return Read(
            depth: try values[depth], name: try values[name]?.text, map: try values[map].map(\.text),
            quick: try values[quick], arguments: values.arguments)
    }
}
