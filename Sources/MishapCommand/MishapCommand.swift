internal import Glibc

/// The command line as a function, so that tests can call it: arguments in, output and an exit code out, without global
/// state.
///
///     let code = MishapCommand.run(arguments: ["check", "scenarios"], environment: [:], output: output)
public enum MishapCommand {
    /// Runs one command. `arguments` do not include the program's name.
    ///
    /// The exit code is 0 on success, 1 on failure, and 2 if the command line itself is wrong.
    public static func run(
        arguments: [String], environment: [String: String], output: CommandOutput
    ) -> Int32 {
        run(rawArguments: arguments.map { Array($0.utf8) }, environment: environment, output: output, shutdown: .never)
    }

    /// The same for arguments as the kernel passes them, which may be any bytes.
    static func run(
        rawArguments: [[UInt8]], environment: [String: String], output: CommandOutput, shutdown: ShutdownSource,
        commands: CommandRunner = .none, shippedScenarios: String? = nil
    ) -> Int32 {
        let program = Program.mishap
        let context = CommandContext(
            environment: Environment(environment), output: output, shutdown: shutdown, commands: commands,
            shippedScenarios: shippedScenarios)
        let parser = CommandLineParser(program: program)
        var command: Command?
        do throws(UsageError) {
            command = try parser.command(of: rawArguments)
            switch try parser.read(rawArguments, command, context.environment) {
            case .help(let command):
                let help = HelpText(program: program)
                output.print(command.map(help.text) ?? help.text)
                return 0
            case .version:
                output.print(program.version())
                return 0
            case .run(let command, let values): return try command.run(values, context)
            }
        } catch {
            output.message(error.message)
            switch error {
            case .notImplemented: break
            case .unknownCommand: output.error("See \(program.name) --help.\n")
            default:
                output.error(
                    "See \(([program.name] + [command?.name].compactMap(\.self)).joined(separator: " ")) --help.\n")
            }
            return command?.usageErrorExitCode ?? 2
        }
    }

    /// The main function of the program.
    public static func main() -> Never {
        // If the reader of a pipe exits (`mishap catalogue | head`), writing fails without ending the process.
        signal(SIGPIPE, SIG_IGN)
        // If a standard stream is closed, a socket could get its descriptor, and output would be written to the socket.
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
        exit(
            run(
                rawArguments: rawArguments, environment: Environment.process, output: .process, shutdown: .signals,
                commands: CommandProcess.runner, shippedScenarios: ScenarioPaths.shipped(with: "/proc/self/exe")))
    }

    /// The arguments of this process without its name, from C: `CommandLine.arguments` replaces bytes that are not
    /// UTF-8.
    private static var rawArguments: [[UInt8]] {
        (1..<max(1, CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[Int(index)].map { word in
                Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
            }
        }
    }
}
