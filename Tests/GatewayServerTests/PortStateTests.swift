import CLinux
import Glibc
import Synchronization
import TestSupport
import Testing
import Wire

@testable import GatewayServer

/// Ports that are open, that refuse, and that let clients wait, as the kernel does it.
@Suite(.blocking) struct PortStateTests {
    private static let families = IPv6.isThere ? [false, true] : [false]

    private func expectRefused(_ port: Port, overIPv6: Bool = false, _ place: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: RawConnection.Failure.self, sourceLocation: place) {
            try RawConnection(port: port.number, overIPv6: overIPv6)
        }
        #expect(error?.description == "connect to port \(port.number): Connection refused", sourceLocation: place)
    }

    @Test func whatItBeginsWithHoldsAtOnce() throws {
        for overIPv6 in Self.families { expectRefused(try Port(.refuse), overIPv6: overIPv6) }
        let open = try Port(.open)
        for overIPv6 in Self.families { #expect(try open.ask(overIPv6: overIPv6) == "by 1") }
    }

    /// It is asked for by other sockets all the time, which listen on it if they get it.
    @Test(arguments: [false, true])
    func itKeepsItsNumberBesideOthersThatWantIt(hasOpenConnection: Bool) throws {
        let port = try Port(.open)
        let open = try hasOpenConnection ? Self.families.map { try port.connect(overIPv6: $0) } : []
        for client in open { #expect(port.ask(client) == "by 1") }
        let thieves = Thieves(of: port.number)
        for _ in 0..<100 {
            try port.put(.refuse)
            for overIPv6 in Self.families { expectRefused(port, overIPv6: overIPv6) }
            // Beside open connections there is a moment in which it can be taken: then it is tried again.
            #expect(waitUntil { (try? port.put(.open)) != nil })
            for overIPv6 in Self.families { #expect(try port.ask(overIPv6: overIPv6) == "by 1") }
            if !hasOpenConnection { #expect(waitUntil { port.server.server.connectionCount == 0 }) }
        }
        let attempts = thieves.stop()
        #expect(attempts.count > 100)
        if !hasOpenConnection { #expect(attempts.successes == 0) }
        for client in open { #expect(port.ask(client) == "by 1") }
    }

    @Test(arguments: families)
    func clientsWaitAndAreServedOnceItIsOpen(overIPv6: Bool) throws {
        let port = try Port(.connectTimeout)
        let client = try RawConnection(beginning: port.number, overIPv6: overIPv6)
        #expect(try !client.isConnected(within: .seconds(2)))
        try port.put(.open)
        // It tries again by itself, at the latest four seconds after the time before.
        #expect(try client.isConnected(within: .seconds(8)))
        #expect(port.ask(client) == "by 1")
        #expect(port.accepted == 1)
    }

    @Test func clientsThatWaitAreRefusedOnceItRefuses() throws {
        let port = try Port(.connectTimeout)
        let client = try RawConnection(beginning: port.number)
        #expect(try !client.isConnected(within: .milliseconds(100)))
        try port.put(.refuse)
        let error = #expect(throws: RawConnection.Failure.self) { try client.isConnected(within: .seconds(8)) }
        #expect(error?.description == "connect: Connection refused")
        #expect(port.accepted == 0)
    }

    @Test(arguments: PortState.allCases, PortState.allCases)
    func everyStateFollowsEveryOther(first: PortState, second: PortState) throws {
        let port = try Port(first)
        for state in [first, second, first, second] {
            try port.put(state)
            for overIPv6 in Self.families {
                switch state {
                case .open: #expect(try port.ask(overIPv6: overIPv6) == "by 1")
                case .refuse: expectRefused(port, overIPv6: overIPv6)
                case .connectTimeout:
                    let client = try RawConnection(beginning: port.number, overIPv6: overIPv6)
                    #expect(try !client.isConnected(within: .milliseconds(50)))
                }
            }
        }
    }

    @Test func acceptedConnectionsStayOpen() throws {
        let port = try Port(.open)
        let client = try port.connect()
        #expect(port.ask(client) == "by 1")
        for state in [PortState.refuse, .connectTimeout, .refuse, .open, .connectTimeout, .open] {
            try port.put(state)
            #expect(port.ask(client) == "by 1")
        }
        #expect(port.accepted == 1)
    }

    /// All of them are completed by the kernel at once.
    @Test(arguments: [PortState.refuse, .connectTimeout])
    func theStateBehindAConnectionHoldsForAllOthers(state: PortState) throws {
        let port = try Port(.open, whenAccepted: state)
        let hold = port.holdShards()
        let clients = try (0..<5).map { _ in try port.connect() }
        hold.open()
        #expect(port.ask(clients[0]) == "by 1")
        #expect(port.accepted == 1)
        if state == .refuse {
            for client in clients.dropFirst() {
                #expect(client.receive(within: .seconds(60)).description == " [ECONNRESET]")
            }
            expectRefused(port)
        } else {
            for client in clients.dropFirst() {
                #expect(client.receive(within: .milliseconds(50)).description == " [still open]")
            }
            // Each is followed by the same state.
            for (count, client) in clients.enumerated().dropFirst() {
                try port.put(.open)
                #expect(port.ask(client) == "by 1")
                #expect(port.accepted == count + 1)
            }
        }
        #expect(port.server.isIdle)
    }

    @Test(arguments: [PortState.refuse, .connectTimeout])
    func aStateEndsByItself(state: PortState) throws {
        let port = try Port(state, then: .open, after: 300_000_000)
        if state == .refuse {
            expectRefused(port)
            #expect(waitUntil { (try? port.ask()) == "by 1" })
        } else {
            let client = try RawConnection(beginning: port.number)
            #expect(try client.isConnected(within: .seconds(8)))
            #expect(port.ask(client) == "by 1")
        }
    }

    @Test(arguments: [PortState.refuse, .connectTimeout])
    func itWakesNobody(state: PortState) throws {
        let port = try Port(.open)
        #expect(try port.ask() == "by 1")
        try port.put(state)
        let client = try? RawConnection(beginning: port.number)
        #expect(port.server.isIdle)
        withExtendedLifetime(client) {}
    }

    @Test(arguments: PortState.allCases)
    func removedInAnyStateItRefusesAndCanBeListenedOnAtOnce(state: PortState) throws {
        let port = try Port(.open)
        let open = try port.connect()
        #expect(port.ask(open) == "by 1")
        try port.put(state)
        #expect(port.server.server.removeListener(1))
        expectRefused(port)
        let again = try port.server.server.addListener(host: "localhost", port: port.number)
        for overIPv6 in Self.families { #expect(try port.ask(overIPv6: overIPv6) == "by \(again.id)") }
        #expect(port.ask(open) == "by 1")
        // Nothing changes a port that was removed.
        try port.put(.refuse)
        #expect(try port.ask() == "by \(again.id)")
    }

    @Test(arguments: PortState.allCases)
    func theServerStopsInAnyState(state: PortState) throws {
        let port = try Port(state)
        let client = try? RawConnection(beginning: port.number)
        port.server.server.stop()
        try port.put(.open)
        expectRefused(port)
        #expect(waitUntil { BoundSockets.count(port: port.number) == 0 })
        withExtendedLifetime(client) {}
    }
}

/// A server with one more port, whose state a test says.
private final class Port: Sendable {
    let server: ScriptedServer
    let number: UInt16
    private let state: StateBox

    init(
        _ first: PortState, whenAccepted: PortState? = nil, then next: PortState? = nil, after time: Nanoseconds = 0
    ) throws {
        let state = StateBox(first)
        self.state = state
        if let next { state.value.withLock { $0.next = (next, SystemClock.monotonic + time) } }
        server = try ScriptedServer(accept: { connection in
            if connection.listener == 1, let whenAccepted { state.value.withLock { $0.state = whenAccepted } }
            return .serve
        }) { exchange in
            let reply = Reply(status: 200, contentType: "text/plain", text: "by \(exchange.connection.listener)")
            return .plan(WirePlan(reply.script(number: 0)))
        }
        number = try server.server.addListener(
            host: "localhost", port: 0,
            states: {
                let due = state.state(at: $0)
                return (due.0, due.until, false)
            }
        ).port
    }

    /// How many connections it has told of.
    var accepted: Int { server.connections.count { $0.listener == 1 } }

    func put(_ state: PortState) throws {
        self.state.value.withLock { $0.state = state }
        try server.server.updateState(of: 1)
    }

    func connect(overIPv6: Bool = false) throws -> RawConnection { try RawConnection(port: number, overIPv6: overIPv6) }

    func ask(_ connection: RawConnection) -> String {
        connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        return connection.receiveResponse().body
    }

    func ask(overIPv6: Bool = false) throws -> String { ask(try connect(overIPv6: overIPv6)) }

    /// Until the gate is open, no shard accepts anything.
    func holdShards() -> Gate {
        let (gate, held) = (Gate(), Counter())
        let count = server.server.visitResponders { _ in
            held.value.add(1, ordering: .relaxed)
            _ = gate.wait()
        }
        #expect(waitUntil { held.value.load(ordering: .relaxed) == count })
        return gate
    }
}

private final class Counter: Sendable {
    let value = Atomic<Int>(0)
}

private final class StateBox: Sendable {
    let value: Mutex<(state: PortState, next: (state: PortState, at: Nanoseconds)?)>

    init(_ state: PortState) { value = Mutex((state, nil)) }

    func state(at now: Nanoseconds) -> (PortState, until: Nanoseconds?) {
        value.withLock { value in
            guard let next = value.next else { return (value.state, nil) }
            return next.at > now ? (value.state, next.at) : (next.state, nil)
        }
    }
}

/// Threads that try to bind sockets to a port of 127.0.0.1, and to listen, with each of the options that let sockets share one.
private final class Thieves: Sendable {
    private let isOver = Flag()
    private let ended = Atomic<Int>(0)
    private let attempts = Atomic<Int>(0)
    private let successes = Atomic<Int>(0)
    private static let options: [[Int32]] = [[], [SO_REUSEADDR], [SO_REUSEPORT]]

    init(of port: UInt16) {
        for options in Self.options {
            background { [self] in
                while !isOver.isSet {
                    let descriptor = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
                    for option in options { _ = clinux_set_option(descriptor, SOL_SOCKET, option, 1) }
                    let isTaken = clinux_bind_ipv4(descriptor, clinux_loopback, port) == 0
                    if isTaken, listen(descriptor, 1) == 0 { successes.add(1, ordering: .relaxed) }
                    close(descriptor)
                    attempts.add(1, ordering: .relaxed)
                    usleep(20)
                }
                ended.add(1, ordering: .relaxed)
            }
        }
    }

    func stop() -> (count: Int, successes: Int) {
        isOver.set()
        #expect(waitUntil { ended.load(ordering: .relaxed) == Self.options.count })
        return (attempts.load(ordering: .relaxed), successes.load(ordering: .relaxed))
    }
}
