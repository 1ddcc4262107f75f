import JSONText
import Testing

@testable import Mishap

/// Reports of several runs, and their JSON.
@Suite struct RunReportTests {
    private static func report(_ failure: String, left: Int, clientLeft: Int = 0, hits: Int = 1) -> RunReport {
        var report = RunReport()
        report.failures[failure] = RunReport.Failure()
        report.failures[failure]?.left = left
        report.failures[failure]?.clientLeft = clientLeft
        report.failures[failure]?.next.same = left
        report.rules = [
            .init(scenario: "shop", rule: "pay"): hits, .init(scenario: "shop", rule: "never"): 0,
        ]
        report.unmatched = [["seq": .number("1"), "target": .string("/\(failure)")]]
        report.unmatchedCount = 3
        report.expired = ["~1", "~\(failure)"]
        report.evicted = 2
        report.planned = ["graph/4", failure]
        report.listsNotReached = true
        return report
    }

    @Test func reportsAreAddedUp() throws {
        var sum = Self.report("tcp/reset", left: 1, clientLeft: 2)
        sum.add(Self.report("tcp/reset", left: 3, hits: 4))
        sum.add(Self.report("http/timeout", left: 0, clientLeft: 1))
        #expect(sum.failures["tcp/reset"]?.left == 4 && sum.failures["tcp/reset"]?.clientLeft == 2)
        #expect(sum.failures["tcp/reset"]?.next.same == 4)
        #expect(sum.isExercised("tcp/reset") && !sum.isExercised("http/timeout") && !sum.isExercised("graph/4"))
        #expect(!sum.notReached.contains("tcp/reset") && !sum.notReached.contains("http/timeout"))
        #expect(sum.notReached == ["graph/4"])
        #expect(sum.rules[.init(scenario: "shop", rule: "pay")] == 6)
        #expect(sum.idleRules == [.init(scenario: "shop", rule: "never")])
        #expect(sum.unmatched.count == 3 && sum.unmatchedCount == 9)
        #expect(sum.expired == ["~1", "~tcp/reset", "~http/timeout"])
        #expect(sum.evicted == 6)
    }

    /// An entry of the catalogue may be caused by other failures, whose names are in the report.
    @Test func oneOfTheCausesIsEnough() {
        let report = Self.report("tcp/reset", left: 1, clientLeft: 2)
        #expect(report.isExercised("urlerror/-1005") && report.clientLeft("urlerror/-1005") == 2)
        #expect(report.notReached == ["graph/4"])
    }

    /// What the kernel answers is in no journal.
    @Test func statesOfAPortAreNotCountable() throws {
        var report = Self.report("tcp/reset", left: 1)
        report.planned.formUnion(["tcp/refuse", "tcp/connect-timeout", "tcp/silent"])
        #expect(report.notReached == ["graph/4", "tcp/silent"])
        #expect(report.notCountable == ["tcp/connect-timeout", "tcp/refuse"])
        #expect(report.json["notCountable"] == ["tcp/connect-timeout", "tcp/refuse"])
        #expect(try RunReport(report.json.bytes()).notCountable == report.notCountable)
        // It has causes that can be counted.
        #expect(RunReport.isCountable("urlerror/-1004"))
        report.listsNotReached = false
        #expect(report.json["notCountable"] == nil)
    }

    @Test func whatIsListedIsBounded() {
        var sum = RunReport()
        for _ in 0..<150 { sum.add(Self.report("tcp/reset", left: 1)) }
        #expect(sum.unmatched.count == RunReport.mostUnmatched && sum.unmatchedCount == 450)
    }

    @Test func theJSONIsReadBack() throws {
        let report = Self.report("tcp/reset", left: 1, clientLeft: 2)
        let read = try RunReport(report.json.bytes(pretty: true))
        // What was reached need not be known as planned.
        var same = report
        same.planned = ["graph/4"]
        #expect(read == same)
        // What one run has not reached, another one may have.
        var sum = read
        sum.add(Self.report("graph/4", left: 1))
        #expect(sum.notReached == [])
        #expect(try RunReport(RunReport().json.bytes()) == RunReport())
    }

    @Test(arguments: [
        ("{", "it is no JSON"), ("[]", "it has no list \"failures\""), ("{}", "it has no list \"failures\""),
        (#"{ "failures": [{}] }"#, "\"left\" is not a count"),
        (#"{ "failures": [{ "left": -1 }] }"#, "\"left\" is not a count"),
        (#"{ "failures": [], "rules": [{ "scenario": 1 }] }"#, "\"scenario\" is not a text"),
        (#"{ "failures": [], "rules": [], "unmatched": [] }"#, "\"unmatchedCount\" is not a count"),
    ])
    func whatIsNoReportIsTold(text: String, message: String) {
        do throws(RunReport.ReadingError) {
            _ = try RunReport(Array(text.utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.message.hasPrefix(message), "\(error.message)")
        }
    }
}
