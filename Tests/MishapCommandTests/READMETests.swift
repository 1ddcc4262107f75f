import Foundation
import GatewayServer
import JSONText
import Mishap
import ScenarioFiles
import TestSupport
import Testing

@testable import MishapCommand

/// What the documents show is what happens: scenarios load, transcripts come out as they are printed, programs run.
@Suite(.blocking) struct READMETests {
    private static let text = (try? Repository.text("README.md")) ?? ""
    private static let document = Document(text: text)

    /// The scenario of the README, `my/pay.json`.
    private static let pay = document.blocks("json").first ?? ""

    /// Those of the cookbook have files beside them: `CookbookTests`.
    @Test(arguments: Document.pages.filter { $0 != "docs/cookbook.md" })
    func theScenariosOfTheDocumentsLoad(page: String) throws {
        for block in try Document(page).blocks("json") {
            let json = try #require(try JSONSerialization.jsonObject(with: Data(block.utf8)) as? [String: Any])
            // What is no scenario is a part of one, a file beside it, or an answer of the control API.
            guard json["rules"] != nil else { continue }
            let folder = try ScenarioFolder(["shown.json": block])
            let result = Gateway.load([folder.path]).result
            #expect(result.text == "", "\(page)")
            #expect(result.scenarios.count == 1)
        }
    }

    @Test func theREADMEIsReadInOneSitting() {
        #expect(Self.text.utf8.count <= 10_000)
        #expect(Self.text.contains("](docs/pictures/timeline.svg)"))
        #expect(Self.document.blocks("json").count == 1)
        #expect(Self.document.blocks("console").count == 3)
        #expect(Self.document.blocks("python").count == 1)
    }

    @Test func transcriptsAreWhatReallyHappens() throws {
        let mishap = try Binary(["serve", "scenarios", "--port", "0"], in: Repository.root.path())
        let port = try #require(mishap.port())
        for block in Self.document.blocks("console") {
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
            let command = try #require(lines.first).dropFirst(2).replacing(":8080/", with: ":\(port)/")
            let shown = lines.dropFirst().map(Document.withoutTimes)
            let run = try Document.shell(String(command))
            let said = run.error.split(whereSeparator: { $0.isNewline }).map { String($0) }
            let heads = said.filter { $0.hasPrefix("< ") && $0 != "< " }
            let complaints = said.filter { $0.hasPrefix("curl: ") }
            let body = run.output.split(separator: "\n").map(String.init)
            #expect((heads + body + complaints).map(Document.withoutTimes) == Array(shown), "\(command)")
        }
    }

