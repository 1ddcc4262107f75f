/// The static reply over TLS 1.3 and connections that are kept, against nginx with a key of the same type.
struct TLSRow: Row {
    let name = "tls"
    let title = "scripted static reply over TLS, 1,000 rules, keep-alive, 64 connections"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        try TLSServers(bench).compared(Wrk(scheme: "https", path: "/r/500"), "tls", bench)
    }

    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] {
        try TLSServers.compared(Wrk(scheme: "https", path: "/r/500"), "tls", bench)
    }
}

/// Full handshakes, each with one request, against nginx with a key of the same type.
struct HandshakeRow: Row {
    let name = "tls-handshakes"
    let title = "full handshakes of TLS 1.3 with a request each (ECDSA P-256, X25519), 16 at once"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let findings = try TLSServers(bench).compared(HandshakeLoad(), "handshakes", bench)
        let costs = findings.first { $0.unit == .microseconds }?.samples ?? []
        return findings + [
            Finding(
                label: "handshakes: mishap, for a second of CPU", unit: .perSecond, samples: costs.map { 1e6 / $0 },
                threshold: .atLeast(2_000))
        ]
    }

    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] {
        try TLSServers.compared(HandshakeLoad(), "handshakes", bench)
    }
}

/// What mishap and nginx, or two builds of mishap, do with the same load over TLS.
private struct TLSServers {
    let mishap: MishapServer
    let nginx: Nginx

    init(_ bench: Workbench) throws(BenchError) {
        let reply = StaticReply()
        mishap = try bench.mishap(serving: bench.files.rules(1_000))
        nginx = try bench.nginxOverTLS(reply)
        for server in [mishap, nginx] as [any Server] {
            try bench.check(server, path: "/r/500", gives: reply, overTLS: true)
        }
    }

    func compared(_ load: any LoadGenerator, _ title: String, _ bench: Workbench) throws(BenchError) -> [Finding] {
        defer {
            mishap.stop()
            nginx.stop()
        }
        let comparison = ABComparison(
            left: .init(name: "mishap", server: mishap, wrk: load),
            right: .init(name: "nginx", server: nginx, wrk: load))
        return try comparison.run(bench, title: title, maximumCPURatio: 1.0)
    }

    static func compared(
        _ load: any LoadGenerator, _ title: String, _ bench: Workbench
    ) throws(BenchError) -> [Finding] {
        let servers = try TwoServers(serving: bench.files.rules(1_000), bench)
        defer { servers.stop() }
        for build in Build.allCases {
            try bench.check(servers[build], path: "/r/500", gives: StaticReply(), overTLS: true)
            _ = try load.run(servers[build], seconds: 1, log: bench.log)
        }
        let runs = try Pairs(bench.options.rounds, title) { (build) throws(BenchError) in
            try load.run(servers[build], seconds: bench.options.seconds, log: bench.log)
        }
        return runs.findings("\(title): rate", .perSecond) { $0.requestsPerSecond }
            + runs.findings("\(title): CPU", .microseconds, threshold: 1.05) { $0.nanosecondsPerRequest / 1_000 }
    }
}
