import CLinux
import Synchronization

/// Clients that do a full handshake, one request and an orderly end, again and again, all on connections of their own.
struct HandshakeLoad: LoadGenerator {
    var path = "/r/500"
    var clients = 16

    func run(_ server: any Server, seconds: Int, log: String) throws(BenchError) -> Wrk.Result {
        let (request, port) = (Request(path: path).bytes, server.port)
        let status = StaticReply().status
        let count = Count()
        let (before, begin) = (server.usage.cpuNanoseconds, clinux_monotonic_nanoseconds())
        let threads = try (0..<clients).map { (_) throws(BenchError) in
            try BackgroundThread { (stop) throws(BenchError) in
                while !stop.isWanted {
                    let connection = try TLSKeepAliveConnection(port: port)
                    let answer = try connection.exchange(request)
                    guard answer.status == status else { throw BenchError("a request got \(answer.status)") }
                    try connection.finish()
                    count.add()
                }
            }
        }
        usleep(UInt32(seconds) * 1_000_000)
        for thread in threads { try thread.stop() }
        let (cpu, time) = (server.usage.cpuNanoseconds - before, clinux_monotonic_nanoseconds() - begin)
        let done = count.value
        guard done > 0 else { throw BenchError("no handshake was done with \(server.name)") }
        return Wrk.Result(
            requests: done, requestsPerSecond: Double(done) * 1e9 / Double(time),
            nanosecondsPerRequest: Double(cpu) / Double(done))
    }

    private final class Count: Sendable {
        private let number = Atomic<Int>(0)
        func add() { number.add(1, ordering: .relaxed) }
        var value: Int { number.load(ordering: .relaxed) }
    }
}
