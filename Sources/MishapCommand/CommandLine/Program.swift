internal import Bytes

/// The whole command line as data: what the program is, and its commands.
struct Program: Sendable {
    let name: String
    let version: String
    /// One sentence.
    let summary: String
    let discussion: Discussion
    let commands: [Command]
    /// Commands that are promised for a later version: refused by name, and in no help.
    let promised: Set<String>
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

    /// Whose option it is, first of all of a command that is among the words.
    func owner(of option: String, among words: [[UInt8]]) -> Command? {
        let named = words.compactMap { command(String(decoding: $0, as: UTF8.self)) }
        return (named + commands).first { command in
            command.promised.contains(option) || command.options.contains { $0.name == option }
        }
    }

    /// What is not there, with the command that was probably meant.
    func unknown(_ command: String) -> Misuse {
        if promised.contains(command) { return .notBuilt("\(name) \(command)") }
        let names = commands.flatMap { [$0.name] + $0.aliases }
        return .unknownCommand(command, near: EditDistance.nearest(to: command, among: names))
    }

    /// An option that `command` does not have; nil for the program itself.
    func unknown(option: String, of command: Command?) -> Misuse {
        if command?.promised.contains(option) == true { return .notBuilt("--\(option)") }
        let own = (command?.options.map(\.name) ?? []) + ["help", "version"]
        if let near = EditDistance.nearest(to: option, among: own) {
            return .unknownOption("--\(option)", of: command?.name, near: "--\(near)")
        }
        let owners = commands.filter { $0.options.contains { $0.name == option } }.map(\.name)
        if !owners.isEmpty { return .optionOfAnother("--\(option)", of: command?.name, owners: owners) }
        return .unknownOption("--\(option)", of: command?.name, near: nil)
    }
}
