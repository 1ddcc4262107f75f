internal import Bytes

/// The program as data: its name, help and commands.
struct Program: Sendable {
    let name: String
    /// Lines, of which the first is the version alone.
    let version: @Sendable () -> String
    /// One sentence.
    let summary: String
    let discussion: Discussion
    let commands: [Command]
    /// Commands that are planned for a later version: refused by name, and not in the help.
    let planned: Set<String>
    /// The exit codes of all commands.
    let exits: [(code: Int32, meaning: String)]
    /// Environment variables that do not belong to an option.
    let variables: [(name: String, help: String)]
    /// Whether a word that begins with a dash is an argument and not an option, such as a code of a failure.
    let isOperand: @Sendable (String) -> Bool

    /// A command by its name or an alias.
    func command(_ name: String) -> Command? {
        commands.first { $0.name == name || $0.aliases.contains(name) }
    }

    /// The options of the program and of every command.
    static let options: [(usage: String, spellings: [String], help: String)] = [
        ("-h, --help", ["--help", "-h"], "Print help."), ("--version", ["--version"], "Print the version."),
    ]

    /// A command by its name or an alias; throws with a suggestion if there is none.
    func command(named name: String) throws(UsageError) -> Command {
        if let command = command(name) { return command }
        if planned.contains(name) { throw .notImplemented("\(self.name) \(name)") }
        let names = commands.flatMap { [$0.name] + $0.aliases }
        throw .unknownCommand(name, near: EditDistance.nearest(to: name, among: names))
    }

    /// The error for an unknown option of `command`; nil for the program.
    ///
    /// - Parameter word: With its dashes.
    func unknown(option word: String, of command: Command?) -> UsageError {
        let (name, value) = CommandLineParser.split(word)
        let shown = word.utf8.starts(with: "--".utf8) ? "--\(name)" : word
        let subject = command?.name
        if shown == "--\(name)" {
            if let value, Self.options.contains(where: { $0.spellings.contains(shown) }) {
                return .valueOfSwitch(shown, value)
            }
            if command?.planned.contains(name) == true { return .notImplemented(shown) }
            if let command, let reason = command.absent[name] {
                return .absentOption(shown, of: command.name, reason)
            }
            let owners = commands.filter { $0.knows(name) }.map(\.name)
            if !owners.isEmpty { return .optionOfAnother(shown, of: subject ?? self.name, owners: owners) }
        }
        let own = (command.map { [$0] } ?? commands).flatMap(\.options).map(\.name) + ["help", "version"]
        // No suggestion for a dash with one letter, which would be near too many options.
        let near = word.utf8.count > 2 ? EditDistance.nearest(to: name, among: own) : nil
        return .unknownOption(shown, of: subject, near: near.map { "--\($0)" })
    }
}
