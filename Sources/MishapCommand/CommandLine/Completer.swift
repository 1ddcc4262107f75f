/// What a begun command line could go on with.
struct Completer {
    let program: Program

    enum Offers {
        case words([Completion.Candidate])
        case files
    }

    /// `words` are those behind the program's name; the last one is begun, and may be empty.
    func offers(for words: [String]) -> Offers {
        let begun = words.last ?? ""
        let before = words.dropLast()
        guard let first = before.first else {
            let commands = program.commands.map { Completion.Candidate($0.name, $0.summary) }
            return .words(filtered((begun.hasPrefix("-") ? own : commands), begun))
        }
        let isHelp = first == "--help" || first == "-h"
        guard let command = program.command(isHelp ? "help" : first) else { return .words([]) }
        return offers(Line(command, Array(before.dropFirst())), begun)
    }

    /// What was typed before the word that is begun.
    private struct Line {
        let command: Command
        var arguments: [String] = []
        var options: Set<String> = []
        /// The option whose value comes next.
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
                    let (name, value) = WordReader.split(word)
                    let option = command.option(name)
                    if let option { options.insert(option.name) }
                    open = value == nil && option?.value != nil ? option : nil
                }
            }
        }
    }

    private func offers(_ line: Line, _ begun: String) -> Offers {
        if line.isPastOptions, line.command.verbatim != nil { return .files }
        if let option = line.open, !begun.hasPrefix("--") { return offers(option.completion, line, begun) }
        if !line.isPastOptions, begun.hasPrefix("--"), case (let name, let value?) = WordReader.split(begun) {
            guard let option = line.command.option(name), option.value != nil else { return .words([]) }
            guard case .words(let values) = offers(option.completion, line, value) else { return .files }
            return .words(values.map { Completion.Candidate("--\(name)=\($0.word)", $0.help) })
        }
        let options = line.command.options.filter { $0.isRepeatable || !line.options.contains($0.name) }.map {
            Completion.Candidate("--\($0.name)", $0.help)
        }
        let argument = line.command.argument(at: line.arguments.count)
        let arguments = argument.map { offers($0.completion, line, begun) }
        guard !line.isPastOptions, begun.hasPrefix("-") else {
            return arguments ?? .words(begun.isEmpty && !line.isPastOptions ? options : [])
        }
        let found = filtered(options + own, begun)
        // Some names begin with a dash: the codes of JSON-RPC.
        if case .words(let names)? = arguments { return .words(found + names) }
        return found.isEmpty ? arguments ?? .words([]) : .words(found)
    }

    private func offers(_ completion: Completion, _ line: Line, _ begun: String) -> Offers {
        switch completion {
        case .nothing: .words([])
        case .files: .files
        case .words(let candidates): .words(filtered(candidates, begun))
        case .names(let find): .words(filtered(find(line.arguments, begun), begun))
        }
    }

    private var own: [Completion.Candidate] {
        Program.options.map { Completion.Candidate($0.words[0], $0.help) }
    }

    private func filtered(_ candidates: [Completion.Candidate], _ begun: String) -> [Completion.Candidate] {
        candidates.filter { $0.word.hasPrefix(begun) }
    }
}
