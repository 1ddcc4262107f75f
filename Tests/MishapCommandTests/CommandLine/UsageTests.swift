import Mishap
import Testing

@testable import MishapCommand

/// A command line that is wrong: exit code 2, a line that names the mistake, and a line that says where the help is.
struct UsageTests {
    @Test func mishapAloneTeaches() {
        let run = Run([])
        #expect(run.code == 0)
        #expect(run.output.contains("curl -v http://127.0.0.1:8080/@tcp/reset-mid-body/any"))
        for command in ["serve", "check", "explain", "catalogue", "schema", "health", "completion", "help"] {
            #expect(run.output.contains("\n  \(command)"))
        }
        #expect(run.error.isEmpty)
    }

    @Test(
        arguments: [
            (["--help"], []), (["-h"], []), (["help"], []), (["--help", "--bogus"], []),
            (["serve", "--help"], ["help", "serve"]), (["help", "serve"], ["serve", "-h"]),
            (["--help", "serve"], ["serve", "--help"]), (["serve", "--bogus", "--help", "x"], ["serve", "-h"]),
            (["catalog", "--help"], ["help", "catalogue"]), (["help", "--help"], ["help", "help"]),
        ] as [([String], [String])])
    func helpIsAnAnswerAndNoMistake(arguments: [String], same: [String]) {
        let run = Run(arguments)
        #expect(run.code == 0)
        #expect(!run.output.isEmpty)
        #expect(run.output == Run(same).output)
        #expect(run.error.isEmpty)
    }

