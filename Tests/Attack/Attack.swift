import Glibc

/// Attacks a server with the table of hostile requests, and with clients that are slow, many or large.
@main
enum Attack {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        do {
            let options = try AttackOptions(Array(CommandLine.arguments.dropFirst()))
            // `exit` frees nothing, so that the server would go on.
            let code = try run(options)
            exit(code)
        } catch {
            Console.say("mishap-attack: \(error.words)")
            exit(2)
        }
    }

    private static func run(_ options: AttackOptions) throws(AttackError) -> Int32 {
        if options.isHelp {
            print(AttackOptions.help)
        } else if options.isList {
            print(AttackDriver.list)
        } else if options.isFuzz {
            return try WireFuzz.run(options)
        } else {
            var driver = try AttackDriver(options)
            return try driver.run()
        }
        return 0
    }
}
