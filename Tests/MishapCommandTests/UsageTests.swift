import Testing

@testable import MishapCommand

/// A command line that is wrong: exit code 2, and one message that says what to do.
struct UsageTests {
    @Test func mishapAloneTeaches() {
        let run = Run([])
        #expect(run.code == 0)
        #expect(run.output.contains("curl -v http://127.0.0.1:8080/@tcp/reset-mid-body/any"))
        for command in ["serve", "check", "explain", "catalogue", "schema", "health"] {
            #expect(run.output.contains("\n  \(command)"))
        }
        #expect(run.error.isEmpty)
    }

    @Test(arguments: [["--help"], ["serve", "--help"], ["help", "serve"], ["--version"], ["catalog", "--help"]])
    func helpIsAnAnswerAndNoMistake(arguments: [String]) {
        let run = Run(arguments)
        #expect(run.code == 0)
        #expect(!run.output.isEmpty)
        #expect(run.error.isEmpty)
    }

    @Test(arguments: [
        (["serve", "--prot", "1"], "mishap: Unknown option '--prot'. Did you mean '--port'?\n"),
        (["serve", "--port"], "mishap: Missing value for '--port <port>'\n"),
        (["explain"], "mishap: Missing expected argument '<name>'\n"),
    ])
    func aWrongWordIsNamed(arguments: [String], message: String) {
        let run = Run(arguments)
        #expect(run.code == 2)
        #expect(run.error.hasPrefix(message))
        #expect(run.error.split(separator: "\n").count == 2)
        #expect(run.error.contains("--help' for more information."))
        #expect(run.output.isEmpty)
    }

    @Test(arguments: [
        ("serv", #"there is no command "serv"; did you mean "serve"?"#),
        ("scenarios/", #"there is no command "scenarios/"; see mishap --help"#),
    ])
    func aWordThatIsNoCommand(word: String, message: String) {
        let run = Run([word])
        #expect(run.code == 2)
        #expect(run.error == "mishap: \(message)\n")
    }

    @Test(arguments: [
        ("--port", "70000", "a number from 0 to 65535"), ("--port", "http", "a number from 0 to 65535"),
        ("--seed", "1.5", "a whole number"), ("--log", "xml", "text or json"),
        ("--control", "everyone", "loopback, any or off"),
        ("--max-head", "12", #"a size from 4KiB to 16MiB, such as "16KB""#),
        ("--max-body", "-1KB", #"a size from 0B to 1GB, such as "16KB" or "10MiB""#),
        ("--max-connections", "0", "a number from 1 to 1000000"),
    ])
    func aBadValueIsNamedWithItsOptionOrItsVariable(option: String, value: String, takes: String) {
        let byOption = Run(["serve", "\(option)=\(value)"])
        #expect(byOption.code == 2)
        #expect(byOption.error == "mishap: \(option) is \"\(value)\", and it takes \(takes)\n")

        let variable = Environment.variable(of: String(option.dropFirst(2)))
        let byVariable = Run(["serve"], environment: [variable: value])
        #expect(byVariable.code == 2)
        #expect(byVariable.error == "mishap: \(variable) is \"\(value)\", and it takes \(takes)\n")
    }

    @Test(arguments: [
        (["serve", "x", "--listen", "a=1"], "--listen"),
        (["serve", "--session-ports=9000-9099"], "--session-ports"), (["serve", "--token", "t"], "--token"),
        (["serve", "--allow-host", "h"], "--allow-host"), (["exec", "--", "true"], "mishap exec"),
    ])
    func whatComesLaterIsRefusedInOneLine(arguments: [String], name: String) {
        let run = Run(arguments)
        #expect(run.code == 2)
        #expect(run.error == "mishap: \(name) is not built yet\n")
    }

    @Test func aVariableThatIsSetToNothingIsNotSet() throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello])
        #expect(Run(["serve", folder.path, "--port", "0"], environment: ["MISHAP_SEED": ""]).code == 0)
    }
}
