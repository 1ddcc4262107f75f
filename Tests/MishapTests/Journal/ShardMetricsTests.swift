import Foundation
import GatewayServer
import Rules
import TestSupport
import Testing
import Wire

@testable import Mishap

/// What shards count of requests, and how it is written.
@Suite struct ShardMetricsTests {
    private static func facts(
        _ end: Outcome.End = .complete, after time: UInt64? = 1, flags: JournalRecord.Flags = []
    ) -> JournalRecord.Facts {
        var facts = JournalRecord.Facts()
        (facts.arrived, facts.end, facts.flags) = (100, end.rawValue, flags)
        if let time { facts.firstByte = 100 + time }
        return facts
    }

    private static func text(_ metrics: ShardMetrics, _ labels: MetricLabels) -> String {
        MetricsText(labels: labels.all, counts: metrics.counts, openConnections: 3, heldConnections: 1, evicted: 7).text
    }

    private static func extras(_ failure: String) -> JournalExtras {
        var extras = JournalExtras()
        extras.add(failure: failure)
        return extras
    }

    @Test func requestsAreCountedByTheirLabels() {
        let labels = MetricLabels()
        var metrics = ShardMetrics(labels)
        let (one, other) = (CompiledScenario.empty("one"), CompiledScenario.empty("other one"))
        for round in 0..<100 {
            metrics.count(Self.facts(), JournalExtras(), round % 2 == 0 ? one : other, isPlain: true)
            metrics.count(Self.facts(.reset), Self.extras("tcp/reset"), one, isPlain: true)
            metrics.count(Self.facts(.held, after: nil), Self.extras("http/timeout"), one, isPlain: true)
        }
        let text = Self.text(metrics, labels)
        #expect(text.contains("mishap_requests_total{scenario=\"one\",rule=\"\",failure=\"\"} 50\n"), "\(text)")
        #expect(text.contains("mishap_requests_total{scenario=\"other one\",rule=\"\",failure=\"\"} 50\n"))
        #expect(text.contains("mishap_requests_total{scenario=\"one\",rule=\"\",failure=\"tcp/reset\"} 100\n"))
        #expect(text.contains("mishap_requests_total{scenario=\"one\",rule=\"\",failure=\"http/timeout\"} 100\n"))
        #expect(text.contains("mishap_endings_total{ending=\"reset\"} 100\n"))
        #expect(text.contains("mishap_endings_total{ending=\"abandoned\"} 0\n"))
        #expect(text.contains("mishap_request_seconds_count 200\n"))
    }

    /// A scenario that is loaded anew goes on with its counts.
    @Test func anotherScenarioOfThatNameIsCountedWithIt() {
        let labels = MetricLabels()
        var metrics = ShardMetrics(labels)
        for _ in 0..<5 { metrics.count(Self.facts(), JournalExtras(), .empty("one"), isPlain: true) }
        #expect(Self.text(metrics, labels).contains("{scenario=\"one\",rule=\"\",failure=\"\"} 5\n"))
    }

    @Test func whatIsOverTheBoundIsSummedUp() {
        let labels = MetricLabels(most: 10)
        var (one, other) = (ShardMetrics(labels), ShardMetrics(labels))
        for number in 0..<50 {
            one.count(Self.facts(), JournalExtras(), .empty("s\(number)"), isPlain: true)
            other.count(Self.facts(), JournalExtras(), .empty("s\(49 - number)"), isPlain: true)
        }
        var sum = one.counts
        sum.add(other.counts)
        let text = MetricsText(labels: labels.all, counts: sum, openConnections: 0, heldConnections: 0, evicted: 0).text
        #expect(text.matches(of: /mishap_requests_total\{/).count == 10)
        #expect(text.contains("{scenario=\"s1\",rule=\"\",failure=\"\"} 2\n"))
        #expect(text.contains("{scenario=\"other\",rule=\"other\",failure=\"other\"} 82\n"))
    }

    @Test func whatAnUnmatchedRequestCameNearestToIsNoLabel() {
        let labels = MetricLabels()
        var metrics = ShardMetrics(labels)
        for number in 0..<5 {
            metrics.count(
                Self.facts(flags: .unmatched), Self.extras("x\(number)"), .empty("one"), isPlain: true)
        }
        #expect(labels.all.count == 2)
    }

