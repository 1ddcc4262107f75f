import Foundation
import Mishap
import TestSupport
import Testing

@testable import MishapCommand

/// `exec` in the process of the tests, whose command is a function.
@Suite(.blocking)
struct ExecCommandTests {
    private static let scenario = #"""
        { "rules": [
            { "name": "pay", "match": { "path": "/pay" },
              "steps": [{ "fail": "http/status/503" }, { "reply": { "text": "paid" } }] },
            { "name": "other", "match": { "path": "/other" }, "reply": {} }
          ],
          "expect": [{ "name": "retries once", "rule": "pay", "requests": 2 }] }
        """#

    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder(["pay.json": Self.scenario]) }

    /// What a command did with the gateway, and what `exec` made of it.
    private func run(
        _ options: [String] = ["--settle", "0s"], leftBehind: [LeftBehind]? = [],
        _ command: @escaping @Sendable (_ port: UInt16, _ variables: [String: String]) throws -> CommandEnd
    ) -> Run {
        let words = Words()
        let runner = CommandRunner(
            prepare: {},
            run: { _, variables, whenEnded in
                defer { whenEnded() }
                guard let port = variables["MISHAP_URL"].flatMap({ URL(string: $0)?.port }) else { return .exited(99) }
                do { return try command(UInt16(port), variables) } catch { return .exited(98) }
            }, leftBehind: { leftBehind })
        let code = MishapCommand.run(
            rawArguments: (["exec", folder.path] + options + ["--", "client"]).map { Array($0.utf8) },
            environment: [:], output: words.output(), shutdown: .never, commands: runner)
        return Run(code: code, words)
    }

    /// The body of the answer.
    @discardableResult
    private static func call(
        _ port: UInt16, _ method: String, _ path: String, _ body: String? = nil
    ) throws -> String {
        let connection = try RawConnection(port: port)
        let content = body.map { "Content-Type: application/json\r\nContent-Length: \($0.utf8.count)\r\n\r\n\($0)" }
        connection.send(
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(content ?? "\r\n")")
        return connection.receiveResponse().body
    }

    private static func askForSession(_ port: UInt16, _ members: String = "") throws -> String {
        let answer = try call(port, "POST", "/__mishap/sessions", "{ \"scenario\": \"pay\" \(members) }")
        return try #require(answer.firstMatch(of: /"id": "(~[^"]+)"/).map { String($0.1) })
    }

    @Test func aClientThatBehavesPasses() {
        let run = run { port, variables in
            #expect(variables["MISHAP_CONTROL_URL"] == "http://127.0.0.1:\(port)/__mishap")
            #expect(variables["MISHAP_HTTPS_URL"] == "https://127.0.0.1:\(port)")
            #expect(
                Set(variables.keys) == ["MISHAP_URL", "MISHAP_HTTPS_URL", "MISHAP_CONTROL_URL", "MISHAP_CA"])
            for _ in 0..<2 { try Self.call(port, "GET", "/pay") }
            return .exited(0)
        }
        #expect(run.code == 0)
        #expect(run.error == "mishap: passed: pay\n  passed: retries once: 2 requests came (entries 1, 2)\n")
        #expect(run.output.isEmpty)
    }

    @Test func oneThatDoesNotFails() {
        let run = run { port, _ in
            try Self.call(port, "GET", "/pay")
            return .exited(0)
        }
        #expect(run.code == 3)
        #expect(
            run.error == """
                mishap: the verdict failed; exit code 3
                mishap: failed: pay
                  failed: retries once: 1 request came (entry 1); 2 requests were expected

