/// Instructions of a connection with a full handshake, one request and an orderly end.
struct HandshakeBudget: BudgetRow {
    let name = "tls-handshake"
    let title = "a connection over TLS: full handshake, a request, its end"

    /// What random numbers make of a handshake is in their mean.
    private static let batch = 50

    func measure(_ bench: PinnedBench) throws(BenchError) -> Measurement {
        let callgrind = try bench.callgrind(serving: bench.files.rules(1_000))
        defer { callgrind.server.stop() }
        try connect(50, to: callgrind.server)
        let profile = try callgrind.least { () throws(BenchError) in try connect(Self.batch, to: callgrind.server) }
        return Measurement(profile, requests: Self.batch)
    }

    private func connect(_ count: Int, to server: MishapServer) throws(BenchError) {
        for _ in 0..<count {
            server.usage.waitUntilAsleep()
            let connection = try TLSKeepAliveConnection(port: server.port, seconds: 60)
            _ = try connection.exchange(Request(path: "/r/500").bytes)
            try connection.finish()
        }
    }
}
