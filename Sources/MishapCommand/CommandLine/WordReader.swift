/// Reads the words of a command line by GNU's conventions (GNU Coding Standards, 4.8), with one restriction: a word that
/// begins with two dashes is a value only behind `=`, so that `--scenario --watch` lacks a value.
///
/// Options stand before and behind arguments, until the first `--`. Of an option given twice the last wins, unless it may
/// be repeated. A dash and a digit begin no option: `--seed -5`, `explain -32601`.
struct WordReader {
    let program: Program

    enum Reading {
        /// Help of the program where it is nil.
        case help(Command?)
        case version
        case run(Command, Values)
    }

    /// The command that words are for, which a misuse behind it belongs to; nil for the program's own options.
    func command(of words: [[UInt8]]) throws(Misuse) -> Command? {
        guard let first = words.first else { return nil }
        let word = try text(first)
        if isOption(word) { return nil }
        guard let command = program.command(word) else { throw program.unknown(word) }
        return command
    }

    /// `command` is that of the words.
    func read(_ words: [[UInt8]], _ command: Command?, _ environment: Environment) throws(Misuse) -> Reading {
        guard let command else { return try readOwn(words) }
        let words = words.dropFirst()
        // Whoever asks for help gets it, whatever else is wrong.
        for word in words.prefix(while: { $0 != Self.end }) {
            if word == Array("--help".utf8) || word == Array("-h".utf8) { return .help(command) }
            if word == Array("--version".utf8) { return .version }
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
        try command.check(values.arguments)
        return .run(command, values)
    }

    private static let end = Array("--".utf8)

    /// Words that begin with an option: help or the version is asked for, or something stands in the wrong place.
    private func readOwn(_ words: [[UInt8]]) throws(Misuse) -> Reading {
        guard let first = words.first else { return .help(nil) }
        let word = try text(first)
        if word == "--version" { return .version }
        if word == "--help" || word == "-h" {
            guard words.count > 1 else { return .help(nil) }
            let named = try text(words[1])
            if isOption(named) { return .help(nil) }
            guard let command = program.command(named) else { throw program.unknown(named) }
            return .help(command)
        }
        let (name, _) = split(word)
        if let owner = program.owner(of: name, among: words) {
            let place = words.firstIndex { $0 == Array(owner.name.utf8) } ?? 1
            throw .optionBeforeCommand(words[..<place].map { String(decoding: $0, as: UTF8.self) }, owner: owner.name)
        }
        throw word.hasPrefix("--") ? program.unknown(option: name, of: nil) : .unknownOption(word, of: nil, near: nil)
    }

    private func readOption(
        _ word: String, _ rest: inout ArraySlice<[UInt8]>, _ command: Command, _ values: inout Values
    ) throws(Misuse) {
        guard word.hasPrefix("--") else { throw .unknownOption(word, of: command.name, near: nil) }
        let (name, joined) = split(word)
        guard let option = command.options.first(where: { $0.name == name }) else {
            if name == "help" || name == "version" { throw .valueOfSwitch("--\(name)", joined ?? "") }
            throw program.unknown(option: name, of: command)
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
        guard word.hasPrefix("-"), let second, !(0x30...0x39).contains(second) else { return false }
        return !program.isOperand(word)
    }

    /// The name behind the dashes, and what stands behind `=`.
    private func split(_ word: String) -> (name: String, value: String?) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    }

    private func text(_ word: [UInt8]) throws(Misuse) -> String {
        guard let text = String(validating: word, as: UTF8.self) else { throw .notUTF8(word) }
        return text
    }
}
