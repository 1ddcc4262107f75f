/// A command as data: reading its words, its help, completion, the manual page and `docs/command-line.md` are all made
/// from this. A new one is a file in `Commands/`, and a line in `Program+Mishap.swift`.
struct Command: Sendable {
    let name: String
    /// Other spellings.
    var aliases: [String] = []
    /// One sentence.
    let summary: String
    var discussion = Discussion("")
    /// What it takes beside options; only the last may be missing or repeated.
    var arguments: [Argument] = []
    var options: [OptionDescription] = []
    /// Options that are promised for a later version: refused by name, and in no help.
    var promised: Set<String> = []
    /// What stands behind `--` and is nothing of ours, such as the words of another command: taken as it is, byte for
    /// byte. Nil where `--` only ends the options.
    var verbatim: Argument?
    /// The exit code where the command line is wrong.
    var misuse: Int32 = 2
    /// Does it, and gives the exit code.
    let run: @Sendable (Values, CommandContext) throws(Misuse) -> Int32

    /// As in `mishap explain NAME`.
    var usage: String {
        let options = self.options.isEmpty ? [] : ["[OPTION…]"]
        let verbatim = verbatim.map { ["[-- \($0.name.uppercased())…]"] } ?? []
        return (["mishap", name] + options + arguments.map(\.usage) + verbatim).joined(separator: " ")
    }

    /// The one that a word in this place is for, counting from 0.
    func argument(at place: Int) -> Argument? {
        if place < arguments.count { return arguments[place] }
        guard let last = arguments.last, case .any = last.count else { return nil }
        return last
    }

    /// Refuses more or fewer than it takes, and of a closed list what is not in it.
    func check(_ given: [String]) throws(Misuse) {
        if given.count > arguments.count, argument(at: arguments.count) == nil {
            throw .extraArgument(given[arguments.count], of: name, takes: arguments.map { $0.name.uppercased() })
        }
        for (index, argument) in arguments.enumerated() {
            guard index < given.count else {
                if case .one = argument.count { throw .missingArgument(argument.name.uppercased(), of: name) }
                return
            }
            guard case .words(let candidates) = argument.completion else { continue }
            let choices = candidates.map(\.word)
            if !choices.contains(given[index]) {
                throw .wrongValue(
                    of: argument.name.uppercased(), given[index], takes: ListWords.or(choices), choices: choices)
            }
        }
    }
}

/// Text in paragraphs between empty lines; one that begins with two spaces is shown as it is.
struct Discussion: Sendable {
    enum Paragraph: Hashable, Sendable {
        case text(String)
        /// Its lines, without the two spaces.
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
