import CLinux
import Glibc
import Synchronization

/// Asks each shard for its health, all the time, on threads of their own: whoever attacks must not delay the others.
final class ShardProbe: Sendable {
    /// How long the answers of one shard took.
    struct Latencies {
        /// In nanoseconds, in no order.
        var all: [UInt64] = []
        /// Requests that were not answered within two seconds.
        var lost = 0

        func quantile(_ share: Double) -> Double {
            guard !all.isEmpty else { return 0 }
            return Double(all.sorted()[min(all.count - 1, Int(Double(all.count) * share))]) / 1_000_000
        }
    }

    struct Measurement {
        /// By shard.
        var shards: [Latencies]
        /// How much later than it wanted the probe's own thread ran: what the machine is busy with otherwise.
        var delays = Latencies()

        init(shards count: Int) { shards = Array(repeating: Latencies(), count: count) }

        /// Milliseconds, of the slowest shard.
        func quantile(_ share: Double) -> Double { shards.map { $0.quantile(share) }.max() ?? 0 }
        var count: Int { shards.reduce(0) { $0 + $1.all.count } }
        var lost: Int { shards.reduce(0) { $0 + $1.lost } }

        mutating func add(_ other: Measurement) {
            for (index, latencies) in other.shards.enumerated() {
                shards[index].all += latencies.all
                shards[index].lost += latencies.lost
            }
            delays.all += other.delays.all
        }
    }

    private struct State {
        var measured: Measurement
        var isStopped = false
        var isPaused = false
    }

    private let state: Mutex<State>
    private let port: UInt16
    let shards: Int
    private static let request = "GET /__mishap/health HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let patience: Int32 = 2_000
    /// Microseconds between two rounds.
    private static let pause: UInt32 = 5_000

    init(port: UInt16, shards: Int) throws(AttackError) {
        self.port = port
        self.shards = shards
        state = Mutex(State(measured: Measurement(shards: shards)))
        var first: [Client?] = Array(repeating: nil, count: shards)
        for number in 0..<shards where first[number] == nil {
            guard Self.connect(&first, until: number, port) else {
                throw AttackError("no health answer says that it is of shard \(number), in its field Mishap-Shard")
            }
        }
        for (shard, client) in first.enumerated() {
            let context = Unmanaged.passRetained(Start(probe: self, shard: shard, client: client))
            var thread = pthread_t()
            guard pthread_create(&thread, nil, runProbe, context.toOpaque()) == 0 else {
                context.release()
                throw AttackError("no thread for the probes")
            }
            pthread_detach(thread)
        }
    }

    fileprivate final class Start {
        let probe: ShardProbe
        let shard: Int
        var client: Client?

        init(probe: ShardProbe, shard: Int, client: Client?) {
            self.probe = probe
            self.shard = shard
            self.client = client
        }
    }

    /// What was measured since the last time.
    func take() -> Measurement {
        state.withLock { state in
            defer { state.measured = Measurement(shards: shards) }
            return state.measured
        }
    }

    /// Asks nothing meanwhile, so that the server can be idle.
    func paused<Value>(_ body: () -> Value) -> Value {
        state.withLock { $0.isPaused = true }
        defer { state.withLock { $0.isPaused = false } }
        return body()
    }

    func stop() { state.withLock { $0.isStopped = true } }

    fileprivate func run(_ start: Start) {
        let shard = start.shard
        while !state.withLock({ $0.isStopped }) {
            if start.client == nil {
                var clients: [Client?] = Array(repeating: nil, count: shards)
                _ = Self.connect(&clients, until: shard, port)
                start.client = clients[shard]
            }
            let begin = Clock.now
            let isAnswered = start.client.flatMap { Self.ask($0) } == shard
            let took = Clock.now - begin
            if !isAnswered { start.client = nil }
            state.withLock { state in
                guard isAnswered else { return state.measured.shards[shard].lost += 1 }
                // Those that would have been asked meanwhile would have waited too.
                for waited in stride(from: Int(took), to: 0, by: -Int(Self.pause) * 1_000) {
                    state.measured.shards[shard].all.append(UInt64(waited))
                }
            }
            repeat {
                let begin = Clock.now
                usleep(Self.pause)
                let late = Clock.now - begin - UInt64(Self.pause) * 1_000
                state.withLock { $0.measured.delays.all.append(late) }
            } while state.withLock({ $0.isPaused && !$0.isStopped })
        }
    }

    /// Connects until that shard has answered; the kernel chooses a shard for each connection.
    private static func connect(_ clients: inout [Client?], until shard: Int, _ port: UInt16) -> Bool {
        for _ in 0..<200 where clients[shard] == nil {
            guard let client = try? Client(port: port), let number = ask(client), clients.indices.contains(number)
            else {
                continue
            }
            if clients[number] == nil { clients[number] = client }
        }
        return clients[shard] != nil
    }

    /// The shard that answers, on a connection that stays open; nil if none does within so many milliseconds.
    static func ask(_ client: Client, within patience: Int32 = patience) -> Int? {
        guard client.send(request) == request.utf8.count else { return nil }
        var bytes: [UInt8] = []
        while let piece = client.receive(within: patience) {
            bytes += piece
            var reader = AnswerReader(bytes, hasEnded: false)
            guard let answer = try? reader.next(to: "GET") else { continue }
            return answer.status == 200 ? answer.values("mishap-shard").first.flatMap { Int($0) } : nil
        }
        return nil
    }
}

private func runProbe(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let start = Unmanaged<ShardProbe.Start>.fromOpaque(context).takeRetainedValue()
    start.probe.run(start)
    return nil
}
