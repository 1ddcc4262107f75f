/// Prints what a shell needs to complete `mishap`'s words, and answers when it does.
enum CompletionCommand {
    static let command: Command = Command(
        name: "completion",
        summary: "Print the script with which a shell completes commands, options and names.",
        discussion: Discussion(
            """
            Bash, for this shell or for all that come:

              . <(mishap completion bash)
              mishap completion bash > ~/.local/share/bash-completion/completions/mishap

            Zsh, into a folder of $fpath, before compinit runs:

              mishap completion zsh > ~/.zfunc/_mishap

            Fish:

              mishap completion fish > ~/.config/fish/completions/mishap.fish

            The scripts ask mishap itself: with words behind --, it prints a line that says "words" or "files", and \
            what the last of them could become.
            """),
        arguments: [
            Argument(
                name: "shell", count: .one,
                completion: .words(Shell.allCases.map { Completion.Candidate($0.rawValue) }),
                help: "bash, zsh or fish.")
        ],
        verbatim: Argument(
            name: "word", count: .any, help: "Words of a command line behind mishap, of which the last is begun."),
        run: run)

    enum Shell: String, CaseIterable {
        case bash
        case zsh
        case fish

        var script: String {
            switch self {
            case .bash: CompletionScript.bash
            case .zsh: CompletionScript.zsh
            case .fish: CompletionScript.fish
            }
        }
    }

    private static func run(_ values: Values, _ context: CommandContext) throws(Misuse) -> Int32 {
        let shell = values.arguments.first.flatMap(Shell.init(rawValue:)) ?? .bash
        guard !values.verbatim.isEmpty else {
            context.output.print(shell.script)
            return 0
        }
        let words = values.verbatim.map { String(decoding: $0, as: UTF8.self) }
        let completer = Completer(program: .mishap)
        switch completer.offers(for: words) {
        case .files: context.output.print("files\n")
        case .words(let candidates):
            // Bash has no place for what is said of them.
            let lines = candidates.map { shell == .bash || $0.help.isEmpty ? $0.word : "\($0.word)\t\($0.help)" }
            context.output.print((["words"] + lines).joined(separator: "\n") + "\n")
        }
        return 0
    }
}
