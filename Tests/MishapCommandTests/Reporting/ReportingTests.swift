import Foundation
import JSONText
import Catalogue
import Mishap
import Systems
import Systems
import TestSupport
import Testing

@testable import MishapCommand

/// What is written for CI servers, and read back by what reads it there.
@Suite(.blocking) struct ReportingTests {
    private static var verdicts: RunVerdicts {
        var verdicts = RunVerdicts()
        verdicts.sessions = [
            SessionVerdict(
                session: "~1", scenario: "shop/pay", label: "test <one> \"&\u{1}", requests: 2,
                items: [
                    .init(title: "a", outcome: .passed, reason: "r"),
                    .init(title: "b\n\"c\"", outcome: .failed, reason: "<why>\u{7} & \"so\""),
                ]),
            SessionVerdict(
                session: "shop/pay", scenario: "shop/pay", requests: 0,
                items: [.init(title: "d", outcome: .undecided, reason: "dropped")]),
        ]
        return verdicts
    }

    /// Debian's python3-junitparser, in its version.
    @Test func junitIsReadByAReaderOfIt() throws {
        let text = JUnitText(
            verdicts: Self.verdicts, required: [("tcp/reset", nil), ("graph/4", "no request got it")]
        ).text
        let script = """
            import json, sys, junitparser
            xml = junitparser.JUnitXml.fromstring(sys.stdin.buffer.read())
            def case(c): return [c.classname, c.name, [[type(r).__name__, r.type, r.message] for r in c.result]]
            print(json.dumps([[xml.tests, xml.failures, xml.errors]] + [[s.name, s.tests, s.failures, s.errors, [case(c) for c in s]] for s in xml]))
            """
        let run = try ProgramRun(Repository.python, ["-c", script], input: Data(text.utf8))
        #expect(run.error.isEmpty)
        let wanted = #"""
            [[5, 2, 1], ["shop/pay", 1, 0, 1, [["shop/pay", "d", [["Error", "undecided", "dropped"]]]]], ["test <one> \"&\ufffd", 2, 1, 0, [["test <one> \"&\ufffd", "a", []], ["test <one> \"&\ufffd", "b\n\"c\"", [["Failure", "failed", "<why>\ufffd & \"so\""]]]]], ["required failures", 2, 1, 0, [["mishap.require", "tcp/reset", []], ["mishap.require", "graph/4", [["Failure", "not exercised", "no request got it"]]]]]]

            """#
        #expect(run.output == wanted)
    }

    @Test func sessionsWithoutAVerdictAreAnError() {
        var verdicts = RunVerdicts()
        verdicts.missing = 3
        let text = JUnitText(verdicts: verdicts, required: []).text
        #expect(text.contains(#"errors="1""#) && text.contains("3 sessions went for room"))
    }

    private static var report: RunReport {
        var report = RunReport()
        for (name, left, clientLeft) in [("http/timeout", 0, 1), ("tcp/reset", 2, 0)] {
            var failure = RunReport.Failure()
            (failure.left, failure.clientLeft, failure.next.same) = (left, clientLeft, 1)
            report.failures[name] = failure
        }
        report.rules = [.init(scenario: "a", rule: "used"): 1, .init(scenario: "a", rule: "id|`le"): 0]
        report.unmatched = [
            ["method": "GET", "target": "/\u{1B}x", "nearest": "used"], ["method": "PUT", "target": "/y"],
        ]
        report.unmatchedCount = 5
        report.expired = ["~7"]
        report.evicted = 9
        return report
    }

    @Test func theTextIsForPeople() {
        let count = FailureIndex.all.entries.count { FailureIndex.all.canInduce($0) }
        #expect(
            ReportText(report: Self.report).text == """
                Failures that were exercised: 1, of \(count) in the catalogue; 1 more began
                  http/timeout: left as planned 0 times, its client left before that once; then the same request once
                  tcp/reset: left as planned twice; then the same request once

                Requests that no rule took: 5
                  GET /␛x (nearest: used)
                  PUT /y
                  and 3 more

                Rules that no request reached: 1
                  a: id|`le

                Sessions that were not used for too long, and went: 1 (~7)

                9 entries were dropped for room; of these only the rules' hits are counted.

                """)
    }

    @Test func whatWasNotReachedIsListedWhereItIsAskedFor() throws {
        var report = Self.report
        report.planned = ["tcp/reset", "http/timeout", "graph/4"]
        #expect(!ReportText(report: report).text.contains("graph/4"))
        #expect(!ReportText(report: report).markdown.contains("graph/4"))
        report.listsNotReached = true
        #expect(
            ReportText(report: report).text.contains(
                "\nFailures of the scenarios that no request got: 1\n  graph/4\n"))
        #expect(ReportText(report: report).markdown.contains("\n\n- `graph/4`\n"))
        #expect(!ReportText(report: report).text.contains("Not countable"))
        report.planned.insert("tcp/refuse")
        #expect(ReportText(report: report).text.contains("\n\nNot countable, since the kernel answers: tcp/refuse\n"))
    }

    @Test func markdownIsNotBrokenByNames() {
        let text = ReportText(report: Self.report).markdown
        #expect(text.contains("| `tcp/reset` | 2 | 0 | 0 | 1 | 0 |\n"))
        #expect(text.contains("- ``a: id\\|`le``\n"))
        #expect(ReportText.code("`a`") == "`` `a` ``")
    }

    // MARK: The command

    @Test func reportsAreMerged() throws {
        let text = String(decoding: Self.report.json.bytes(pretty: true), as: UTF8.self)
        let folder = try ScenarioFolder(["a.json": text, "b.json": text, "broken.json": "{"])
        let run = Run(["report", "merge", folder.path + "/a.json", folder.path + "/b.json"])
        #expect(run.code == 0 && run.error.isEmpty)
        var sum = Self.report
        sum.add(Self.report)
        #expect(run.output == String(decoding: sum.json.bytes(pretty: true), as: UTF8.self) + "\n")
        // All that is wrong is told, and nothing is written.
        let broken = Run(
            ["report", "merge", folder.path + "/a.json", folder.path + "/broken.json", folder.path + "/none.json"])
        #expect(broken.code == 1 && broken.output.isEmpty)
        #expect(broken.error.contains("broken.json: it is no JSON") && broken.error.contains("none.json: No such file"))
        #expect(Run(["report", "merge"]).code == 2)
        #expect(Run(["report", "add", "a"]).code == 2)
    }
}
