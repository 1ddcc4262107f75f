/// How long a verdict over a full journal takes while the gateway has much else to do.
struct VerdictRow: Row {
    let name = "verdict"
    let title = "10 verdicts a second over a full journal, beside half of the maximum load"

    static let path = "/r/1"
    private static let session = #"""
        { "scenario": {
            "rules": [ { "name": "r", "match": { "path": "/r/1" }, "reply": { "text": "x" } } ],
            "expect": [
              { "name": "many", "rule": "r", "requests": { "atLeast": 1000000000 }, "gap": { "atMost": "60s" } },
              { "name": "same", "rule": "r", "same": ["headers.Host"], "atOnce": { "atMost": 100000 } } ] } }
        """#

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let server = try bench.mishap(serving: bench.files.waiting())
        defer { server.stop() }
        let wrk = Wrk(path: Self.path)
        _ = try wrk.run(server, seconds: 1, log: bench.log)
        let maximum = try wrk.run(server, seconds: bench.options.seconds, log: bench.log).requestsPerSecond
        let id = try Self.session(server)
        // Far more than fits.
        _ = try Wrk(path: "/@\(id)\(Self.path)", expectsFailureStatus: false).run(server, seconds: 4, log: bench.log)
        let call = PacedSender.Sent(
            Request(path: "/__mishap/sessions/\(id)/verdict?settle=0"), status: 200)
        let rounds = bench.options.quick ? 1 : 3
        let idle = try time(call, server)
        let halves = try (1...rounds).map { (round) throws(BenchError) -> (times: [Double], rate: Double) in
            Progress.log("  verdict: half of \(Int(maximum)) a second, \(round)/\(rounds)")
            let load = try SteadyLoad(Request(path: Self.path), rate: maximum / 2, port: server.port)
            let times = try time(call, server)
            return (times, try load.stop())
        }
        func finding(_ label: String, _ quantile: Double, _ times: [[Double]], atMost most: Double? = nil) -> Finding {
            Finding(
                label: label, unit: .milliseconds, samples: times.map { Finding.quantile(quantile, of: $0) },
                threshold: most.map { .atMost($0) })
        }
        return [
            Finding(label: "the most that wrk gets alone", unit: .perSecond, samples: [maximum]),
            finding("without load, median", 0.5, [idle]), finding("without load, p99", 0.99, [idle]),
            Finding(label: "half of it: load", unit: .perSecond, samples: halves.map(\.rate)),
            finding("half of it, median", 0.5, halves.map(\.times)),
            finding("half of it, p99", 0.99, halves.map(\.times), atMost: 20),
        ]
    }

    /// An earlier build may have no verdicts, so this build alone is shown.
    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] { try measure(bench) }

    /// The id of a new session with two expectations that look at every request.
    static func session(_ server: MishapServer) throws(BenchError) -> String {
        let call = Request.post(Self.session, to: "/__mishap/sessions", contentType: "application/json")
        let answer = try Client.exchange(call, port: server.port)
        let parts = String(decoding: answer.body, as: UTF8.self).split(separator: "\"")
        guard answer.status == 201, let id = parts.first(where: { $0.hasPrefix("~") }) else {
            throw BenchError("no session:\n\(answer.head)")
        }
        return String(id)
    }

    /// Milliseconds.
    private func time(_ call: PacedSender.Sent, _ server: MishapServer) throws(BenchError) -> [Double] {
        try PacedSender([call], port: server.port).run(requests: 100, everyMicroseconds: 100_000)
            .map { Double($0.nanoseconds) / 1_000_000 }
    }
}
