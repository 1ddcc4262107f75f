/// Computes shell completions for an incomplete command line.
struct Completer {
    let program: Program

    enum Suggestions {
        case words([Completion.Candidate])
        case files
    }

    /// - Parameter words: The words after the program's name; the last one is being typed, and may be empty.
    func suggestions(for words: [String]) -> Suggestions {
        let prefix = words.last ?? ""
        let before = words.dropLast()
        guard let first = before.first else {
            let commands = program.commands.map { Completion.Candidate($0.name, $0.summary) }
            return .words(filtered((prefix.hasPrefix("-") ? own : commands), prefix))
        }
        let isHelp = first == "--help" || first == "-h"
        guard let command = program.command(isHelp ? "help" : first) else { return .words([]) }
        return suggestions(Line(command, Array(before.dropFirst())), prefix)
    }

    /// The words before the one that is being typed.
    private struct Line {
        let command: Command
        var arguments: [String] = []
        var options: Set<String> = []
        /// The option that expects a value next.
        var open: OptionDescription?
        var isPastOptions = false

        init(_ command: Command, _ words: [String]) {
            self.command = command
            for word in words {
                if isPastOptions || !word.hasPrefix("--") {
                    if open == nil { arguments.append(word) }
                    open = nil
                } else if word == "--" {
                    isPastOptions = true
                    open = nil
                } else {
                    let (name, value) = CommandLineParser.split(word)
                    let option = command.option(name)
                    if let option { options.insert(option.name) }
                    open = value == nil && option?.value != nil ? option : nil
                }
            }
        }
    }

    private func suggestions(_ line: Line, _ prefix: String) -> Suggestions {
        if line.isPastOptions, line.command.verbatim != nil { return .files }
        if let option = line.open, !prefix.hasPrefix("--") { return suggestions(option.completion, line, prefix) }
        if !line.isPastOptions, prefix.hasPrefix("--"), case (let name, let value?) = CommandLineParser.split(prefix) {
            guard let option = line.command.option(name), option.value != nil else { return .words([]) }
            guard case .words(let values) = suggestions(option.completion, line, value) else { return .files }
            return .words(values.map { Completion.Candidate("--\(name)=\($0.word)", $0.help) })
        }
        let options = line.command.options.filter { $0.isRepeatable || !line.options.contains($0.name) }.map {
            Completion.Candidate("--\($0.name)", $0.help)
        }
        let argument = line.command.argument(at: line.arguments.count)
        let arguments = argument.map { suggestions($0.completion, line, prefix) }
        guard !line.isPastOptions, prefix.hasPrefix("-") else {
            return arguments ?? .words(prefix.isEmpty && !line.isPastOptions ? options : [])
        }
        let found = filtered(options + own, prefix)
        // Some names begin with a dash, such as codes of JSON-RPC.
        if case .words(let names)? = arguments { return .words(found + names) }
        return found.isEmpty ? arguments ?? .words([]) : .words(found)
    }

    private func suggestions(_ completion: Completion, _ line: Line, _ prefix: String) -> Suggestions {
        switch completion {
        case .nothing: .words([])
        case .files: .files
        case .words(let candidates): .words(filtered(candidates, prefix))
        case .names(let find): .words(filtered(find(line.arguments, prefix), prefix))
        }
    }

    private var own: [Completion.Candidate] {
        Program.options.map { Completion.Candidate($0.spellings[0], $0.help) }
    }

    private func filtered(_ candidates: [Completion.Candidate], _ prefix: String) -> [Completion.Candidate] {
        candidates.filter { $0.word.hasPrefix(prefix) }
    }
}
