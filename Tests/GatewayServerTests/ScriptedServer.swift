import GatewayServer
import Glibc
import TestSupport
import Synchronization
import TLS
import Wire

/// A server whose responder is a function, for tests of the wire alone. What it did is in `records`.
final class ScriptedServer: Sendable {
    struct Record: Sendable {
        var target: String
        var body: [UInt8]
        var outcome: Outcome
        var arrived: Nanoseconds
        var tls: TLSInfo?
        var milliseconds: Double { Double(outcome.ended - arrived) / 1_000_000 }
    }

    let server: Server
    var port: UInt16 { server.port }
    private let log: Log

    /// Issued by an authority that all of them have.
    static let certificates = Certificates(now: { Int64(time(nil)) })

    init(
        _ configure: (inout ServerConfiguration) -> Void = { _ in }, tls: TLSServer = TLSServer(certificates),
        accept: @escaping @Sendable (ConnectionInfo) -> ConnectionPlan = { _ in .serve },
        decide: @escaping @Sendable (Exchange) -> Decision
    ) throws {
        var configuration = ServerConfiguration(port: 0, shards: 2)
        configure(&configuration)
        log = Log()
        server = try Server(
            configuration, responder: FunctionResponder(accept: accept, decide: decide, log: log), tls: tls)
    }

    /// Always the same plan.
    convenience init(
        _ script: WireScript, delay: Nanoseconds = 0, _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        try self.init(configure) { _ in .plan(WirePlan(script, delay: delay)) }
    }

    func connect() throws -> RawConnection { try RawConnection(port: port) }

    /// Connects, if there are fewer connections than `most` at this server: clients that close theirs at once make them
    /// faster than a server that is busy notices.
    func connect(most: Int) throws -> RawConnection? {
        guard log.made.load(ordering: .relaxed) - accepted + server.connectionCount < most else { return nil }
        log.made.add(1, ordering: .relaxed)
        do { return try connect() } catch {
            log.made.subtract(1, ordering: .relaxed)
            throw error
        }
    }

    /// What has ended so far, in the order in which it ended.
    var records: [Record] { log.records.withLock { $0 } }
    /// How many requests have been decided.
    var decided: Int { log.decided.load(ordering: .relaxed) }
    /// All that were accepted so far.
    var connections: [ConnectionInfo] { log.connections.withLock { $0 } }
    private var accepted: Int { log.connections.withLock { $0.count } }
    var foreignStarts: [ForeignProtocolStart] { log.foreignStarts.withLock { $0 } }
    var refusals: [Int] { log.refusals.withLock { $0 } }

    /// Whether its loops keep no core busy: none turns for nothing, again and again.
    var isIdle: Bool {
        // That something does not happen takes time to be seen; on a busy machine fewer turns fit into it.
        waitUntil(within: .seconds(20)) {
            let before = server.idleTurns
            usleep(500_000)
            return server.idleTurns - before < 5
        }
    }

    /// Waits until so many exchanges have ended; what they were.
    func records(_ count: Int) -> [Record] {
        waitUntil { records.count >= count }
        return records
    }

    /// The same in the order in which they came, which two shards do not keep when they end them.
    func arrivals(_ count: Int) -> [Record] { records(count).sorted { $0.arrived < $1.arrived } }

    deinit { server.stop() }
}

private final class Log: Sendable {
    let records = Mutex<[ScriptedServer.Record]>([])
    let decided = Atomic<Int>(0)
    /// How many connections `connect(most:)` made.
    let made = Atomic<Int>(0)
    let connections = Mutex<[ConnectionInfo]>([])
    let refusals = Mutex<[Int]>([])
    let foreignStarts = Mutex<[ForeignProtocolStart]>([])
}

private struct FunctionResponder: Responder {
    let accept: @Sendable (ConnectionInfo) -> ConnectionPlan
    let decide: @Sendable (Exchange) -> Decision
    let log: Log

    func responder(forShard shard: Int) -> any ShardResponder {
        FunctionShardResponder(accept: accept, decide: decide, log: log)
    }
}

private final class FunctionShardResponder: ShardResponder {
    private let accept: @Sendable (ConnectionInfo) -> ConnectionPlan
    private let function: @Sendable (Exchange) -> Decision
    private let log: Log

    init(
        accept: @escaping @Sendable (ConnectionInfo) -> ConnectionPlan,
        decide: @escaping @Sendable (Exchange) -> Decision, log: Log
    ) {
        self.accept = accept
        function = decide
        self.log = log
    }

    func accepted(_ connection: ConnectionInfo) -> ConnectionPlan {
        log.connections.withLock { $0.append(connection) }
        return accept(connection)
    }

    func decide(_ exchange: Exchange) -> Decision {
        log.decided.add(1, ordering: .relaxed)
        return function(exchange)
    }

    /// Decides again.
    func waitIsOver(_ exchange: Exchange) -> Decision { function(exchange) }

    func ended(_ exchange: Exchange) {
        let record = ScriptedServer.Record(
            target: exchange.request.text(exchange.request.target), body: exchange.request.body,
            outcome: exchange.outcome, arrived: exchange.arrived, tls: exchange.request.tls)
        log.records.withLock { $0.append(record) }
    }

    func foreignProtocolSeen(_ start: ForeignProtocolStart) { log.foreignStarts.withLock { $0.append(start) } }

    func refused(connection: UInt64, status: Int, at arrivedAt: Int64) {
        log.refusals.withLock { $0.append(status) }
    }
}

extension String {
    /// The answer with its date taken out, which no test can know.
    var withoutDate: String {
        var lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines.removeAll { $0.hasPrefix("Date: ") }
        return lines.joined(separator: "\n")
    }
}
