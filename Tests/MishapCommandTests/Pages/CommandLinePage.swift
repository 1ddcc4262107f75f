@testable import MishapCommand

/// `docs/command-line.md`, made from the tables of the commands.
struct CommandLinePage {
    let program: Program

    /// How words are read, for both pages.
    static let rules = """
        Options stand before or behind arguments, as --name value or --name=value; -- ends them. Of one given twice the \
        last counts. A word that begins with -- is a value only behind =.
        """

    var text: String {
        var lines = [
            "<!-- Written from the tables of the commands by PageTests. -->", "", "# The command line", "",
            "`\(program.name) COMMAND --help` says it in a terminal, and `man \(program.name)` once it is installed.",
            Self.rules, "", "Every command has `-h, --help` and `--version`.", "",
            "| command | |", "|---|---|",
        ]
        lines += program.commands.map { "| [`\($0.name)`](#\(program.name)-\($0.name)) | \($0.summary) |" }
        for command in program.commands { lines += section(command) }
        lines += ["", "## Exit codes", "", "| code | |", "|---|---|"]
        lines += program.exits.map { "| \($0.code) | \($0.meaning) |" }
        lines += ["", "## Variables that are no options", "", "| variable | |", "|---|---|"]
        lines += program.variables.map { "| `\($0.name)` | \($0.help) |" }
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(_ command: Command) -> [String] {
        var lines = [
            "", "## \(program.name) \(command.name)", "", command.summary, "", "```", command.usage(of: program), "```",
        ]
        if !command.aliases.isEmpty {
            lines += ["", "Also spelled \(command.aliases.map { "`\($0)`" }.joined(separator: ", "))."]
        }
        for paragraph in command.discussion.paragraphs {
            switch paragraph {
            case .text(let text): lines += [""] + [escaped(text)]
            case .verbatim(let shown): lines += ["", "```text"] + shown + ["```"]
            }
        }
        let arguments = command.arguments + [command.verbatim].compactMap(\.self)
        if !arguments.isEmpty {
            lines += ["", "| argument | default | |", "|---|---|---|"]
            lines += arguments.map {
                "| `\($0.shown)` | \(escaped($0.standard ?? "")) | \(escaped($0.help)) |"
            }
        }
        if !command.options.isEmpty {
            lines += ["", "| option | default | variable | |", "|---|---|---|---|"]
            lines += command.options.map { option in
                let variable = option.variable.map { "`\($0)`" } ?? ""
                let notes = option.isRepeatable ? "repeatable" : option.standard ?? ""
                return "| `\(option.usage)` | \(notes) | \(variable) | \(escaped(option.help)) |"
            }
        }
        return lines
    }

    /// What Markdown would take for its own.
    private func escaped(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("__", with: "\\_\\_")
    }
}