    @Test(
        arguments: [
            (0, "0"), (1, "0.000000001"), (50_000, "0.00005"), (2_500_000, "0.0025"), (1_000_000_000, "1"),
            (12_340_000_000, "12.34"),
        ] as [(UInt64, String)])
    func secondsAreWritten(time: UInt64, text: String) { #expect(MetricsText.seconds(time) == text) }

    @Test func latenciesFallIntoTheirBounds() {
        let labels = MetricLabels()
        var metrics = ShardMetrics(labels)
        for time in [1, 50_000, 50_001, 2_000_000_000] as [UInt64] {
            metrics.count(Self.facts(after: time), JournalExtras(), .empty("one"), isPlain: true)
            metrics.count(Self.facts(after: time), JournalExtras(), .empty("one"), isPlain: false)
        }
        let text = Self.text(metrics, labels)
        for line in ["le=\"0.00005\"} 2", "le=\"0.0001\"} 3", "le=\"1\"} 3", "le=\"+Inf\"} 4"] {
            #expect(text.contains("mishap_request_seconds_bucket{\(line)\n"), "\(text)")
        }
        #expect(text.contains("mishap_request_seconds_sum 2.000100002\n"))
    }
}

/// `GET metrics` of what came over the wire, as Debian's python3-prometheus-client reads it.
@Suite(.descriptors) struct MetricsOnTheWireTests {
    private static let rules = #"""
        { "name": "a \"b\"\\\n", "match": { "path": "/a" }, "fail": 503 },
        { "name": "late", "match": { "path": "/late" }, "reply": {}, "delay": "20ms" },
        { "name": "hold", "match": { "path": "/hold" }, "fail": "http/timeout" }
        """#

    private static let reader = """
        import json, sys
        from prometheus_client.parser import text_string_to_metric_families
        families = list(text_string_to_metric_families(sys.stdin.read()))
        print(json.dumps([[f.type for f in families], [[s.name, s.labels, s.value] for f in families for s in f.samples]]))
        """

    private struct Sample: Hashable {
        let name: String
        let labels: [String: String]
    }

    private static func samples(_ gateway: RunningGateway) throws -> [Sample: Double] {
        let connection = try gateway.connect()
        connection.send(request("/__mishap/metrics", ["Connection: close"]))
        let answer = connection.receiveResponse()
        #expect(answer.text.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"))
        let run = try ProgramRun(Repository.python, ["-c", reader], input: Data(answer.body.utf8))
        #expect(run.error.isEmpty, "\(run.error) \(answer.body)")
        let read = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [Any])
        #expect(read[0] as? [String] == ["counter", "counter", "gauge", "counter", "histogram"])
        return try #require(read[1] as? [[Any]]).reduce(into: [:]) { samples, sample in
            guard let name = sample[0] as? String, let labels = sample[1] as? [String: String],
                let value = sample[2] as? Double
            else { return }
            samples[Sample(name: name, labels: labels)] = value
        }
    }

    @Test func metricsAreReadByAReaderOfThem() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let kept = try gateway.connect()
        for path in ["/a", "/a", "/late", "/nothing"] {
            kept.send(request(path))
            #expect(kept.receiveResponse().bytes.count > 0)
        }
        let held = try gateway.connect()
        held.send(request("/hold"))
        #expect(waitUntil { (try? gateway.journal().inFlight) == 1 })
        _ = try gateway.journal(ended: 4)
        let before = try Self.samples(gateway)
        func requests(_ rule: String, _ failure: String) -> Sample {
            Sample(name: "mishap_requests_total", labels: ["scenario": "main", "rule": rule, "failure": failure])
        }
        #expect(before[requests("a \"b\"\\\n", "http/status/503")] == 2, "\(before)")
        #expect(before[requests("late", "")] == 1)
        #expect(before[requests("", "")] == 1)
        #expect(before[requests("hold", "http/timeout")] == nil)
        #expect(before[Sample(name: "mishap_connections", labels: ["state": "held"])] == 1)
        #expect(before[Sample(name: "mishap_connections", labels: ["state": "open"])] ?? 0 >= 2)
        // What is delayed says nothing about this gateway.
        #expect(before[Sample(name: "mishap_request_seconds_count", labels: [:])] == 3)
        #expect(before[Sample(name: "mishap_endings_total", labels: ["ending": "complete"])] == 4)
        held.close()
        _ = try gateway.journal(ended: 5)
        let after = try Self.samples(gateway)
        #expect(after[requests("hold", "http/timeout")] == 1)
        #expect(after[Sample(name: "mishap_endings_total", labels: ["ending": "held"])] == 1)
        #expect(after[Sample(name: "mishap_connections", labels: ["state": "held"])] == 0)
    }
}
