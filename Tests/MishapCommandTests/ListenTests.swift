import Synchronization
import TestSupport
import Testing

@testable import MishapCommand

/// `mishap serve --listen NAME=PORT`, in this process.
@Suite(.blocking) struct ListenTests {
    private let folder: ScenarioFolder

    init() throws {
        folder = try ScenarioFolder([
            "hello.json": ScenarioFolder.hello,
            "pay/later.json": #"{ "rules": [{ "reply": { "text": "later" } }] }"#,
        ])
    }

    /// Serves on any free port, runs the work while it does, with all ports that it says, and stops.
    private func serve(
        _ arguments: [String], environment: [String: String] = [:],
        _ work: @escaping @Sendable ([UInt16]) -> Void = { _ in }
    ) -> Run {
        let words = Words()
        let shutdown = ShutdownSource(
            prepare: {},
            wait: {
                work(
                    words.output.split(separator: "\n").compactMap {
                        $0.split(separator: ":").last.flatMap { UInt16($0) }
                    })
                return "SIGTERM"
            })
        let code = MishapCommand.run(
            rawArguments: (["serve", folder.path, "--quiet", "--port", "0"] + arguments).map { Array($0.utf8) },
            environment: environment, output: words.output(), shutdown: shutdown)
        return Run(code: code, words)
    }

    private static func ask(_ port: UInt16) -> String {
        guard let connection = try? RawConnection(port: port) else { return "refused" }
        connection.send("GET /@none/x HTTP/1.1\r\nHost: none.localhost\r\n\r\n")
        return connection.receiveResponse().body
    }

    @Test func aLineForEachIsInTheOrderGiven() throws {
        let port = quietPort()
        let answers = Mutex<[String]>([])
        let run = serve(["--listen", "pay/later=0", "--listen", "hello=\(port)"]) { ports in
            answers.withLock { $0 = ports.dropFirst().map(Self.ask) }
        }
        #expect(run.code == 0 && run.error == "")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.count == 4 && lines[3] == "")
        #expect(lines[0].wholeMatch(of: /mishap: listening on http:\/\/127\.0\.0\.1:\d+/) != nil)
        #expect(lines[1].wholeMatch(of: /mishap: pay\/later on http:\/\/127\.0\.0\.1:\d+/) != nil)
        #expect(lines[2] == "mishap: hello on http://127.0.0.1:\(port)")
        #expect(answers.withLock { $0 } == ["later", "hello"])
    }

    /// Who reads the first line has them all.
    @Test func theyAreOneWrite() throws {
        let writes = Mutex<[String]>([])
        let output = CommandOutput(
            output: { text in writes.withLock { $0.append(text) } }, error: { _ in }, colours: (false, false))
        let shutdown = ShutdownSource(prepare: {}, wait: { "SIGTERM" })
        let words = ["serve", folder.path, "--port", "0", "--listen", "hello=0"].map { Array($0.utf8) }
        #expect(MishapCommand.run(rawArguments: words, environment: [:], output: output, shutdown: shutdown) == 0)
        #expect(writes.withLock { $0.map { $0.split(separator: "\n").count } } == [2])
    }

    @Test func whatToTryIsTheirOwnAddress() throws {
        let words = Words()
        let shutdown = ShutdownSource(prepare: {}, wait: { "SIGTERM" })
        let arguments = ["serve", folder.path, "--port", "0", "--listen", "hello=0"].map { Array($0.utf8) }
        let output = words.output()
        #expect(MishapCommand.run(rawArguments: arguments, environment: [:], output: output, shutdown: shutdown) == 0)
        let urls = words.output.split(separator: "\n").compactMap { $0.split(separator: " ").last }
        #expect(words.error.contains("    curl -v \(urls[1])/any\n"))
        #expect(words.error.contains("    curl -v \(urls[0])/@pay/later/any\n"))
    }

    @Test func theVariableHasThemSeparatedByCommas() throws {
        let run = serve([], environment: ["MISHAP_LISTEN": "hello=0,pay/later=0"])
        #expect(run.code == 0)
        #expect(
            run.output.split(separator: "\n").map { $0.split(separator: " ")[1] } == [
                "listening", "hello", "pay/later",
            ])
    }

    @Test func whatCannotBeListenedOn() throws {
        let taken = serve([]) { ports in
            let run = serve(["--listen", "hello=\(ports[0])"])
            #expect(run.code == 1 && run.output == "")
            #expect(run.error == "mishap: --listen: no port for hello: port \(ports[0]) on 127.0.0.1 is in use\n")
        }
        #expect(taken.code == 0)
        let unknown = serve(["--listen", "pay/latter=0"])
        #expect(unknown.code == 1 && unknown.output == "")
        #expect(unknown.error == "mishap: --listen: there is no scenario \"pay/latter\"; did you mean \"pay/later\"?\n")
    }

    private static let takes =
        "it takes a scenario and a port from 0 to 65535, such as tcp/refuse=9001; 0 is any free one"

    @Test(arguments: [
        (["--listen", "9001"], "--listen is \"9001\", and \(takes)"),
        (["--listen", "=9001"], "--listen is \"=9001\", and \(takes)"),
        (["--listen", "hello"], "--listen is \"hello\", and \(takes)"),
        (["--listen", "hello="], "--listen is \"hello=\", and \(takes)"),
        (["--listen", "hello=65536"], "--listen is \"hello=65536\", and \(takes)"),
        (["--listen", "hello=-1"], "--listen is \"hello=-1\", and \(takes)"),
        (["--listen", "hello=9001", "--listen", "pay/later=9001"], "hello=9001 and pay/later=9001 have the same port"),
        (["--listen", "hello=9001", "--listen", "hello=9002"], "hello=9001 and hello=9002 have the same scenario"),
        (["--port", "9001", "--listen", "hello=9001"], "--port 9001 and --listen hello=9001 have the same port"),
        (
            ["--session-ports", "9000"],
            "--session-ports is \"9000\", and it takes two ports from 1 to 65535, such as 9000-9099"
        ),
        (
            ["--session-ports", "9099-9000"],
            "--session-ports is \"9099-9000\", and it takes two ports from 1 to 65535, such as 9000-9099"
        ),
        (
            ["--session-ports", "0-10"],
            "--session-ports is \"0-10\", and it takes two ports from 1 to 65535, such as 9000-9099"
        ),
        (
            ["--session-ports", "1-65536"],
            "--session-ports is \"1-65536\", and it takes two ports from 1 to 65535, such as 9000-9099"
        ),
    ])
    func whatIsNoPort(arguments: [String], message: String) {
        let run = serve(arguments)
        #expect(run.code == 2 && run.output == "")
        #expect(run.error == "mishap: \(message)\nSee mishap serve --help.\n")
    }

    @Test func sessionsGetPortsOfTheRange() {
        let port = quietPort()
        let answers = Mutex<[String]>([])
        let run = serve(["--session-ports", "\(port)-\(port)"]) { ports in
            guard let connection = try? RawConnection(port: ports[0]) else { return }
            let body = #"{ "scenario": "hello", "port": 0 }"#
            connection.send(
                "POST /__mishap/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            let made = connection.receiveResponse().body
            let text = Self.ask(port)
            answers.withLock { $0 = [made, text] }
        }
        #expect(run.code == 0)
        let seen = answers.withLock { $0 }
        #expect(seen.first?.contains("\"url\": \"http://localhost:\(port)\"") == true && seen.last == "hello")
    }
}
