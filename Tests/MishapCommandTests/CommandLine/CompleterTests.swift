import Catalogue
import Systems
import Testing

@testable import MishapCommand

/// What a begun command line could go on with.
struct CompleterTests {
    private static func words(_ line: [String], _ program: Program = SmallProgram.program) -> [String]? {
        guard case .words(let candidates) = Completer(program: program).suggestions(for: line) else { return nil }
        return candidates.map(\.word)
    }

    @Test(arguments: [
        ([""], ["dig", "wrap"]), (["d"], ["dig"]), (["-"], ["--help", "--version"]), (["x", ""], []),
        (["dig", "--"], ["--depth", "--name", "--map", "--quick", "--help", "--version"]),
        (["dig", "--map", "a", "--quick", "--"], ["--depth", "--name", "--map", "--help", "--version"]),
        (["wrap", ""], ["box", "bag"]), (["wrap", "bo"], ["box"]), (["wrap", "box", ""], []),
        (["wrap", "box", "1", ""], ["--quick"]), (["wrap", "--quick", ""], ["box", "bag"]),
        (["dig", "-"], ["--depth", "--name", "--map", "--quick", "--help", "--version"]),
        (["dig", "--name=", "--q"], ["--quick"]), (["dig", "--quick=t"], []), (["dig", "--depth", ""], []),
    ])
    func names(line: [String], offers: [String]) { #expect(Self.words(line) == offers) }

    @Test(arguments: [
        ["dig", ""], ["dig", "a", "b"], ["delve", "a"], ["dig", "--", "--"], ["dig", "--depth", "1", ""],
        ["wrap", "box", "--", "l"], ["dig", "-x"],
    ])
    func files(line: [String]) throws { #expect(Self.words(line) == nil) }

    @Test(arguments: [
        (["serve", "--log", ""], ["text", "json"]), (["serve", "--log=j"], ["--log=json"]),
        (["serve", "--control", "lo"], ["loopback"]), (["completion", "f"], ["fish"]),
        (["help", "cat"], ["catalogue"]), (["catalogue", "x"], ["xmlrpc"]),
        (["explain", "tcp/reset-on-f"], ["tcp/reset-on-first-byte"]),
        (["explain", "NSFileWriteOutOf"], ["NSFileWriteOutOfSpaceError"]), (["schema", "x"], []),
        (["--help", "cat"], ["catalogue"]), (["explain", "-32601"], ["-32601", "-32601"]),
        (["explain", "oauth/("], []),
    ])
    func ofMishap(line: [String], offers: [String]) { #expect(Self.words(line, .mishap) == offers) }

    @Test func namesOfFailuresAreAllOffered() {
        let offered = Set(Self.words(["explain", ""], .mishap) ?? [])
        #expect(offered == Set(FailureIndex.all.entries.map(\.name)))
        #expect(offered.count > 1000)
    }

    @Test func namesOfScenariosAreThoseOfThePathsOnTheLine() throws {
        let folder = try ScenarioFolder(["pay/a.json": ScenarioFolder.hello, "b.json": ScenarioFolder.hello])
        #expect(Self.words(["serve", folder.path, "--scenario", ""], .mishap) == ["b", "pay/a"])
        #expect(Self.words(["serve", folder.path, "--scenario=p"], .mishap) == ["--scenario=pay/a"])
        let run = Run(["completion", "zsh", "--", "serve", folder.path, "--scenario", "p"])
        #expect(run.output == "words\npay/a\tSays hello.\n")
    }

    /// A line is a candidate: a description of several lines is cut, and acts on no terminal.
    @Test func aDescriptionIsOneLine() throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello.replacing("Says", with: "\\u001b[2J\\nmore")])
        #expect(Run(["completion", "zsh", "--", "serve", folder.path, "--scenario", ""]).output == "words\na\t␛[2J\n")
    }

    @Test func theScriptsHaveNoNamesInThem() {
        for shell in ["bash", "zsh", "fish"] {
            let script = Run(["completion", shell]).output
            for word in ["serve", "catalogue", "--port", "tcp/"] {
                #expect(!script.contains(word), "\(shell): \(word)")
            }
        }
    }
}
