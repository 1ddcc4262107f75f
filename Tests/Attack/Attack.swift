import Glibc

/// Attacks a server with the table of hostile requests, and with clients that are slow, many or large.
@main
enum Attack {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        do {
            let options = try AttackOptions(Array(CommandLine.arguments.dropFirst()))
            if options.isHelp {
                print(AttackOptions.help)
            } else if options.isList {
                print(AttackDriver.list)
            } else if options.isFuzz {
                var fuzz = WireFuzz(options)
                exit(try fuzz.run())
            } else {
                var driver = try AttackDriver(options)
                exit(try driver.run())
            }
        } catch {
            Console.say("mishap-attack: \(error.words)")
            exit(2)
        }
    }
}
