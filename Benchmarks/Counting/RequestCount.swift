import CLinux

/// Counts events per request over 2,000 requests on one connection. On one connection each request wakes the server;
/// with 64 connections, the number of requests handled per wake-up, and so the number of calls per request, would be
/// random.
struct RequestCount {
    static let requests = 2_000
    /// Requests on each of some connections before counting begins, so that everything that is initialized on first use
    /// exists.
    static let warmUp = 200

    let load: Load
    let bench: Workbench

    /// Each sample uses a new connection to the same server.
    func pairs(
        of what: String, _ makeMeter: (Build) throws(BenchError) -> any Meter
    ) throws(BenchError) -> Pairs<Double> {
        let now = try makeMeter(.now)
        defer { now.server.stop() }
        let before = try makeMeter(.before)
        defer { before.server.stop() }
        try warmUp(now)
        try warmUp(before)
        return try Pairs(bench.options.counts, "\(load.title), \(what)") { (build) throws(BenchError) in
            try sample(build == .now ? now : before)
        }
    }

    /// The kernel distributes connections randomly over the shards of the server. Four per shard are enough to reach
    /// all of them; a shard that was not reached would initialize its state while it is counted.
    private func warmUp(_ meter: any Meter) throws(BenchError) {
        var connections: [KeepAliveConnection] = []
        for _ in 0..<(4 * clinux_usable_cores()) {
            let connection = try KeepAliveConnection(port: meter.server.port, seconds: 60)
            try send(Self.warmUp, connection)
            connections.append(connection)
        }
    }

    private func sample(_ meter: any Meter) throws(BenchError) -> Double {
        let connection = try KeepAliveConnection(port: meter.server.port, seconds: 60)
        // The first request of a connection takes more work than the others.
        try send(10, connection)
        let count = try meter.count { () throws(BenchError) in try send(Self.requests, connection) }
        return count / Double(Self.requests)
    }

    private func send(_ count: Int, _ connection: KeepAliveConnection) throws(BenchError) {
        let requests = load.requests.map(\.bytes)
        for number in 0..<count {
            let answer = try connection.exchange(requests[number % requests.count])
            guard answer.status == load.status else {
                throw BenchError("request \(number + 1) of \(load.title) is answered with \(answer.status)")
            }
        }
    }
}
