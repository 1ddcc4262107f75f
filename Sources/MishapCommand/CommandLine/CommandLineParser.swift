/// Parses command lines by the conventions of GNU (GNU Coding Standards, 4.8), with one restriction: a word that looks
/// like an option is a value only after `=`, so that in `--scenario --watch` a value is missing.
///
/// Options may come before and after arguments, until the first `--`. If an option is given twice, the last value is
/// used, unless it is repeatable. A dash and a digit do not begin an option: `--seed -5`, `explain -32601`.
struct CommandLineParser {
    let program: Program

    enum Invocation {
        /// Help of a command; nil for the program.
        case help(Command?)
        case version
        case run(Command, Values)
    }

    /// The command; nil if there are no words, or the first one is an option.
    func command(of words: [[UInt8]]) throws(UsageError) -> Command? {
        guard let first = words.first else { return nil }
        let word = try text(first)
        return isOption(word) ? nil : try program.command(named: word)
    }

    /// - Parameter command: The result of `command(of:)` for these words.
    func read(_ words: [[UInt8]], _ command: Command?, _ environment: Environment) throws(UsageError) -> Invocation {
        guard let command else { return try readProgramOptions(words) }
        let words = words.dropFirst()
        // Help is printed even if other words are wrong.
        for word in words.prefix(while: { $0 != Self.end }) {
            if Self.isHelp(word) { return .help(command) }
            if word == Self.version { return .version }
        }
        var values = Values(environment)
        var rest = words
        while let word = rest.popFirst() {
            if word == Self.end {
                if command.verbatim != nil {
                    values.verbatim = Array(rest)
                } else {
                    for word in rest { values.arguments.append(try text(word)) }
                }
                break
            }
            let word = try text(word)
            if isOption(word) { try readOption(word, &rest, command, &values) } else { values.arguments.append(word) }
        }
        try command.check(values)
        return .run(command, values)
    }

    private static let end = Array("--".utf8)
    private static let version = Array("--version".utf8)

    private static func isHelp(_ word: [UInt8]) -> Bool { word == Array("--help".utf8) || word == Array("-h".utf8) }

    /// Parses words that begin with an option: help, the version, or an option that should follow its command.
    private func readProgramOptions(_ words: [[UInt8]]) throws(UsageError) -> Invocation {
        var texts: [String] = []
        for word in words { texts.append(try text(word)) }
        guard let first = texts.first else { return .help(nil) }
        if words[0] == Self.version { return .version }
        if Self.isHelp(words[0]) {
            return .help(texts.count > 1 && !isOption(texts[1]) ? try program.command(named: texts[1]) : nil)
        }
        let (name, value) = Self.split(first)
        let owner = program.commands.first { $0.knows(name) }
        // The value of the option is not the command, even if it has the name of one.
        let isFollowedByValue = value == nil && owner?.option(name)?.value != nil
        let place = texts.indices.dropFirst(isFollowedByValue ? 2 : 1).first { program.command(texts[$0]) != nil }
        guard let place, let command = program.command(texts[place]) else {
            guard first.utf8.starts(with: Self.end), let owner else { throw program.unknown(option: first, of: nil) }
            throw .optionBeforeCommand([program.name, owner.name] + texts)
        }
        if words.contains(where: Self.isHelp) { return .help(command) }
        guard command.option(name) != nil else { throw program.unknown(option: first, of: command) }
        throw .optionBeforeCommand([program.name, command.name] + texts[..<place] + texts[(place + 1)...])
    }

    private func readOption(
        _ word: String, _ rest: inout ArraySlice<[UInt8]>, _ command: Command, _ values: inout Values
    ) throws(UsageError) {
        let (name, joined) = Self.split(word)
        guard word.utf8.starts(with: Self.end), let option = command.option(name) else {
            throw program.unknown(option: word, of: command)
        }
        guard option.value != nil else {
            if let joined { throw .valueOfSwitch("--\(name)", joined) }
            return values.add("true", of: option)
        }
        var value = joined
        if value == nil, let next = rest.first, next != Self.end {
            let next = try text(next)
            if !isOption(next) {
                value = next
                rest.removeFirst()
            }
        }
        guard let value else { throw .missingValue(of: option.usage, takes: option.takes) }
        guard !value.isEmpty else { throw .emptyValue(of: "--\(name)", takes: option.takes) }
        values.add(value, of: option)
    }

    private func isOption(_ word: String) -> Bool {
        let second = word.utf8.dropFirst().first
        guard word.utf8.first == UInt8(ascii: "-"), let second, !(0x30...0x39).contains(second) else { return false }
        return second == UInt8(ascii: "-") || !program.isOperand(word)
    }

    /// The name without dashes, and the value after `=`. Split by bytes, since a combining mark after `=` would make it
    /// another `Character`.
    static func split(_ word: String) -> (name: String, value: String?) {
        let parts = word.utf8.drop { $0 == UInt8(ascii: "-") }
            .split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        return (parts[0], parts.count > 1 ? parts[1] : nil)
    }

    private func text(_ word: [UInt8]) throws(UsageError) -> String {
        guard let text = String(validating: word, as: UTF8.self) else { throw .notUTF8(word) }
        return text
    }
}
