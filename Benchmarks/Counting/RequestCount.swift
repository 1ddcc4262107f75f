import CLinux

/// What a request takes of a build, counted over 2,000 of them on one connection. One, because each of its requests finds
/// the server asleep: of 64 connections it is chance how many requests a wake-up finds, and with that how many calls are
/// shared by how many requests.
struct RequestCount {
    static let requests = 2_000
    /// Not counted, on each of some connections: what is made on first use is there when counting begins.
    static let warmUp = 200

    let load: Load
    let bench: Workbench

    /// Each sample is a connection of its own to a server that is kept.
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

    /// The kernel deals connections out to the shards of the server, by chance. Four for each are enough to reach them
    /// all; one that was not reached would make everything anew while it is counted.
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
        // The first request of a connection is not like the others.
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
