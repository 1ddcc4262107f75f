import Glibc

/// The cost of handshakes whose clients say no more behind their first message.
struct StalledHandshakeRow: Row {
    let name = "tls-stalled"
    let title = "5,000 handshakes that stall behind the server's flight"

    /// Seconds of which the quietest counts, in none of which the deadline of a handshake is over: behind the last handshake the
    /// server may still be busy with what came before.
    private static let idleSeconds = 4

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let server = try bench.mishap(serving: bench.files.rules(10))
        defer { server.stop() }
        try bench.check(server, path: "/r/1", gives: StaticReply(), overTLS: true)
        let hello = try TLSKeepAliveConnection.hello()
        // What the first ones make once.
        let few = try HeldConnections(200, sending: hello, port: server.port)
        try few.waitUntilAccepted(by: server)
        let count = HeldConnections.possible(5_000)
        let before = server.usage.residentBytes
        let many = try HeldConnections(count, sending: hello, port: server.port)
        try many.waitUntilAccepted(by: server)
        let answered = many.disturbed()
        let memory = Double(server.usage.residentBytes - before) / Double(count) / 1_024
        let busy = (0..<Self.idleSeconds).map { _ in
            let cpu = server.usage.cpuNanoseconds
            usleep(1_000_000)
            return Double(server.usage.cpuNanoseconds - cpu) / 1_000_000
        }
        withExtendedLifetime(few) {}
        return [
            Finding(label: "handshakes", unit: .count, samples: [Double(count)]),
            Finding(
                label: "of them with the server's flight", unit: .count, samples: [Double(answered)],
                threshold: .atLeast(Double(count))),
            Finding(label: "memory of each", unit: .kibibytes, samples: [memory], threshold: .atMost(24)),
            Finding(
                label: "CPU for a second with all of them", unit: .milliseconds, samples: [busy.min() ?? 0],
                threshold: .atMost(1)),
        ]
    }

    /// An earlier build may have no TLS, so this build alone is shown.
    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] { try measure(bench) }
}

/// The cost of connections over TLS that have had a request each and are kept.
struct IdleTLSRow: Row {
    let name = "tls-idle"
    let title = "5,000 idle connections over TLS"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let server = try bench.mishap(serving: bench.files.rules(10))
        defer { server.stop() }
        let few = try connections(200, server)
        let count = HeldConnections.possible(5_000)
        let before = server.usage.residentBytes
        let many = try connections(count, server)
        usleep(200_000)
        let memory = Double(server.usage.residentBytes - before) / Double(count) / 1_024
        withExtendedLifetime((few, many)) {}
        return [
            Finding(label: "connections", unit: .count, samples: [Double(count)]),
            Finding(label: "memory of each", unit: .kibibytes, samples: [memory], threshold: .atMost(20)),
        ]
    }

    private func connections(_ count: Int, _ server: MishapServer) throws(BenchError) -> [TLSKeepAliveConnection] {
        let request = Request(path: "/r/1").bytes
        return try (0..<count).map { (_) throws(BenchError) in
            let connection = try TLSKeepAliveConnection(port: server.port)
            _ = try connection.exchange(request)
            return connection
        }
    }

    /// An earlier build may have no TLS, so this build alone is shown.
    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] { try measure(bench) }
}
