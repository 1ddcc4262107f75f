/// Prints the help of the program or of one command.
enum HelpCommand {
    static let command: Command = Command(
        name: "help", summary: "Print help, of a command where one is named.",
        arguments: [
            Argument(
                name: "command", count: .atMostOne,
                completion: .names { _, _ in Program.mishap.commands.map { Completion.Candidate($0.name, $0.summary) }
                },
                help: "The command to tell about.")
        ],
        run: run)

    private static func run(_ values: Values, _ context: CommandContext) throws(UsageError) -> Int32 {
        let program = Program.mishap
        let help = HelpText(program: program)
        guard let name = values.arguments.first else {
            context.output.print(help.text)
            return 0
        }
        context.output.print(help.text(try program.command(named: name)))
        return 0
    }
}
