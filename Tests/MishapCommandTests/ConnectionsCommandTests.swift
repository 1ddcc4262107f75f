import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MishapCommand

/// Scenarios with `connections` on the command line: they need a port of their own.
@Suite(.blocking) struct ConnectionsCommandTests {
    private static let scenario = #"""
        { "connections": [ { "accept": true } ],
          "rules": [ { "name": "pay", "match": { "path": "/pay" }, "reply": { "text": "paid" } } ],
          "expect": [ { "name": "once", "rule": "pay", "requests": 1 } ] }
        """#

    private static func ask(_ address: String, _ path: String = "/pay") throws -> RawConnection.Received {
        let port = try #require(URL(string: address)?.port)
        let connection = try RawConnection(port: UInt16(port))
        connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return connection.receiveResponse()
    }

    private func serve(_ arguments: [String], _ work: @escaping @Sendable ([String]) throws -> Void) -> Run {
        let words = Words()
        let shutdown = ShutdownSource(
            prepare: {},
            wait: {
                let urls = words.output.split(separator: "\n").compactMap {
                    $0.split(separator: " ").last.map(String.init)
                }
                do { try work(urls) } catch { Issue.record(error) }
                return "SIGTERM"
            })
        let code = MishapCommand.run(
            rawArguments: (["serve", "--port", "0"] + arguments).map { Array($0.utf8) }, environment: [:],
            output: words.output(), shutdown: shutdown)
        return Run(code: code, words)
    }

    @Test func servingOnlySuchAScenarioSaysThatItNeedsAPort() throws {
        let folder = try ScenarioFolder(["pay.json": Self.scenario])
        let run = serve([folder.path]) { urls in
            let answer = try Self.ask(urls[0])
            #expect(answer.text.hasPrefix("HTTP/1.1 409 ") && answer.body.contains("mishap serve --listen pay=PORT"))
        }
        #expect(run.code == 0)
        #expect(
            run.error.hasPrefix(
                "mishap: warning: pay has \"connections\", and answers on a port of its own only: --listen pay=0\n"))
        #expect(run.error.contains("  Give pay a port of its own: --listen pay=PORT.\n"))
        let listening = serve([folder.path, "--listen", "pay=0"]) { urls in
            let body = try Self.ask(urls[1]).body
            #expect(body == "paid")
        }
        let url = try #require(listening.output.split(separator: "\n").last?.split(separator: " ").last)
        #expect(!listening.error.contains("warning"))
        #expect(listening.error.contains("  Point your client at \(url) for pay.\n"))
        #expect(listening.error.contains("    curl -v \(url)/pay\n"))
    }

    @Test(arguments: [[], ["--scenario", "pay"]])
    func execGivesItsPortToTheCommand(options: [String]) throws {
        let folder = try ScenarioFolder(["pay.json": Self.scenario])
        let words = Words()
        let runner = CommandRunner(
            prepare: {},
            run: { _, variables, _ in
                let (url, control) = (variables["MISHAP_URL"] ?? "", variables["MISHAP_CONTROL_URL"] ?? "")
                #expect(!control.hasPrefix(url))
                let paid = try? Self.ask(url).body
                let shown = (try? Self.ask(control, "/__mishap/sessions/pay").body) ?? ""
                #expect(paid == "paid" && shown.contains("\"portState\": \"open\""))
                return .exited(0)
            }, leftBehind: { [] })
        let code = MishapCommand.run(
            rawArguments: (["exec", folder.path, "--settle", "0s"] + options + ["--", "client"]).map { Array($0.utf8) },
            environment: [:], output: words.output(), shutdown: .never, commands: runner)
        #expect(code == 0)
        #expect(words.error == "mishap: passed: pay\n  passed: once: 1 request came (entry 1)\n")
    }
}