    /// Under "A scenario": a misspelt field is reported as it is shown.
    @Test func aMistakeIsReportedAsItIsShown() throws {
        let misspelt = Self.pay.replacing(#""status": 409"#, with: #""staus": 409"#)
        try #require(misspelt != Self.pay)
        let folder = try ScenarioFolder(["pay.json": misspelt])
        let run = Run(["check", folder.path])
        #expect(run.code == 1)
        let shown = try #require(Self.block(beginningWith: "$ mishap check my\n"))
        #expect("$ mishap check my\n" + run.error.replacing(folder.path, with: "my") == shown)
    }

    /// Under "In a test suite": the client asks once, and the scenario expects two requests.
    @Test func theVerdictOfExecIsAsItIsShown() throws {
        let expect = try #require(Self.text.firstMatch(of: /With `("expect": \[\{.*?\}\])`/)).1
        let folder = try ScenarioFolder(["pay.json": Self.pay.replacing("{\n  \"desc", with: "{ \(expect),\n  \"desc")])
        let command = "curl -s -d x $MISHAP_URL/payments; true"
        let mishap = try Binary(["exec", folder.path, "--", "/bin/sh", "-c", command])
        let said = mishap.rest().error
        #expect(mishap.wait() == 3)
        #expect(try #require(Self.block(beginningWith: "mishap: the verdict failed")) == said)
    }

    /// The test of the README with the plugin: it passes, and fails for a client that takes a new key.
    @Test(arguments: [("key = 'a1'", 0), ("key = f'a{attempt}'", 1)])
    func theTestOfTheSuiteJudgesTheClient(key: String, code: Int32) throws {
        let test = try #require(Self.document.blocks("python").first)
        let client = """
            import http.client, pytest, urllib.error, urllib.request

            def pay(url):
                for attempt in range(2):
                    \(key)
                    request = urllib.request.Request(url + "/payments", b"{}", {"Idempotency-Key": key})
                    try:
                        return urllib.request.urlopen(request).read() and 201
                    except urllib.error.HTTPError as error:
                        return error.code
                    except (OSError, http.client.HTTPException):
                        pass


            """
        let folder = try ScenarioFolder([
            "my/pay.json": Self.pay, "test_pay.py": client + test,
        ])
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MISHAP_") }
        let programs = URL(filePath: Binary.path).deletingLastPathComponent().path()
        environment["PATH"] = programs + ":" + (environment["PATH"] ?? "")
        environment["PYTHONPATH"] = Repository.path("clients/python")
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        let run = try ProgramRun(
            Repository.python,
            [
                "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "mishap_testing.pytest_plugin",
                "--mishap-scenarios",
                "my",
            ], environment: environment, in: folder.path, mergesError: true)
        #expect(run.code == code, "\(run.output)")
        #expect(run.output.contains("headers.idempotency-key of entry 2 is ") == (code == 1), "\(run.output)")
    }

    /// The lists of what a match and a step can have are those of the language without a system.
    @Test(arguments: [("match", "A `match` can have "), ("step", "A step has one of ")])
    func theREADMEListsTheWholeLanguage(name: String, begins: String) throws {
        let line = Self.text.replacing("\n", with: " ")
        let sentence = try #require(line.components(separatedBy: begins).dropFirst().first)
        let words = sentence.prefix { $0 != "." }.matches(of: /`([a-zA-Z]+)`/).map { String($0.1) }
        let schema = try JSONParser.parse(Array(Run(["schema"]).output.utf8)).get()
        let fields = try #require(schema["$defs"]?[name]?["properties"]?.members).map(\.name)
        #expect(words.sorted() == fields.sorted())
    }

    @Test func theVersionsOfTheREADMEAreThoseThatGetNoWarning() throws {
        let versions = LibraryVersions.tested
        let words = versions.dropLast().joined(separator: ", ") + " and " + versions[versions.count - 1]
        #expect(Self.text.contains("\nTested with libmicrohttpd \(words) and GnuTLS "))
    }

    @Test func theCommandsAndOptionsOfTheREADMEAreThere() throws {
        let text = try #require(Self.text.components(separatedBy: "\n## What is not there").first)
        for match in text.matches(of: /`mishap ([a-z]+)|(?m)^mishap ([a-z]+)/) {
            let command = String(match.1 ?? match.2 ?? "")
            #expect(Run([command, "--help"]).code == 0, "mishap \(command)")
        }
        let help = Run(["serve", "--help"]).output
        for match in text.matches(of: /`(--[a-z-]+)/) { #expect(help.contains("  \(match.1) "), "\(match.1)") }
    }

    /// The exit codes that the README names are those of the command line.
    @Test func theExitCodesOfTheREADMEAreThere() throws {
        let sentences = try #require(Self.text.components(separatedBy: "Exit codes: ").dropFirst().first)
        let paragraph = try #require(sentences.components(separatedBy: "\n\n").first)
        let codes = paragraph.matches(of: /\b\d+\b/).map { String($0.output) }
        #expect(codes == Program.mishap.exits.map { "\($0.code)" })
    }

    /// The targets of make that the README names.
    @Test(arguments: ["run", "test", "install", "build", "docker"]) func theTargetsAreThere(target: String) throws {
        #expect(Self.text.contains("make \(target)"))
        #expect(try Repository.text("Makefile").contains("\n\(target):"))
    }

    private static func block(beginningWith words: String) -> String? {
        document.blocks.map(\.text).first { $0.hasPrefix(words) }
    }
}
