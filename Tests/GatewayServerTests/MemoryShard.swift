@testable import GatewayServer
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
    private let library: LibraryDaemon

    private final class Time { var now: Nanoseconds = 1_000_000_000 }
    /// Its responder: the context needs one before there is a shard.
    private final class Forward: ShardResponder {
        weak var shard: MemoryShard?
        func decide(_ exchange: Exchange) -> Decision { shard?.decide(exchange) ?? .later }
        func ended(_ exchange: Exchange) { shard?.ended(exchange) }
        func refused(connection: UInt64, status: Int, at arrivedAt: Int64) {}
    }

    init(_ decide: @escaping (Exchange) -> Decision) throws {
        var configuration = ServerConfiguration(port: 0)
        configuration.readsItself = true
        let (clock, forward) = (clock, Forward())
        library = try LibraryDaemon(configuration)
        context = ShardContext(
            configuration, forward, Inbox(), SharedCounts(configuration), Workers(threads: 1), library, poller: -1,
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
    func accept(_ transport: any Transport) {
        context.readClocks()
        let info = ConnectionInfo(id: 1, peer: ConnectionInfo.Peer(isLoopback: true))
        let connection = Connection(info, context: context, transport: transport)
        table.add(connection)
        connection.peek()
    }

    /// Turns until nothing happens any more, and no timer fires within a time that is shorter than all deadlines.
    /// `events` are those of the lowest transport.
    func run(_ events: () -> Readiness?) {
        let end = clock.now + 1_500_000_000
        while true {
            context.clocksGoStale()
            context.writing.beginTurn()
            var hadWork = table.goOnWriting()
            if table.goOnReading() { hadWork = true }
            context.readClocks()
            if let connection = table[1], let events = events() {
                connection.happened(events)
                hadWork = true
            }
            table.startDetached()
            if table.fireTimers(other: ExchangeID(connection: 0, stream: 0)) != nil { hadWork = true }
            table.forgetGone()
            if hadWork { continue }
            guard let wait = context.untilNextTimer(at: clock.now) else { return }
            let next = clock.now + Nanoseconds(max(1, wait)) * 1_000_000
            guard next < end else { return }
            clock.now = next
        }
    }
}
