import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MishapCommand

/// `mishap serve` in this process: what it says, and what it refuses.
@Suite(.blocking) struct ServeCommandTests {
    /// Serves, runs the work while it does, and stops.
    private func serve(
        _ arguments: [String], environment: [String: String] = [:], onTerminal: Bool = false,
        _ work: @escaping @Sendable (UInt16) -> Void = { _ in }
    ) -> Run {
        let words = Words()
        let shutdown = ShutdownSource(
            prepare: {},
            wait: {
                let port = words.output.split(separator: ":").last.flatMap { UInt16($0.dropLast()) }
                work(port ?? 0)
                return "SIGTERM"
            })
        let code = MishapCommand.run(
            rawArguments: (["serve"] + arguments).map { Array($0.utf8) }, environment: environment,
            output: words.output(onTerminal: onTerminal),
            shutdown: shutdown)
        return Run(code: code, words)
    }

    @Test func oneLineOnStandardOutputSaysWhereItAnswers() throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello])
        let answer = Mutex("")
        let run = serve([folder.path, "--port", "0"]) { port in
            guard let connection = try? RawConnection(port: port) else { return }
            connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let text = connection.receiveResponse().body
            answer.withLock { $0 = text }
        }
        #expect(run.code == 0)
        #expect(run.output.wholeMatch(of: /mishap: listening on http:\/\/127\.0\.0\.1:\d+\n/) != nil)
        #expect(answer.withLock { $0 } == "hello")
    }

    /// What it says is 127.0.0.1 for each of them, which clients have wherever they are.
    @Test(.enabled(if: IPv6.isThere, "there is no ::1"), arguments: [[], ["--host", "localhost"]])
    func itIsReachedOnBothAddressesOfThisMachine(host: [String]) throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello])
        let answers = Mutex<[String]>([])
        let run = serve([folder.path, "--port", "0"] + host) { port in
            for overIPv6 in [false, true] {
                guard let connection = try? RawConnection(port: port, overIPv6: overIPv6) else { continue }
                connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                answers.withLock { $0.append(connection.receiveResponse().body) }
            }
        }
        #expect(run.output.wholeMatch(of: /mishap: listening on http:\/\/127\.0\.0\.1:\d+\n/) != nil)
        #expect(answers.withLock { $0 } == ["hello", "hello"])
    }

    @Test func theStartSaysWhatIsLoadedAndWhatToTry() throws {
        let folder = try ScenarioFolder([
            "a.json": ScenarioFolder.hello,
            "pay/later.json": """
            { "rules": [{ "match": { "method": "POST", "path": "/orders/{id}/*" }, "steps": [{ "fail": "http/timeout" }] }] }
            """,
        ])
        let run = serve([folder.path, "--port", "0"])
        let url = try #require(run.output.split(separator: " ").last.map { String($0.dropLast()) })
        #expect(
            run.error == """

                  Serving 2 scenarios from \(folder.path): 1 of their own, pay (1).
                  Point your client at \(url)/@NAME/, with the name of a scenario.
                  https is spoken on the same port; \(url)/__mishap/ca.pem is the certificate to trust.

                  Try:
                    curl -v \(url)/@a/any
                        Says hello.
                    curl -v --max-time 5 -X POST \(url)/@pay/later/orders/id/any
                    curl -v \(url)/__mishap/fail/http/truncated-json/any

                  What happened is in \(url)/__mishap/sessions/a/journal. Ctrl-C stops.

                mishap: stopped by SIGTERM

                """)
    }

    @Test func theOnlyScenarioNeedsNoName() throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello])
        let run = serve([folder.path, "--port", "0"])
        #expect(run.error.contains("  Serving the scenario a from \(folder.path).\n"))
        #expect(run.error.contains(" instead of the real gateway.\n"))
        #expect(run.error.contains(/curl -v http:\/\/127\.0\.0\.1:\d+\/any\n/))
        #expect(run.error.contains("/__mishap/sessions/default/journal"))
    }

    @Test func aFolderWithoutScenariosServesFailuresByName() throws {
        let folder = try ScenarioFolder([:])
        let run = serve([folder.path, "--port", "0"])
        #expect(run.code == 0)
        #expect(run.error.contains("No scenarios in \(folder.path); failures by name are served all the same."))
    }

    @Test func theLogForMachinesIsAnObjectOnALine() throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello])
        let run = serve([folder.path, "--port", "0", "--log", "json"])
        let events = try run.error.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(events.compactMap { $0["event"] as? String } == ["start", "stop"])
        #expect(events[0]["scenarios"] as? Int == 1)
        #expect(events[1]["signal"] as? String == "SIGTERM")
        #expect((events[0]["time"] as? String)?.contains(/^\d{4}-\d\d-\d\dT/) == true)
    }

    @Test func oneBadFileAmongGoodOnesKeepsEverythingFromBeingServed() throws {
        let folder = try ScenarioFolder([
            "good.json": ScenarioFolder.hello, "bad.json": #"{ "rules": [{ "steps": [{ "fial": "http/timeout" }] }] }"#,
            "worse.json": "{ no json",
        ])
        let run = serve([folder.path, "--port", "0"])
        #expect(run.code == 1)
        #expect(run.output.isEmpty)
        #expect(
            run.error.contains(
                #"\#(folder.path)/bad.json:1:27: error: unknown field "fial" in a step; did you mean "fail"?"#))
        #expect(run.error.contains("\(folder.path)/worse.json:1:3: error: "))
        #expect(run.error.contains(/\n\d+ errors in 2 files; nothing is served\n$/))
    }

    @Test func badFilesInTheLogForMachines() throws {
        let folder = try ScenarioFolder(["bad.json": "["])
        let run = serve([folder.path, "--log", "json"])
        #expect(run.code == 1)
        #expect(run.error.contains(#""event":"diagnostic","file":"\#(folder.path)/bad.json","line":1"#))
        #expect(run.error.hasSuffix("\"event\":\"error\",\"message\":\"1 error in 1 file; nothing is served\"}\n"))
    }

    @Test func aPathThatIsNotThere() {
        let run = serve(["no-such-folder"])
        #expect(run.code == 1)
        #expect(run.error == "no-such-folder: error: no such file or folder\n\n1 error in 1 file; nothing is served\n")
    }

    @Test func aPortInUse() throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello])
        let path = folder.path
        let second = Mutex("")
        let run = serve([path, "--port", "0"]) { port in
            let inner = Run(["serve", path, "--port", "\(port)"])
            second.withLock { $0 = "\(inner.code) \(port) \(inner.error)" }
        }
        #expect(run.code == 0)
        let said = second.withLock { $0 }
        let port = said.split(separator: " ")[1]
        #expect(
            said
                == "1 \(port) mishap: port \(port) on 127.0.0.1 is in use; choose another with --port, or --port 0 for any free one\n"
        )
    }

    /// Clients that take `localhost` for ::1 would reach somebody else.
    @Test(.enabled(if: IPv6.isThere, "there is no ::1"))
    func aPortInUseOnTheOtherAddressAlone() throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello])
        let path = folder.path
        let said = Mutex("")
        // A client may have any other on 127.0.0.1.
        _ = serve([path, "--port", "\(quietPort())", "--host", "::1"]) { port in
            let inner = Run(["serve", path, "--port", "\(port)"])
            said.withLock { $0 = inner.error.replacing("port \(port) ", with: "port N ") }
        }
        #expect(
            said.withLock { $0 }
                == "mishap: port N on ::1 is in use; choose another with --port, or --port 0 for any free one\n")
    }

    @Test(arguments: [
        (["--scenario", "helo"], #"mishap: there is no scenario "helo"; did you mean "hello"?"#),
        (
            ["--host", "203.0.113.1"],
            "mishap: 203.0.113.1 is not an address of this machine, so nothing can listen on its port 0"
        ),
        (["--host", "no-such-host.invalid"], #"mishap: the host "no-such-host.invalid" is not known here"#),
    ])
    func whatCannotBeStarted(arguments: [String], message: String) throws {
        let folder = try ScenarioFolder(["hello.json": ScenarioFolder.hello])
        let run = serve([folder.path, "--port", "0"] + arguments)
        #expect(run.code == 1)
        #expect(run.output.isEmpty)
        #expect(run.error == message + "\n")
    }

    @Test func theEnvironmentIsASecondCommandLineAndTheFirstWins() throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello, "b.json": ScenarioFolder.hello])
        let environment = ["MISHAP_PORT": "0", "MISHAP_SCENARIO": "a", "MISHAP_HOST": "0.0.0.0"]
        #expect(serve([folder.path], environment: environment).error.contains(" for a, or at "))
        #expect(serve([folder.path, "--scenario", "b"], environment: environment).error.contains(" for b, or at "))
    }

    @Test func coloursOnlyOnATerminalAndWithoutNoColor() throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello])
        let arguments = [folder.path, "--port", "0"]
        #expect(serve(arguments, onTerminal: true).error.contains("\u{1B}["))
        #expect(!serve(arguments).error.contains("\u{1B}["))
        #expect(!serve(arguments, environment: ["NO_COLOR": "1"], onTerminal: true).error.contains("\u{1B}["))
        #expect(!serve(arguments, onTerminal: true).output.contains("\u{1B}["))
    }

    // MARK: Variables

    @Test(arguments: [
        ("MISHAP_PROT", "MISHAP_PORT"), ("MISHAP_SCENARIOS", "MISHAP_SCENARIO"), ("MISHAP_max_body", "MISHAP_MAX_BODY"),
        ("MISHAP_SETLE", "MISHAP_SETTLE"),
    ])
    func aVariableThatIsNearlyOneOfAnOptionIsWarnedOf(name: String, meant: String) throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello])
        let warning = "\(name) is set, and no option has that variable; did you mean \(meant)?"
        let run = serve([folder.path, "--port", "0", "--quiet"], environment: [name: "1"])
        #expect(run.error == "mishap: warning: \(warning)\n")
        let json = serve([folder.path, "--port", "0", "--quiet", "--log", "json"], environment: [name: "1"])
        #expect(json.error.hasPrefix("{\"time\":"))
        #expect(json.error.contains("\"event\":\"warning\",\"message\":\"\(warning)\"}\n"))
    }

    @Test(arguments: [
        "MISHAP_URL", "MISHAP_CONTROL_URL", "MISHAP_CA", "MISHAP_SETTLE", "MISHAP_SERVICE_PORT",
        "MISHAP_PORT_8080_TCP_PORT",
        "MISHAP_BINARY", "MISHAP_WRITE_GOLDENS", "MISHAP_NO_NAMESPACES", "MISHAP_", "OTHER_PROT",
    ])
    func othersAreNot(name: String) throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello])
        let run = serve([folder.path, "--port", "0", "--quiet"], environment: [name: "1"])
        #expect(run.error == "")
    }

    @Test func thereIsNoOptionForTLSAndItIsSaidWhy() {
        let run = Run(["serve", "--tls"])
        #expect(run.code == 2)
        #expect(
            run.error
                == "mishap: serve has no option --tls: TLS is spoken on the same port, whoever begins with it\nSee mishap serve --help.\n"
        )
    }

    @Test(arguments: [(["--cors"], [:]), ([], ["MISHAP_CORS": "true"])])
    func allScenariosAreOpenedToPages(arguments: [String], environment: [String: String]) throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello])
        let answers = Mutex("")
        _ = serve([folder.path, "--port", "0"] + arguments, environment: environment) { port in
            guard let connection = try? RawConnection(port: port) else { return }
            connection.send("GET / HTTP/1.1\r\nHost: a\r\nOrigin: http://b\r\n\r\n")
            let text = connection.receiveResponse().text
            answers.withLock { $0 = text }
        }
        #expect(answers.withLock { $0 }.contains("\r\nAccess-Control-Allow-Origin: http://b\r\n"))
    }
}
