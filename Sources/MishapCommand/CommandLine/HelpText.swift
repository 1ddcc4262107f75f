internal import Bytes

/// Formats help for the terminal. Its width does not depend on the window, so that documentation can quote it.
struct HelpText {
    let program: Program

    /// The help of one command.
    func text(_ command: Command) -> String {
        var lines = Columns.wrap(command.summary, indent: 0)
        lines += ["", "Usage: " + command.usage(of: program)]
        if !command.aliases.isEmpty { lines.append("Also spelled \(ListText.or(command.aliases)).") }
        lines += shown(command.discussion)
        let arguments = (command.arguments + [command.verbatim].compactMap(\.self)).map {
            ($0.shown, $0.help + noted($0.standard.map { "default \($0)" } ?? ""))
        }
        lines += section("Arguments", arguments)
        lines += section(
            "Options",
            command.options.map { ($0.usage, $0.help + noted($0.notes)) } + own)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The help of the program.
    var text: String {
        var lines = [program.summary, "", "Usage: \(program.name) COMMAND [OPTION…] [ARGUMENT…]"]
        lines += shown(program.discussion)
        lines += section(
            "Commands", program.commands.map { (([$0.name] + $0.aliases).joined(separator: ", "), $0.summary) })
        lines += section("Options", own)
        lines += ["", "\(program.name) help COMMAND tells all about one."]
        return lines.joined(separator: "\n") + "\n"
    }

    private var own: [(name: String, text: String)] { Program.options.map { ($0.usage, $0.help) } }

    private func noted(_ notes: String) -> String { notes.isEmpty ? "" : " (\(notes))" }

    private func section(_ title: String, _ rows: [(name: String, text: String)]) -> [String] {
        rows.isEmpty ? [] : ["", title + ":"] + Columns.rows(rows)
    }

    private func shown(_ discussion: Discussion) -> [String] {
        discussion.paragraphs.flatMap { paragraph in
            switch paragraph {
            case .text(let text): [""] + Columns.wrap(text, indent: 0)
            case .verbatim(let lines): [""] + lines.map { $0.isEmpty ? "" : "  " + $0 }
            }
        }
    }
}
