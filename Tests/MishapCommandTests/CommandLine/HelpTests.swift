import Testing

@testable import MishapCommand

/// Help, made from the tables.
struct HelpTests {
    @Test func theHelpOfACommand() {
        #expect(
            Run(["catalogue", "--help"]).output == """
                List the failures, by system.

                Usage: mishap catalogue [OPTION…] [SYSTEM]
                Also spelled catalog.

                What is promised and not built yet is in the list, with the reason.

                Arguments:
                  SYSTEM  Only the failures of this system, such as http.

                Options:
                  --json      A JSON array with all that is known about each.
                  -h, --help  Print help.
                  --version   Print the version.

                """)
    }

    @Test func defaultsAndVariablesAreTold() {
        let help = Run(["serve", "--help"]).output
        #expect(
            help.contains(
                "  --port NUMBER             The port to listen on; 0 for any free one. (default 8080; MISHAP_PORT)\n"))
        #expect(
            help.contains("  --max-body SIZE           Bound of a request's body. (default 64MiB; MISHAP_MAX_BODY)\n"))
        let check = Run(["check", "--help"]).output
        #expect(check.contains("  PATH  Scenario files and folders. (default scenarios/)\n"))
        #expect(help.contains("  PATH  Scenario files and folders; without them and without this folder"))
    }

    @Test func noLineIsWiderThanAHundredColumns() {
        for command in [[]] + Program.mishap.commands.map({ [$0.name] }) {
            for line in Run(command + ["--help"]).output.split(separator: "\n") {
                #expect(line.count <= 100, "\(line)")
            }
        }
    }
}
