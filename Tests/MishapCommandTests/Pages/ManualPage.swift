import Mishap

@testable import MishapCommand

/// `docs/mishap.1`, made from the tables of the commands: the macros of man(7).
struct ManualPage {
    let program: Program

    var text: String {
        var lines = [
            #".\" Written from the tables of the commands by PageTests."#,
            #".TH "\#(program.name.uppercased())" "1" "" "\#(program.name) \#(MishapVersion.text)" "User Commands""#,
            // No word is divided, and none is spread: names are copied from here.
            ".nh", ".ad l", ".SH NAME", "\(program.name) \\- \(sentence(program.summary))", ".SH SYNOPSIS",
        ]
        for (index, command) in program.commands.enumerated() {
            lines += (index > 0 ? [".br"] : []) + [line(command.usage(of: program))]
        }
        lines += [".SH DESCRIPTION"] + paragraphs(program.discussion) + [".PP", line(CommandLinePage.rules)]
        lines.append(".SH OPTIONS OF EVERY COMMAND")
        for option in Program.options { lines += [".TP", ".B " + escaped(option.usage), line(option.help)] }
        lines.append(".SH COMMANDS")
        for command in program.commands { lines += section(command) }
        lines.append(".SH EXIT STATUS")
        for exit in program.exits { lines += [".TP", "\(exit.code)", line(exit.meaning)] }
        lines.append(".SH ENVIRONMENT")
        for option in program.commands.flatMap(\.options) {
            if let variable = option.variable {
                lines += [".TP", ".B \(variable)", line("Stands in for --\(option.name).")]
            }
        }
        for variable in program.variables { lines += [".TP", ".B \(variable.name)", line(variable.help)] }
        return lines.joined(separator: "\n") + "\n"
    }

    private func section(_ command: Command) -> [String] {
        var lines = [".SS \(line(([command.name] + command.aliases).joined(separator: ", ")))", line(command.summary)]
        lines += paragraphs(command.discussion)
        for argument in command.arguments + [command.verbatim].compactMap(\.self) {
            let bounds = argument.standard.map { " (default \($0))" } ?? ""
            lines += [".TP", ".I \(argument.shown)", line(argument.help + bounds)]
        }
        for option in command.options {
            let bounds = option.notes.isEmpty ? "" : " (\(option.notes))"
            let value = option.value.map { " \\fI\($0.uppercased())\\fR" } ?? ""
            lines += [".TP", "\\fB\(escaped("--" + option.name))\\fR\(value)", line(option.help + bounds)]
        }
        return lines
    }

    private func paragraphs(_ discussion: Discussion) -> [String] {
        discussion.paragraphs.flatMap { paragraph in
            switch paragraph {
            case .text(let text): [".PP", line(text)]
            case .verbatim(let shown): [".PP", ".RS 4", ".nf"] + shown.map(line) + [".fi", ".RE"]
            }
        }
    }

    /// Behind NAME a clause stands, and no sentence.
    private func sentence(_ text: String) -> String {
        escaped(text.prefix(1).lowercased() + text.dropFirst().prefix { $0 != "." })
    }

    /// A line of text, which must not be taken for a request.
    private func line(_ text: String) -> String {
        let text = escaped(text)
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }

    /// A minus that can be copied, and nothing beyond ASCII, which old readers garble (groff_char(7)).
    private func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("…", with: "...")
            .replacing("~", with: "\\(ti").replacing("^", with: "\\(ha").replacing("`", with: "\\(ga")
    }
}
