internal import JSONText

/// Prints the completion script of a shell, and answers the requests of these scripts.
enum CompletionCommand {
    static let command: Command = Command(
        name: "completion",
        summary: "Print the script with which a shell completes commands, options and names.",
        discussion: Discussion(
            """
            Bash, for this shell or for all that come:

              . <(mishap completion bash)
              echo '. <(mishap completion bash)' >> ~/.bashrc

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

    private static func run(_ values: Values, _ context: CommandContext) throws(UsageError) -> Int32 {
        guard let shell = Shell(rawValue: values.arguments[0]) else {
            throw .missingArgument("SHELL", of: command.name)
        }
        guard !values.verbatim.isEmpty else {
            context.output.print(shell.script)
            return 0
        }
        let words = values.verbatim.map { String(decoding: $0, as: UTF8.self) }
        let completer = Completer(program: .mishap)
        switch completer.suggestions(for: words) {
        case .files: context.output.print("files\n")
        case .words(let candidates):
            let lines = candidates.map { candidate in
                let help = Terminal.safe(String(candidate.help.prefix { !$0.isNewline }))
                // Bash cannot show descriptions.
                return shell == .bash || help.isEmpty ? candidate.word : "\(candidate.word)\t\(help)"
            }
            context.output.print((["words"] + lines).joined(separator: "\n") + "\n")
        }
        return 0
    }
}
