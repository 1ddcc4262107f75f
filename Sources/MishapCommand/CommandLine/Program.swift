internal import Bytes

/// The whole command line as data: what the program is, and its commands.
struct Program: Sendable {
    let name: String
    let version: String
    /// One sentence.
    let summary: String
    let discussion: Discussion
    let commands: [Command]
    /// Commands that are planned for a later version: refused by name, and in no help.
    let planned: Set<String>
    /// Exit codes of all commands, and what they mean.
    let exits: [(code: Int32, meaning: String)]
    /// Variables of the environment that are no option's, with what they do.
    let variables: [(name: String, help: String)]
    /// Whether a word that begins with a dash is no option all the same, as some codes of failures do.
    let isOperand: @Sendable (String) -> Bool

    /// By its name or another spelling.
    func command(_ name: String) -> Command? {
        commands.first { $0.name == name || $0.aliases.contains(name) }
    }

    /// What every command understands, and the program itself.
    static let options: [(usage: String, spellings: [String], help: String)] = [
        ("-h, --help", ["--help", "-h"], "Print help."), ("--version", ["--version"], "Print the version."),
    ]

    /// The same, refused where there is none: with the command that was probably meant.
    func command(named name: String) throws(UsageError) -> Command {
        if let command = command(name) { return command }
        if planned.contains(name) { throw .notImplemented("\(self.name) \(name)") }
        let names = commands.flatMap { [$0.name] + $0.aliases }
        throw .unknownCommand(name, near: EditDistance.nearest(to: name, among: names))
    }

    /// Why a word with its dashes is no option of `command`, or of the program where that is nil.
    func unknown(option word: String, of command: Command?) -> UsageError {
        let (name, value) = CommandLineParser.split(word)
        let shown = word.utf8.starts(with: "--".utf8) ? "--\(name)" : word
        let subject = command?.name
        if shown == "--\(name)" {
            if let value, Self.options.contains(where: { $0.spellings.contains(shown) }) {
                return .valueOfSwitch(shown, value)
            }
            if command?.planned.contains(name) == true { return .notImplemented(shown) }
            let owners = commands.filter { $0.knows(name) }.map(\.name)
            if !owners.isEmpty { return .optionOfAnother(shown, of: subject ?? self.name, owners: owners) }
        }
        let own = (command.map { [$0] } ?? commands).flatMap(\.options).map(\.name) + ["help", "version"]
        // One dash and one letter is near everything.
        let near = word.utf8.count > 2 ? EditDistance.nearest(to: name, among: own) : nil
        return .unknownOption(shown, of: subject, near: near.map { "--\($0)" })
    }
}
