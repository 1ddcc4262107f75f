import Mishap
import Testing

@testable import MishapCommand

@Suite("What exec says at the end")
struct ExecReportTests {
    private static func session(
        _ name: String, _ outcomes: SessionVerdict.Outcome..., label: String? = nil
    ) -> SessionVerdict {
        let items = outcomes.enumerated().map { SessionVerdict.Item(title: "e\($0)", outcome: $1, reason: "r\($0)") }
        return SessionVerdict(session: name, scenario: "shop/pay", label: label, requests: 1, items: items)
    }

    private static func report(
        _ end: CommandEnd, _ sessions: [SessionVerdict] = [], missing: Int = 0, requests: UInt64 = 1,
        left: [LeftBehind]? = []
    ) -> ExecReport {
        var verdicts = RunVerdicts()
        (verdicts.sessions, verdicts.missing, verdicts.requests) = (sessions, missing, requests)
        return ExecReport(end: end, verdicts: verdicts, leftBehind: left, program: "npm")
    }

    /// A row: how the command ended, the verdicts, the exit code, and the first line.
    @Test(
        "The exit code is the command's own, or 3 where that passed and a verdict did not",
        arguments: [
            (.exited(0), [], 0, ""), (.exited(0), [session("a", .passed)], 0, "mishap: passed: a"),
            (.exited(0), [session("a", .failed)], 3, "mishap: the verdict failed; exit code 3"),
            (.exited(0), [session("a", .undecided)], 3, "mishap: the verdict is undecided; exit code 3"),
            (
                .exited(0), [session("a", .failed), session("b", .passed), session("c", .undecided)], 3,
                "mishap: the verdict failed for 1 of 3 sessions; exit code 3"
            ),
            (.exited(1), [], 1, ""), (.exited(1), [session("a", .passed)], 1, "mishap: passed: a"),
            (.exited(1), [session("a", .failed)], 1, "mishap: the command exited with 1, and the verdict failed"),
            (.exited(3), [], 3, "mishap: the command itself exited with 3"),
            (.exited(3), [session("a", .passed)], 3, "mishap: the command itself exited with 3"),
            (
                .exited(3), [session("a", .failed)], 3,
                "mishap: the command itself exited with 3, and the verdict failed"
            ),
            (.signalled(9), [], 137, "mishap: the command was ended by SIGKILL; exit code 137"),
            (.signalled(40), [], 168, "mishap: the command was ended by signal 40; exit code 168"),
            (.notFound, [], 127, "mishap: \"npm\" was not found; exit code 127"),
            (.notExecutable("no"), [], 126, "mishap: \"npm\" cannot be run: no; exit code 126"),
            (.notStarted("no"), [], 125, "mishap: no process could be started: no; exit code 125"),
        ] as [(CommandEnd, [SessionVerdict], Int32, String)])
    func theExitCodeAndWhy(end: CommandEnd, sessions: [SessionVerdict], code: Int32, first: String) {
        let report = Self.report(end, sessions)
        #expect(report.exitCode == code)
        #expect(report.text().split(separator: "\n", omittingEmptySubsequences: false).first ?? "" == first)
    }

    @Test func verdictsThatWereNotKeptAreNoSuccess() {
        let report = Self.report(.exited(0), [Self.session("a", .passed)], missing: 2)
        #expect(report.exitCode == 3)
        #expect(report.text().hasPrefix("mishap: not all sessions could be judged; exit code 3\n"))
        #expect(report.text().contains("2 more sessions went for room"))
    }

    @Test func whatFailedComesFirst() {
        let sessions = [
            Self.session("a", .passed), Self.session("~1-2", .passed, .undecided, .failed, label: "test one"),
            Self.session("b", .undecided),
        ]
        #expect(
            Self.report(.exited(0), sessions).text() == """
                mishap: the verdict failed for 1 of 3 sessions; exit code 3
                mishap: failed: ~1-2 (test one), of shop/pay
                  failed: e2: r2
                  undecided: e1: r1
                  passed: e0: r0
                mishap: undecided: b
                  undecided: e0: r0
                mishap: passed: 1 session

                """)
    }

    @Test func manySessionsAndProcessesAreNotAllNamed() {
        let sessions = (0..<50).map { Self.session("s\($0)", .failed) }
        let left = (0..<50).map { LeftBehind(process: Int32($0), commandLine: "sleep \($0)") }
        let text = Self.report(.exited(0), sessions, left: left).text()
        #expect(text.contains("s19\n") && !text.contains("s20\n") && text.contains("and 30 more such sessions"))
        #expect(text.contains("  19 sleep 19\n  and 30 more\n") && !text.contains("sleep 20"))
    }

    @Test func noRequestIsToldWithTheVariable() {
        #expect(Self.report(.exited(0), requests: 0).text().contains("MISHAP_URL"))
        #expect(!Self.report(.exited(0), requests: 1).text().contains("MISHAP_URL"))
        // It had no time for one.
        #expect(!Self.report(.notFound, requests: 0).text().contains("MISHAP_URL"))
    }

    @Test func controlCharactersAreNotPrinted() {
        let session = SessionVerdict(
            session: "a", scenario: "a", label: nil, requests: 1,
            items: [.init(title: "\u{1B}[2J", outcome: .failed, reason: "\u{7}")])
        let left = [LeftBehind(process: 1, commandLine: "a\u{1B}b")]
        #expect(!Self.report(.exited(0), [session], left: left).text().contains { $0 == "\u{1B}" || $0 == "\u{7}" })
    }

    @Test func processesThatCannotBeNamedAreTold() {
        #expect(Self.report(.exited(0), left: nil).text().contains("cannot be named"))
    }
}