                """)
    }

    @Test func theDefaultSessionIsJudgedIfNothingCame() {
        #expect(run { _, _ in .exited(0) }.code == 3)
    }

    /// Tests that ask for sessions of their own leave the default one alone, which is no fault of theirs.
    @Test func theDefaultSessionIsNotJudgedBesideOthersUnlessItIsNamed() throws {
        let command = { @Sendable (port: UInt16, _: [String: String]) throws -> CommandEnd in
            let id = try Self.askForSession(port)
            for _ in 0..<2 { try Self.call(port, "GET", "/@\(id)/pay") }
            return .exited(0)
        }
        #expect(run(["--settle", "0s"], leftBehind: [], command).code == 0)
        let named = run(["--settle", "0s", "--scenario", "pay"], leftBehind: [], command)
        #expect(named.code == 3)
        #expect(named.error.contains("mishap: failed: pay\n"))
        #expect(named.error.contains("mishap: passed: 1 session\n"))
    }

    @Test func aSessionThatWasAskedForIsJudgedEvenIfNothingCame() {
        let run = run { port, _ in
            _ = try Self.askForSession(port, #", "label": "test one""#)
            try Self.call(port, "GET", "/other")
            for _ in 0..<2 { try Self.call(port, "GET", "/pay") }
            return .exited(0)
        }
        #expect(run.code == 3)
        #expect(run.error.contains("(test one), of pay\n  failed: retries once: not exercised"), "\(run.error)")
    }

    @Test(
        "Sessions that were deleted are judged, however that was done",
        arguments: ["sessions/ID", "sessions?label=worker"])
    func deletedSessionsAreJudged(call: String) {
        let run = run { port, _ in
            let id = try Self.askForSession(port, #", "label": "worker 1""#)
            try Self.call(port, "GET", "/@\(id)/pay")
            try Self.call(port, "DELETE", "/__mishap/" + call.replacing("ID", with: id))
            return .exited(0)
        }
        #expect(run.code == 3)
        #expect(run.error.contains("(worker 1), of pay\n  failed: retries once: 1 request came"), "\(run.error)")
    }

    /// Fixtures reset what they share with others, before a test or behind it.
    @Test func whatCameBeforeAResetIsJudged() {
        for (before, after, code) in [(3, 2, Int32(3)), (2, 0, 0), (2, 2, 0), (2, 1, 3), (0, 2, 0)] {
            for options in [["--settle", "0s"], ["--settle", "0s", "--scenario", "pay"]] {
                let run = run(options) { port, _ in
                    for _ in 0..<before { try Self.call(port, "GET", "/pay") }
                    try Self.call(port, "POST", "/__mishap/reset", "{}")
                    for _ in 0..<after { try Self.call(port, "GET", "/pay") }
                    return .exited(0)
                }
                #expect(run.code == code, "\(before), \(after): \(run.error)")
                #expect(!run.error.contains("MISHAP_URL"), "\(run.error)")
            }
        }
    }

    /// The same of a session of their own, which is deleted or not.
    @Test(arguments: [false, true]) func whatCameBeforeAResetOfAnAskedSessionIsJudged(isDeleted: Bool) {
        for (before, after, code) in [(3, 2, Int32(3)), (2, 0, 0), (2, 2, 0), (2, 1, 3), (0, 2, 0), (0, 0, 3)] {
            let run = run { port, _ in
                let id = try Self.askForSession(port)
                for _ in 0..<before { try Self.call(port, "GET", "/@\(id)/pay") }
                try Self.call(port, "POST", "/__mishap/sessions/\(id)/reset", "{}")
                for _ in 0..<after { try Self.call(port, "GET", "/@\(id)/pay") }
                if isDeleted { try Self.call(port, "DELETE", "/__mishap/sessions/\(id)") }
                return .exited(0)
            }
            #expect(run.code == code, "\(before), \(after): \(run.error)")
        }
    }

    @Test func sessionsThatExpiredAreJudged() {
        let run = run { port, _ in
            let id = try Self.askForSession(port, #", "ttl": "1ms""#)
            waitUntil { (try? Self.call(port, "GET", "/__mishap/sessions"))?.contains(id) == false }
            let next = try Self.askForSession(port)
            for _ in 0..<2 { try Self.call(port, "GET", "/@\(next)/pay") }
            return .exited(0)
        }
        #expect(run.code == 3)
        #expect(run.error.contains("for 1 of 2 sessions"), "\(run.error)")
    }

    @Test func privateSessionsAreJudgedOnceTheyGotARequest() {
        let run = run { port, _ in
            for _ in 0..<2 { try Self.call(port, "GET", "/@pay~a/pay") }
            try Self.call(port, "GET", "/@pay~b/pay")
            return .exited(0)
        }
        #expect(run.code == 3)
        #expect(run.error.contains("mishap: failed: pay~b\n"), "\(run.error)")
        #expect(run.error.contains("for 1 of 2 sessions"))
    }

    /// Half of what is expected comes after the command has ended.
    @Test func whatComesWhileItSettlesCounts() async throws {
        let run = run(["--settle", "2s"]) { port, _ in
            let hasEnded = DispatchSemaphore(value: 0)
            defer { hasEnded.signal() }
            try Self.call(port, "GET", "/pay")
            Thread.detachNewThread {
                hasEnded.wait()
                _ = try? Self.call(port, "GET", "/pay")
            }
            return .exited(0)
        }
        #expect(run.code == 0, "\(run.error)")
    }

    @Test func theCommandsOwnCodeIsKept() {
        for code in [Int32(1), 2, 125, 255] {
            #expect(run { _, _ in .exited(code) }.code == code)
        }
        #expect(run { _, _ in .signalled(15) }.code == 143)
        #expect(run { _, _ in .notFound }.code == 127)
        #expect(run { _, _ in .notExecutable("x") }.code == 126)
    }

    @Test func whatIsLeftBehindIsNamed() {
        let run = run(leftBehind: [LeftBehind(process: 12, commandLine: "sleep 60")]) { _, _ in .exited(0) }
        #expect(run.error.hasSuffix("mishap: the command left behind, still running:\n  12 sleep 60\n"))
    }

    // MARK: Reports

    @Test func whatWasExercisedIsWritten() throws {
        // A file in the folder of the scenarios would be one of them next time.
        let outputs = try ScenarioFolder([:])
        let paths = ["report.json", "report.md", "report.txt", "junit.xml"].map { outputs.path + "/" + $0 }
        // What was there is replaced as a whole.
        try Data(repeating: 0x20, count: 100_000).write(to: URL(filePath: paths[0]))
        let options = paths.prefix(3).flatMap { ["--report", $0] } + ["--junit", paths[3], "--settle", "0"]
        let run = run(options + ["--require", "http/status/503"]) { port, _ in
            for _ in 0..<2 { try Self.call(port, "GET", "/pay") }
            return .exited(0)
        }
        #expect(run.code == 0, "\(run.error)")
        let texts = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
        #expect(try RunReport(Array(texts[0].utf8)).failures["http/status/503"]?.next.same == 1)
        #expect(texts[1].contains("| `http/status/503` | 1 | 0 | 0 | 1 | 0 |"))
        #expect(texts[2].contains("http/status/503: left as planned once; then the same request once\n"))
        #expect(texts[3].contains(#"<testcase classname="pay" name="retries once" time="0."#), "\(texts[3])")
        #expect(texts[3].contains(#"<testcase classname="mishap.require" name="http/status/503" time="0.000"/>"#))
    }

    /// CI servers compare runs by these names: ids of sessions and the order in which they end change nothing of them.
    @Test func twoRunsHaveTheSameNames() throws {
        let outputs = try ScenarioFolder([:])
        let scenario =
            #"{ %@"rules": [ { "name": "a", "fail": 503 } ], "expect": [ { "rule": "a", "requests": 0, "description": "Nobody asks." } ] }"#
        let sessions = [
            #"{ "label": "TestPay", "scenario": \#(scenario.replacing("%@", with: "")) }"#,
            #"{ "label": "TestShop", "scenario": \#(scenario.replacing("%@", with: #""name": "shop", "#)) }"#,
            #"{ "scenario": \#(scenario.replacing("%@", with: #""name": "named", "#)), "expect": { "name": "own", "rule": "a", "requests": 0 } }"#,
            #"{ "label": "TestRetry", "expect": { "rule": "pay", "requests": 0 } }"#,
        ]
        var names: [[String]] = []
        for order in [sessions, sessions.reversed(), sessions] {
            let (junit, report) = (outputs.path + "/junit.xml", outputs.path + "/report.json")
            let run = run(["--junit", junit, "--report", report, "--settle", "0", "--not-reached"]) { port, _ in
                for session in order { try Self.call(port, "POST", "/__mishap/sessions", session) }
                return .exited(0)
            }
            #expect(run.code != 125, "\(run.error)")
            let text = try String(contentsOfFile: junit, encoding: .utf8)
            names.append(text.matches(of: /(?:classname|name)="[^"]*"/).map { String($0.0) })
            let rules = try RunReport(Array(Data(contentsOf: URL(filePath: report)))).rules.keys.map(\.scenario)
            #expect(Set(rules).isSuperset(of: ["TestPay", "shop", "named", "pay"]))
        }
        #expect(names[0] == names[1] && names[0] == names[2])
        let shown = names[0].joined(separator: " ")
        for (group, name) in [
            ("TestPay", "Nobody asks."), ("TestShop", "Nobody asks."), ("named", "Nobody asks."), ("named", "own"),
            ("TestRetry", "retries once"), ("TestRetry", "{&quot;rule&quot;:&quot;pay&quot;,&quot;requests&quot;:0}"),
        ] {
            #expect(shown.contains(#"classname="\#(group)" name="\#(name)""#), "\(shown)")
        }
        #expect(!shown.contains("~"))
    }

    @Test func whatIsRequiredAndNotExercisedFailsTheRun() {
        let options = ["--settle", "0s", "--require", "http/status/503,tcp/reset", "--require", "http/html"]
        let run = run(options) { port, _ in
            for _ in 0..<2 { try Self.call(port, "GET", "/pay") }
            return .exited(0)
        }
        #expect(run.code == 3)
        #expect(
            run.error == """
                mishap: 2 of 3 required failures were not exercised; exit code 3
                mishap: passed: pay
                  passed: retries once: 2 requests came (entries 1, 2)
                mishap: not exercised: tcp/reset: no request got it
                mishap: not exercised: http/html: no request got it