    @Test(arguments: [["--version"], ["serve", "--version"], ["check", "x", "--version", "--bogus"]])
    func theVersionIsAskedForAnywhere(arguments: [String]) {
        let run = Run(arguments)
        #expect(run.code == 0)
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 4 && String(lines[0]) == MishapVersion.text && lines.last == "")
        #expect(lines[1].wholeMatch(of: /commit ([0-9a-f]{12}(-dirty)?|unknown: not built by make)/) != nil)
        let libraries = lines[2].split(separator: ", ").map { $0.split(separator: " ") }
        #expect(libraries.map(\.first) == ["libmicrohttpd", "GnuTLS", "PCRE2", "zlib"])
        let hasNumbers = libraries.allSatisfy { $0.count == 2 && $0[1].wholeMatch(of: /[0-9]+(\.[0-9]+)+/) != nil }
        #expect(hasNumbers, "\(lines[2])")
    }

    @Test(arguments: [
        (["serv"], #"there is no command "serv"; did you mean "serve"?"#, "mishap"),
        (["scenarios/"], #"there is no command "scenarios/""#, "mishap"),
        (["help", "nope"], #"there is no command "nope""#, "mishap"),
        (["help", "chek"], #"there is no command "chek"; did you mean "check"?"#, "mishap"),
        (["--help", "chek"], #"there is no command "chek"; did you mean "check"?"#, "mishap"),
        (["serve", "--prot", "1"], #"serve has no option --prot; did you mean "--port"?"#, "mishap serve"),
        (["serve", "--help=1"], #"--help takes no value, and has "1""#, "mishap serve"),
        (["serve", "-p", "1"], "serve has no option -p", "mishap serve"),
        (["--verison"], #"there is no option --verison; did you mean "--version"?"#, "mishap"),
        (["--help=1"], #"--help takes no value, and has "1""#, "mishap"),
        (["--prot"], #"there is no option --prot; did you mean "--port"?"#, "mishap"),
        (["serve", "-port", "80"], #"serve has no option -port; did you mean "--port"?"#, "mishap serve"),
        (["serve", "-help"], #"serve has no option -help; did you mean "--help"?"#, "mishap serve"),
        (["serve", "--\u{301}x=1"], "serve has no option --\u{301}x", "mishap serve"),
        (["check", "--token", "t"], "check has no option --token; serve has it", "mishap check"),
        (["--bogus"], "there is no option --bogus", "mishap"), (["-x"], "there is no option -x", "mishap"),
        (["--generate-completion-script", "zsh"], "there is no option --generate-completion-script", "mishap"),
        (["serve", "--port"], "--port NUMBER has no value, and it takes a number from 0 to 65535", "mishap serve"),
        (["serve", "--scenario", "--watch"], "--scenario NAME has no value, and it takes a name", "mishap serve"),
        (["serve", "--scenario", "-h2"], "--scenario NAME has no value, and it takes a name", "mishap serve"),
        (["serve", "--scenario", "--"], "--scenario NAME has no value, and it takes a name", "mishap serve"),
        (["serve", "--port="], "--port is empty, and it takes a number from 0 to 65535", "mishap serve"),
        (["serve", "--scenario", ""], "--scenario is empty, and it takes a name", "mishap serve"),
        (
            ["serve", "--advertise", "10.0.0.7:8080"],
            #"--advertise is "10.0.0.7:8080", and it takes a URL of http or https without a path, such as http://10.0.0.7:8080; did you mean "http://10.0.0.7:8080"?"#,
            "mishap serve"
        ),
        (
            ["serve", "--allow-host", "https://ci.example.com:8080/x"],
            #"--allow-host is "https://ci.example.com:8080/x", and it takes a host name without a port, such as mishap.test; did you mean "ci.example.com"?"#,
            "mishap serve"
        ),
        (
            ["serve", "--allow-host", "ci.example.com:80"],
            #"--allow-host is "ci.example.com:80", and it takes a host name without a port, such as mishap.test; did you mean "ci.example.com"?"#,
            "mishap serve"
        ),
        (
            ["serve", "--allow-host", "ci.example.com."],
            #"--allow-host is "ci.example.com.", and it takes a host name without a port, such as mishap.test; did you mean "ci.example.com"?"#,
            "mishap serve"
        ),
        (
            ["serve", "--allow-host", "ci.example.com/a"],
            #"--allow-host is "ci.example.com/a", and it takes a host name without a port, such as mishap.test; did you mean "ci.example.com"?"#,
            "mishap serve"
        ),
        (
            ["serve", "--allow-host", "a..b"],
            #"--allow-host is "a..b", and it takes a host name without a port, such as mishap.test"#, "mishap serve"
        ),
        (
            ["serve", "--allow-host", ".a"],
            #"--allow-host is ".a", and it takes a host name without a port, such as mishap.test"#, "mishap serve"
        ),
        (
            [
                "serve", "--allow-host",
                "a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a",
            ],
            #"--allow-host is "a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a-a", and it takes a host name without a port, such as mishap.test"#,
            "mishap serve"
        ),
        (["serve", "--watch=1"], #"--watch takes no value, and has "1""#, "mishap serve"),
        (["serve", "--watch="], #"--watch takes no value, and has """#, "mishap serve"),
        (
            ["serve", "--log", "jsn"], #"--log is "jsn", and it takes text or json; did you mean "json"?"#,
            "mishap serve"
        ),
        (["--port", "9000", "serve"], "options come after the command: mishap serve --port 9000", "mishap"),
        (["--json", "catalogue"], "options come after the command: mishap catalogue --json", "mishap"),
        (["--json", "serve"], "serve has no option --json; check, catalogue and doctor have it", "mishap"),
        (["--watch", "check"], "check has no option --watch; serve has it", "mishap"),
        (["--port", "9000"], "options come after the command: mishap serve --port 9000", "mishap"),
        (
            ["--scenario", "serve", "serve"], "options come after the command: mishap serve --scenario serve",
            "mishap"
        ),
        (["--port", "1", "serve", "x"], "options come after the command: mishap serve --port 1 x", "mishap"),
        (["--json", "catalog"], "options come after the command: mishap catalogue --json", "mishap"),
        (["--port=9000"], "options come after the command: mishap serve --port=9000", "mishap"),
        (["check", "--port", "1"], "check has no option --port; serve has it", "mishap check"),
        (["serve", "--json"], "serve has no option --json; check, catalogue and doctor have it", "mishap serve"),
        (["explain"], "explain has no NAME", "mishap explain"),
        (["explain", "a", "b"], #"explain takes only NAME, and has "b" too"#, "mishap explain"),
        (["schema", "x"], #"schema takes no argument, and has "x""#, "mishap schema"),
        (["schema", "--", "--x"], #"schema takes no argument, and has "--x""#, "mishap schema"),
        (["completion", "tcsh"], #"SHELL is "tcsh", and it takes bash, zsh or fish"#, "mishap completion"),
        (
            ["completion", "fisch"], #"SHELL is "fisch", and it takes bash, zsh or fish; did you mean "fish"?"#,
            "mishap completion"
        ),
        (["completion"], "completion has no SHELL", "mishap completion"),
        (
            ["health", "https://a"],
            #""https://a" is not how this command asks: TLS has the port of plain HTTP; did you mean "http://a:443"?"#,
            "mishap health"
        ),
    ])
    func aMistakeIsNamed(arguments: [String], message: String, help: String) {
        let run = Run(arguments)
        #expect(run.code == 2)
        #expect(run.error == "mishap: \(message)\nSee \(help) --help.\n")
        #expect(run.output.isEmpty)
    }

    /// None of these ends with 2: what they name is not there, but they are well formed.
    @Test(arguments: [
        (
            ["catalogue", "bogus"],
            "mishap: there is no system \"bogus\"; there are http, tcp, tls, jsonrpc, xmlrpc, mtop, "
                + "salesforce, graph, documents, urlerror, http2 and proxy\n"
        ),
        (["explain", "tcp/rest"], "mishap: there is no failure \"tcp/rest\"; did you mean \"tcp/reset\"?\n"),
    ])
    func aNameThatIsNotThereIsNoUsageError(arguments: [String], message: String) {
        let run = Run(arguments)
        #expect(run.code == 1)
        #expect(run.error == message)
    }

    @Test(arguments: [
        ("--port", "70000", "a number from 0 to 65535"), ("--port", "http", "a number from 0 to 65535"),
        ("--seed", "1.5", "a whole number"), ("--log", "xml", "text or json"),
        ("--control", "everyone", "loopback, any or off"),
        ("--max-head", "12", #"a size from 4KiB to 16MiB, such as "16KB""#),
        ("--max-body", "-1KB", #"a size from 0B to 1GB, such as "16KB" or "10MiB""#),
        ("--body-timeout", "60", #"a duration from 1ms to 24h, such as "500ms" or "60s""#),
        ("--body-timeout", "0s", #"a duration from 1ms to 24h, such as "500ms" or "60s""#),
        ("--max-connections", "0", "a number from 1 to 1000000"),
    ])
    func aBadValueIsNamedWithItsOptionOrItsVariable(option: String, value: String, takes: String) throws {
        let byOption = Run(["serve", "\(option)=\(value)"])
        #expect(byOption.code == 2)
        #expect(
            byOption.error == "mishap: \(option) is \"\(value)\", and it takes \(takes)\nSee mishap serve --help.\n")

        let description = ServeCommand.command.options.first { "--\($0.name)" == option }
        let variable = try #require(description?.variable)
        let byVariable = Run(["serve"], environment: [variable: value])
        #expect(byVariable.code == 2)
        #expect(
            byVariable.error == "mishap: \(variable) is \"\(value)\", and it takes \(takes)\nSee mishap serve --help.\n"
        )
    }

    @Test func aSwitchAsAVariableSaysTrueOrFalse() {
        let run = Run(["serve"], environment: ["MISHAP_WATCH": "often"])
        #expect(run.code == 2)
        #expect(
            run.error == "mishap: MISHAP_WATCH is \"often\", and it takes true or false\nSee mishap serve --help.\n")
    }

    @Test func whatComesLaterIsInNoHelp() {
        let help = Run(["serve", "--help"]).output
        for option in ServeCommand.command.planned { #expect(!help.contains("--\(option)"), "\(option)") }
        let words = Run([]).output
        for command in Program.mishap.planned { #expect(!words.contains("\n  \(command) "), "\(command)") }
    }

    @Test func wordsThatActOnATerminalAreNeverPrintedAsTheyAre() {
        for arguments in [
            ["\u{1B}[2J"], ["check", "--\u{1B}[2J"], ["explain", "\u{1B}[2J"], ["check", "\u{1B}[2J\n"],
            ["serve", "--log=\u{1B}[2J"], ["catalogue", "\u{1B}[2J"], ["health", "\u{1B}[2J"],
            ["health", "http://\u{1B}[2J"], ["serve", "no\u{1B}[2J", "--watch"], ["explain", "a", "\u{1B}[2J"],
            ["--\u{1B}[2J"],
        ] {
            let run = Run(arguments)
            #expect(run.code != 0)
            #expect(!run.error.contains("\u{1B}"), "\(arguments)")
            #expect(run.error.contains("␛[2J"), "\(arguments)")
        }
    }

    @Test(
        arguments: [
            ([[0x78, 0xFF]], #""x\xFF" is not UTF-8"#, "mishap"),
            ([Array("--port".utf8), [0xFF], Array("serve".utf8)], #""\xFF" is not UTF-8"#, "mishap"),
            ([Array("serve".utf8), [0x2D, 0x2D, 0xC3]], #""--\xC3" is not UTF-8"#, "mishap serve"),
            ([Array("check".utf8), Array("--".utf8), [0xE4, 0x1B]], #""\xE4␛" is not UTF-8"#, "mishap check"),
        ] as [([[UInt8]], String, String)])
    func aWordThatIsNotUTF8(words: [[UInt8]], message: String, help: String) {
        let run = Run(bytes: words)
        #expect(run.code == 2)
        #expect(run.error == "mishap: \(message)\nSee \(help) --help.\n")
    }

    @Test func aVariableThatIsSetToNothingIsNotSet() throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello])
        #expect(Run(["serve", folder.path, "--port", "0"], environment: ["MISHAP_SEED": ""]).code == 0)
    }
}
