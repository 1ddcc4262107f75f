import Foundation
import TestSupport
import Testing

@testable import MishapCommand

/// The scripts of `mishap completion`, each in its real shell. The shells come with `make clients`.
@Suite(.blocking)
struct ShellTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder([
            "own scenarios/pay.json": ScenarioFolder.hello, "own scenarios/x/late.json": ScenarioFolder.hello,
            "scenarios/ready.json": ScenarioFolder.hello, "out.txt": "",
        ])
        try FileManager.default.createDirectory(atPath: folder.path + "/bin", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/bin/mishap", withDestinationPath: Binary.path)
    }

    /// The folder of the program comes first in PATH, and every shell begins without a configuration.
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let environment = [
            "PATH": "\(URL(filePath: Binary.path).deletingLastPathComponent().path()):\(path)", "HOME": folder.path,
            "TERM": "dumb", "LC_ALL": "C.UTF-8",
        ]
        return try ProgramRun(
            "/usr/bin/env", ["timeout", "-s", "KILL", "40", program] + arguments, environment: environment,
            in: folder.path, mergesError: true
        ).output
    }

    private func typed(_ line: String, into shell: String, _ setup: String) throws -> String {
        let driver = Repository.path("Tests/MishapCommandTests/Shells/complete.zsh")
        return try run("zsh", ["-f", driver, shell, setup, line])
    }

    static let lines: [(line: String, completed: [String])] = [
        ("mishap sch", ["schema"]), ("mishap serve --wat", ["serve", "--watch"]),
        ("mishap serve --log js", ["serve", "--log", "json"]), ("mishap serve --log=js", ["serve", "--log=json"]),
        ("mishap explain tcp/reset-on-f", ["explain", "tcp/reset-on-first-byte"]),
        ("mishap explain request:didL", ["explain", "request:didLoadResponse"]),
        ("mishap catalogue doc", ["catalogue", "documents"]), ("mishap help cat", ["help", "catalogue"]),
        ("mishap check own", ["check", "own scenarios/"]),
        ("mishap serve --scenario re", ["serve", "--scenario", "ready"]),
        ("mishap serve --scenario=re", ["serve", "--scenario=ready"]), ("mishap completion f", ["completion", "fish"]),
        ("mishap explain -3260", ["explain", "-3260"]),
        ("mishap serve 'own scenarios' --scenario p", ["serve", "own scenarios", "--scenario", "pay"]),
        ("mishap --help sch", ["--help", "schema"]),
    ]
    /// What only shells with a line on a terminal have.
    static let typedLines =
        lines + [
            // The file has to be there.
            ("mishap schema < ou", ["schema"]),
            ("mishap explain \"tcp/reset-on-f", ["explain", "tcp/reset-on-first-byte"]),
            ("~/bin/mishap sch", ["schema"]),
        ]

    private func expected(_ line: String, _ completed: [String]) -> String {
        let program = line.hasPrefix("~") ? folder.path + "/bin/mishap" : "mishap"
        return ([program] + completed).map { "<\($0)>" }.joined() + "END\n"
    }

    @Test(arguments: typedLines) func bashCompletes(line: String, completed: [String]) throws {
        let said = try typed(line, into: "bash --norc --noprofile -i", "PS1=; . <(mishap completion bash)")
        #expect(said == expected(line, completed))
    }

    /// By autoload, as somebody would install it.
    @Test(arguments: typedLines) func zshCompletes(line: String, completed: [String]) throws {
        let setup = """
            PS1=; setopt no_auto_remove_slash; bindkey -e; mkdir -p functions; mishap completion zsh > functions/_mishap; fpath=($PWD/functions $fpath); \
            autoload -U compinit; compinit -u -D
            """
        let said = try typed(line, into: "zsh -f -i", setup)
        #expect(said == expected(line, completed))
    }

    @Test(arguments: lines) func fishCompletes(line: String, completed: [String]) throws {
        let said = try run("fish", ["--no-config", "-c", "mishap completion fish | source; complete -C \"\(line)\""])
        let offers = said.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        let expected = completed.last ?? ""
        if line == "mishap explain -3260" {
            #expect(offers.contains("-32600"))
        } else {
            #expect(offers.map { $0.replacing("\\ ", with: " ") } == [expected], "\(said)")
        }
    }

    @Test func sourcingSucceeds() throws {
        for shell in ["bash", "zsh"] {
            let setup = shell == "zsh" ? "autoload -U compinit; compinit -u -D; " : ""
            let asked = shell == "zsh" ? "echo $_comps[mishap]" : "complete -p mishap"
            let said = try run(shell, ["-c", "set -e; \(setup). <(mishap completion \(shell)); echo $?; \(asked)"])
            #expect(said == (shell == "zsh" ? "0\n_mishap\n" : "0\ncomplete -F _mishap mishap\n"), "\(shell)")
        }
        let said = try run(
            "fish", ["--no-config", "-c", "mishap completion fish | source; echo $status; complete mishap"])
        #expect(said.hasPrefix("0\ncomplete ") && said.contains("__mishap_offers"), "\(said)")
    }

    @Test func whatSeveralBeginWithIsTyped() throws {
        let said = try typed(
            "mishap explain tcp/reset-m", into: "bash --norc --noprofile -i", "PS1=; . <(mishap completion bash)")
        #expect(said == "<mishap><explain><tcp/reset-mid->END\n")
    }

    @Test func fishAsksTheProgramByItsPathOrByItsName() throws {
        for program in ["~/bin/mishap", "$HOME/bin/mishap"] {
            let said = try run(
                "fish", ["--no-config", "-c", "mishap completion fish | source; complete -C '\(program) sch'"])
            #expect(said.hasPrefix("schema\t"), "\(said)")
        }
    }

    @Test func descriptionsAreShownInFish() throws {
        let said = try run("fish", ["--no-config", "-c", "mishap completion fish | source; complete -C 'mishap sch'"])
        #expect(said == "schema\tPrint the JSON Schema of scenario files, for editors.\n")
    }
}