                """)
    }

    @Test(
        "What is wrong before the command starts is 125",
        arguments: [
            (["exec", "FOLDER"], "exec has no -- COMMAND"), (["exec", "FOLDER", "--"], "exec has no -- COMMAND"),
            (["exec", "FOLDER", "--settle", "1m", "--", "x"], "a duration from 0s to 10s"),
            (["exec", "FOLDER", "--scenario", "pai", "--", "x"], "did you mean \"pay\"?"),
            (["exec", "FOLDER", "--trust=1", "--", "x"], "--trust takes no value"),
            (
                ["exec", "FOLDER", "--tls-cert", "a", "--", "x"],
                "--tls-cert is without --tls-key, the file with its key"
            ),
            (
                ["exec", "FOLDER", "--tls-cert", "a", "--tls-key", "b", "--", "x"],
                "--tls-cert a cannot be read: No such file"
            ),
            (["exec", "FOLDER", "--ca-file", "FOLDER", "--", "x"], "is not a regular file"),
            (["exec", "FOLDER", "--tls-key-log", "FOLDER", "--", "x"], "cannot be written: Is a directory"),
            (["exec", "FOLDER", "--proxy", "--", "x"], "--proxy is not built yet"),
            (["exec", "FOLDER", "--port", "1", "--", "x"], "exec has no option --port; serve has it"),
            (["exec", "FOLDER/none.json", "--", "x"], "no such file or folder"),
            (["exec", "FOLDER", "--report", "x.pdf", "--", "x"], "a file that ends in .json, .md or .txt"),
            (["exec", "FOLDER", "--report", "FOLDER/no/x.json", "--", "x"], "cannot be written: No such file"),
            (["exec", "FOLDER", "--junit", "FOLDER", "--", "x"], "cannot be written: Is a directory"),
            (["exec", "FOLDER", "--require", "tcp/rezet", "--", "x"], "did you mean \"tcp/reset\"?"),
            (["exec", "FOLDER", "--require", "tcp/refuse", "--", "x"], "it takes failures that can be counted"),
            (
                ["exec", "FOLDER", "--require", "tcp/reset,tcp/connect-timeout", "--", "x"],
                "for which the kernel answers"
            ),
            (
                ["exec", "FOLDER", "--require", "http2/settings-never-sent", "--", "x"],
                "http2/settings-never-sent is not built yet"
            ),
        ])
    func usageErrors(words: [String], message: String) {
        let run = Run(words.map { $0.replacing("FOLDER", with: folder.path) })
        #expect(run.code == 125)
        #expect(run.error.contains(message), "\(run.error)")
    }
}
