internal import ArgumentParser
internal import Glibc

/// The command line, callable from tests: words in, words and an exit code out, and nothing global is touched.
///
///     let code = MishapCommand.run(arguments: ["check", "scenarios"], environment: [:], output: output)
public enum MishapCommand {
    /// Runs one command. `arguments` are without the program's name.
    ///
    /// The exit code is 0 where it went well, 1 where it did not, and 2 where the command line itself is wrong.
    public static func run(
        arguments: [String], environment: [String: String], output: CommandOutput
    ) -> Int32 {
        run(arguments: arguments, environment: environment, output: output, end: .never)
    }

    static func run(
        arguments: [String], environment: [String: String], output: CommandOutput, end: EndOfService
    ) -> Int32 {
        let arguments = ExplainCommand.protectingNumbers(arguments)
        let context = CommandContext(environment: Environment(environment), output: output, end: end)
        do {
            try NotBuiltYet.check(arguments)
            try RootCommand.check(arguments)
            let command = try RootCommand.parseAsRoot(arguments)
            if let command = command as? any Subcommand { return try command.run(context) }
            // `mishap help serve`, which answers by throwing.
            var other = command
            try other.run()
            return 0
        } catch let error as UsageError {
            output.error("mishap: \(error.words)\n")
            return 2
        } catch {
            return say(error, output)
        }
    }

    /// The whole program.
    public static func main() -> Never {
        // A reader that goes away (`mishap catalogue | head`) ends nothing here: writing then fails, quietly.
        signal(SIGPIPE, SIG_IGN)
        // A stream that was closed before we began: its number would become a socket's, and words would go there.
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
        exit(
            run(
                arguments: Array(CommandLine.arguments.dropFirst()), environment: Environment.process,
                output: .process, end: .signals))
    }

    /// What the parser of arguments throws: help and the version, which were asked for, or a mistake.
    private static func say(_ error: any Error, _ output: CommandOutput) -> Int32 {
        guard RootCommand.exitCode(for: error) != .success else {
            output.print(RootCommand.fullMessage(for: error, columns: RootCommand.width) + "\n")
            return 0
        }
        let full = RootCommand.fullMessage(for: error, columns: RootCommand.width)
        // Behind the message comes the usage, whose last line names the help of that very command.
        let advice = full.split(separator: "\n").last.map { $0.drop { $0 == " " } } ?? ""
        output.error("mishap: \(RootCommand.message(for: error))\n\(advice)\n")
        return 2
    }
}
