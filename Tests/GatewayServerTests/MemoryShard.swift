@testable import GatewayServer
import TLS
import Wire

/// A shard's turns over one connection that has no socket. No time passes but from one timer to the next.
final class MemoryShard: ShardResponder {
    let context: ShardContext
    private let table: ConnectionTable
    private let clock = Time()
    private let function: (Exchange) -> Decision
    private(set) var outcomes: [Outcome] = []
    private(set) var targets: [String] = []
    private(set) var bodies: [[UInt8]] = []
    /// What came that was no request, and connections that ended without one.
    private(set) var starts: [ForeignProtocolStart] = []
    private let library: LibraryDaemon

    private final class Time { var now: Nanoseconds = 1_000_000_000 }
    /// Its responder: the context needs one before there is a shard.
    private final class Forward: ShardResponder {
        weak var shard: MemoryShard?
        func decide(_ exchange: Exchange) -> Decision { shard?.decide(exchange) ?? .later }
        func ended(_ exchange: Exchange) { shard?.ended(exchange) }
        func foreignProtocolSeen(_ start: ForeignProtocolStart) { shard?.starts.append(start) }
        func refused(connection: UInt64, status: Int, at arrivedAt: Int64) {}
    }

    init(_ decide: @escaping (Exchange) -> Decision) throws {
        var configuration = ServerConfiguration(port: 0)
        configuration.readsItself = true
        let (clock, forward) = (clock, Forward())
        library = try LibraryDaemon(configuration)
        context = ShardContext(
            configuration, forward, Inbox(), SharedCounts(configuration), Workers(threads: 1), library,
            TLSServer(ScriptedServer.certificates), poller: -1,
            time: { clock.now })
        table = ConnectionTable(context)
        function = decide
        forward.shard = self
    }

    /// The one that was accepted, until it is over.
    var connection: Connection? { table[1] }

    deinit {
        library.stop()
        context.inbox.close()
    }

    func decide(_ exchange: Exchange) -> Decision { function(exchange) }

    func ended(_ exchange: Exchange) {
        outcomes.append(exchange.outcome)
        targets.append(exchange.request.text(exchange.request.target))
        bodies.append(exchange.request.body)
    }

    func refused(connection: UInt64, status: Int, at arrivedAt: Int64) {}

    /// Accepts a connection, which looks at what has come.
    func accept(_ transport: any Transport, _ plan: ConnectionPlan = .serve) {
        context.readClocks()
        let info = ConnectionInfo(id: 1, peer: ConnectionInfo.Peer(isLoopback: true))
        let connection = Connection(info, plan, context: context, transport: transport)
        table.add(connection)
        connection.begin()
    }

    private static let standardTime: Nanoseconds = 1_500_000_000

    /// Turns until nothing happens any more, and no timer fires within a time: if nothing is said, one that is shorter than all
    /// deadlines. `events` are those of the lowest transport.
    func run(for time: Nanoseconds = standardTime, _ events: () -> Readiness?) {
        let end = clock.now + time
        while true {
            context.clocksGoStale()
            context.writing.beginTurn()
            context.handshakes.beginTurn()
            var hadWork = table.goOnWriting()
            if table.goOnShakingHands() { hadWork = true }
            if table.goOnReading() { hadWork = true }
            context.readClocks()
            if let connection = table[1], let events = events() {
                connection.happened(events)
                hadWork = true
            }
            table.startDetached()
            if table.fireTimers(own: { _ in }) { hadWork = true }
            table.forgetGone()
            if hadWork { continue }
            let wait = context.untilNextTimer(at: clock.now)
            guard let wait, clock.now + Nanoseconds(max(1, wait)) * 1_000_000 < end else {
                // What comes next comes at the end of the time.
                if time != Self.standardTime { clock.now = end }
                return
            }
            clock.now += Nanoseconds(max(1, wait)) * 1_000_000
        }
    }
}
