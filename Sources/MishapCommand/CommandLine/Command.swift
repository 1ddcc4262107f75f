internal import Bytes

/// A command as data, from which parsing, help, completion, the manual page and `docs/command-line.md` are derived. A
/// new command is a file in `Commands/` and a line in `Program+Mishap.swift`.
struct Command: Sendable {
    let name: String
    /// Other spellings.
    var aliases: [String] = []
    /// One sentence.
    let summary: String
    var discussion = Discussion("")
    /// The positional arguments; only the last one may be optional or repeated.
    var arguments: [Argument] = []
    var options: [OptionDescription] = []
    /// Options that are planned for a later version: refused by name, and not in the help.
    var planned: Set<String> = []
    /// Options that people look for and that there are not, with what is to be known instead.
    var absent: [String: String] = [:]
    /// Words after `--` that are passed on byte for byte, such as another command line; at least one if `count` is
    /// `one`. Nil if `--` only ends the options.
    var verbatim: Argument?
    /// The exit code if the command line is wrong.
    var usageErrorExitCode: Int32 = 2
    /// Runs the command; returns its exit code.
    let run: @Sendable (Values, CommandContext) throws(UsageError) -> Int32

    /// As in `mishap explain NAME`.
    func usage(of program: Program) -> String {
        let options = self.options.isEmpty ? [] : ["[OPTION…]"]
        var behind: [String] = []
        if let verbatim {
            behind = if case .one = verbatim.count { ["-- \(verbatim.shown)…"] } else { ["[-- \(verbatim.shown)…]"] }
        }
        return ([program.name, name] + options + arguments.map(\.usage) + behind).joined(separator: " ")
    }

    /// The argument for the word at this index; nil if there are too many.
    func argument(at index: Int) -> Argument? {
        if index < arguments.count { return arguments[index] }
        guard let last = arguments.last, case .any = last.count else { return nil }
        return last
    }

    func option(_ name: String) -> OptionDescription? { options.first { $0.name == name } }

    /// Whether it has the option, now or in a later version.
    func knows(_ option: String) -> Bool { self.option(option) != nil || planned.contains(option) }

    /// Checks the number of arguments, and the values of those with a fixed list.
    func check(_ values: Values) throws(UsageError) {
        let given = values.arguments
        for (index, word) in given.enumerated() {
            guard let argument = argument(at: index) else {
                throw .extraArgument(word, of: name, takes: arguments.map(\.shown))
            }
            guard case .words(let candidates) = argument.completion else { continue }
            let choices = candidates.map(\.word)
            if !choices.contains(word) {
                throw .wrongValue(of: argument.shown, word, takes: ListText.or(choices), choices: choices)
            }
        }
        if given.count < arguments.count, case .one = arguments[given.count].count {
            throw .missingArgument(arguments[given.count].shown, of: name)
        }
        if let verbatim, case .one = verbatim.count, values.verbatim.isEmpty {
            throw .missingArgument("-- \(verbatim.shown)", of: name)
        }
    }
}

/// Text in paragraphs, separated by empty lines; a paragraph that begins with two spaces is shown verbatim.
struct Discussion: Sendable {
    enum Paragraph: Hashable, Sendable {
        case text(String)
        /// The lines, without the two spaces.
        case verbatim([String])
    }

    let paragraphs: [Paragraph]

    init(_ text: String) {
        var paragraphs: [Paragraph] = []
        var isBehindEmptyLine = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            defer { isBehindEmptyLine = line.isEmpty }
            guard !line.isEmpty else { continue }
            if line.hasPrefix("  ") {
                let shown = String(line.dropFirst(2))
                if !isBehindEmptyLine, case .verbatim(let lines)? = paragraphs.last {
                    paragraphs[paragraphs.count - 1] = .verbatim(lines + [shown])
                } else {
                    paragraphs.append(.verbatim([shown]))
                }
            } else if !isBehindEmptyLine, case .text(let words)? = paragraphs.last {
                paragraphs[paragraphs.count - 1] = .text(words + " " + line)
            } else {
                paragraphs.append(.text(String(line)))
            }
        }
        self.paragraphs = paragraphs
    }
}
