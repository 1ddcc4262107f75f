/// How long calls of the control API take while the gateway has much else to do.
struct ControlRow: Row {
    let name = "control"
    let title = "200 control calls a second beside load, 10,000 stalled connections and a reader of a full journal"

    /// The kinds of calls, in turn.
    private static let kinds = [
        "GET session", "POST sessions", "POST whole scenario", "POST rules", "journal", "health",
    ]
    /// Sessions that get the rules, so that none gets too many.
    private static let sessions = 100
    private static let path = "/r/1"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let server = try bench.mishap(serving: bench.files.waiting())
        defer { server.stop() }
        let wrk = Wrk(path: Self.path)
        _ = try wrk.run(server, seconds: 1, log: bench.log)
        let maximum = try wrk.run(server, seconds: bench.options.seconds, log: bench.log).requestsPerSecond
        let held = try HeldConnections(HeldConnections.possible(10_000), path: "/hold", port: server.port)
        try held.waitUntilAccepted(by: server)
        let calls = try calls(server)
        let reader = try JournalReader(of: "default", port: server.port)

        let rounds = bench.options.quick ? 1 : 3
        func half(_ label: String) throws(BenchError) -> [Round] {
            try (1...rounds).map { (round) throws(BenchError) in
                Progress.log("  control: half of \(Int(maximum)) a second, \(label), \(round)/\(rounds)")
                let load = try SteadyLoad(Request(path: Self.path), rate: maximum / 2, port: server.port)
                let times = try time(calls, server)
                return Round(times: times, rate: try load.stop())
            }
        }
        let halves = try half("a reader")
        let full = try (1...rounds).map { (round) throws(BenchError) in
            Progress.log("  control: full load, \(round)/\(rounds)")
            return try underFullLoad(wrk, server, bench) { () throws(BenchError) in try time(calls, server) }
        }
        let megabytes = try reader.stop()
        let readers = try (1...8).map { (_) throws(BenchError) in
            try JournalReader(of: "default", port: server.port)
        }
        let beside = try half("8 readers")
        for reader in readers { _ = try reader.stop() }
        let disturbed = held.disturbed()
        held.close(waitingFor: server)
        return [Finding(label: "the most that wrk gets alone", unit: .perSecond, samples: [maximum])]
            + Self.findings("half of it", halves, atMost: 20)
            + Self.findings("half, 8 readers", beside, atMost: nil)
            + Self.findings("full load", full, atMost: 60) + [
                Finding(label: "read from the journal", unit: .megabytes, samples: [megabytes]),
                Finding(
                    label: "stalled ones answered or ended", unit: .count, samples: [Double(disturbed)],
                    threshold: .atMost(0)),
            ]
    }

    /// An earlier build may not have all of the calls, so this build alone is shown.
    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] { try measure(bench) }

    private struct Round {
        let times: [PacedSender.Sample]
        /// Requests a second of the load.
        let rate: Double

        /// Milliseconds that all but one in a hundred take, of one kind or of all.
        func p99(_ kind: Int? = nil) -> Double {
            let times = times.filter { kind == nil || $0.request % ControlRow.kinds.count == kind }
            return Finding.quantile(0.99, of: times.map { Double($0.nanoseconds) / 1_000_000 })
        }
    }

    private static func findings(_ label: String, _ rounds: [Round], atMost most: Double?) -> [Finding] {
        func finding(_ what: String, _ kind: Int?, atMost most: Double? = nil) -> Finding {
            Finding(
                label: "\(label): \(what), p99", unit: .milliseconds, samples: rounds.map { $0.p99(kind) },
                threshold: most.map { .atMost($0) })
        }
        return [
            Finding(label: "\(label): load", unit: .perSecond, samples: rounds.map(\.rate)),
            finding("all calls", nil, atMost: most),
        ] + kinds.indices.map { finding(kinds[$0], $0) }
    }

    private func time(_ calls: [PacedSender.Sent], _ server: MishapServer) throws(BenchError) -> [PacedSender.Sample] {
        try PacedSender(calls, port: server.port).run(requests: 2_000, everyMicroseconds: 5_000)
    }

    /// wrk runs until the calls are over.
    private func underFullLoad(
        _ wrk: Wrk, _ server: MishapServer, _ bench: Workbench,
        _ work: () throws(BenchError) -> [PacedSender.Sample]
    ) throws(BenchError) -> Round {
        let running = try wrk.start(server, seconds: 12, log: bench.log)
        let times = try work()
        return Round(times: times, rate: try running.finish().requestsPerSecond)
    }

    /// All calls once, each kind in turn. The sessions that they need are asked for here.
    private func calls(_ server: MishapServer) throws(BenchError) -> [PacedSender.Sent] {
        func post(_ body: String, to path: String) -> Request {
            .post(body, to: "/__mishap/\(path)", contentType: "application/json")
        }
        func get(_ path: String) -> Request { Request(path: "/__mishap/\(path)") }
        let whole = #"{ "rules": [ { "name": "r", "match": { "path": "/r" }, "reply": { "text": "x" } } ] }"#
        var ids: [String] = []
        for _ in 0..<Self.sessions {
            let answer = try Client.exchange(post("{}", to: "sessions"), port: server.port)
            let parts = String(decoding: answer.body, as: UTF8.self).split(separator: "\"")
            guard answer.status == 201, let id = parts.first(where: { $0.hasPrefix("~") }) else {
                throw BenchError("no session:\n\(answer.head)")
            }
            ids.append(String(id))
        }
        // The journal of one that is asked for has a page of entries.
        for _ in 0..<100 { _ = try Client.get("/@\(ids[0])\(Self.path)", port: server.port) }
        return ids.flatMap { id in
            [
                .init(get("sessions/\(ids[0])"), status: 200),
                .init(post(#"{ "ttl": "5s" }"#, to: "sessions"), status: 201),
                .init(post(#"{ "scenario": \#(whole), "ttl": "5s" }"#, to: "sessions"), status: 201),
                .init(post(#"{ "match": { "path": "/r/1" }, "fail": 503 }"#, to: "sessions/\(id)/rules"), status: 201),
                .init(get("sessions/\(ids[0])/journal"), status: 200),
                .init(get("health"), status: 200),
            ]
        }
    }
}
