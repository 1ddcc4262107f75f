import Glibc
import Synchronization
import TestSupport
import Testing
import Wire

@testable import GatewayServer

/// Listeners that are added to a server and removed while it runs.
@Suite(.blocking) struct ListenerTests {
    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let refused = "Connection refused"

    /// Answers with the id of the listener that a request came by.
    private func server(_ configure: (inout ServerConfiguration) -> Void = { _ in }) throws -> ScriptedServer {
        try ScriptedServer(configure) { exchange in
            let text = "by \(exchange.connection.listener)"
            return .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: text).script(number: 0)))
        }
    }

    private func ask(_ connection: RawConnection) -> String {
        connection.send(Self.get)
        return connection.receiveResponse().body
    }

    private func ask(_ port: UInt16, overIPv6: Bool = false) throws -> String {
        ask(try RawConnection(port: port, overIPv6: overIPv6))
    }

    private func expectRefused(_ port: UInt16, overIPv6: Bool = false) {
        let error = #expect(throws: RawConnection.Failure.self) { try RawConnection(port: port, overIPv6: overIPv6) }
        #expect(error?.description == "connect to port \(port): \(Self.refused)")
    }

    /// Waits, since another test may have got the port for a moment, where this one has let go of it.
    private func expectBoundSockets(_ count: Int, to port: UInt16) {
        #expect(waitUntil { BoundSockets.count(port: port) == count }, "\(BoundSockets.count(port: port)) on \(port)")
    }

    @Test func itsIdIsSeenWhenAConnectionIsAcceptedAndByEachExchange() throws {
        let server = try server()
        let first = try server.server.addListener(host: "127.0.0.1", port: 0)
        let second = try server.server.addListener(host: "127.0.0.1", port: 0)
        #expect([first.id, second.id] == [1, 2])
        #expect(Set([server.port, first.port, second.port]).count == 3)
        for _ in 0..<8 {
            #expect(try ask(server.port) == "by 0")
            #expect(try ask(second.port) == "by 2")
            #expect(try ask(first.port) == "by 1")
        }
        #expect(server.connections.count == 24)
        for id in 0...2 { #expect(server.connections.count { $0.listener == id } == 8) }
    }

    @Test(.enabled(if: IPv6.isThere, "there is no ::1"))
    func localhostIsBothAddressesOfOneListener() throws {
        let server = try server()
        let listener = try server.server.addListener(host: "localhost", port: quietPort())
        #expect(try ask(listener.port) == "by 1")
        #expect(try ask(listener.port, overIPv6: true) == "by 1")
        #expect(try ask(server.port, overIPv6: true) == "by 0")
        server.server.removeListener(listener.id)
        expectRefused(listener.port)
        expectRefused(listener.port, overIPv6: true)
    }

    @Test func removedItRefusesAndWhatItAcceptedLivesOn() throws {
        let server = try server()
        let listener = try server.server.addListener(host: "127.0.0.1", port: quietPort())
        let connections = try (0..<8).map { _ in try RawConnection(port: listener.port) }
        for connection in connections { #expect(ask(connection) == "by 1") }
        #expect(server.server.removeListener(listener.id))
        for _ in 0..<8 { expectRefused(listener.port) }
        for connection in connections { #expect(ask(connection) == "by 1") }
        #expect(try ask(server.port) == "by 0")
        // The shards close its sockets.
        expectBoundSockets(0, to: listener.port)
        #expect(ask(connections[0]) == "by 1")
    }

    @Test func anIdIsNeverUsedAgain() throws {
        let server = try server()
        var seen: [UInt32] = []
        for _ in 0..<3 {
            let listener = try server.server.addListener(host: "127.0.0.1", port: 0)
            seen.append(listener.id)
            #expect(server.server.removeListener(listener.id))
            #expect(!server.server.removeListener(listener.id))
        }
        #expect(seen == [1, 2, 3])
        #expect(!server.server.removeListener(0))
        #expect(try ask(server.port) == "by 0")
    }

    @Test func itsPortCanBeListenedOnAgainAtOnce() throws {
        let server = try server()
        let first = try server.server.addListener(host: "localhost", port: 0)
        let open = try RawConnection(port: first.port)
        #expect(ask(open) == "by 1")
        for id in 2...20 as ClosedRange<UInt32> {
            server.server.removeListener(id - 1)
            let again = try server.server.addListener(host: "localhost", port: first.port)
            #expect(again == Listener(id: id, port: first.port))
            #expect(try ask(first.port) == "by \(id)")
        }
        #expect(ask(open) == "by 1")
    }

    /// A port that is in use on the second address: what was bound to the first one is closed.
    @Test(.enabled(if: IPv6.isThere, "there is no ::1"))
    func aPortInUseIsAnErrorThatNamesTheAddressAndLeavesNothingOpen() throws {
        // A client may have any other on 127.0.0.1.
        let port = quietPort()
        let other = try server {
            $0.host = "::1"
            $0.port = port
            $0.shards = 1
        }
        let server = try server()
        for _ in 0..<3 {
            #expect(throws: ServerError.addressInUse(host: "::1", port: other.port)) {
                try server.server.addListener(host: "localhost", port: other.port)
            }
            // That of the other server.
            expectBoundSockets(1, to: other.port)
        }
        #expect(throws: ServerError.addressInUse(host: "127.0.0.1", port: server.port)) {
            try server.server.addListener(host: "localhost", port: server.port)
        }
        #expect(throws: ServerError.unknownHost("no-such-host.invalid")) {
            try server.server.addListener(host: "no-such-host.invalid", port: 0)
        }
        // Its ids went to nobody.
        #expect(try server.server.addListener(host: "127.0.0.1", port: other.port).id == 1)
        #expect(try ask(other.port) == "by 1")
        #expect(try ask(other.port, overIPv6: true) == "by 0")
    }

    @Test func aServerThatHasStoppedTakesNoneAndLeavesNothingOpen() throws {
        let server = try server()
        let listener = try server.server.addListener(host: "localhost", port: quietPort())
        let open = try RawConnection(port: listener.port)
        #expect(ask(open) == "by 1")
        server.server.stop()
        #expect(open.receive(within: .seconds(60)).ending != .open)
        expectRefused(listener.port)
        expectBoundSockets(0, to: listener.port)
        #expect(throws: ServerError.stopped) {
            try server.server.addListener(host: "127.0.0.1", port: listener.port)
        }
        #expect(!server.server.removeListener(listener.id))
        expectRefused(listener.port)
        expectBoundSockets(0, to: listener.port)
    }

    @Test func aShardsThreadMayAddAndRemove() throws {
        let slot = Mutex<Server?>(nil)
        let server = try ScriptedServer { exchange in
            let server = slot.withLock { $0 }
            let text: String
            switch exchange.request.text(exchange.request.path) {
            case "/add":
                let added = try? server?.addListener(host: "127.0.0.1", port: quietPort())
                text = added.map { "\($0.port)" } ?? "none"
            default: text = "\(server?.removeListener(1) == true)"
            }
            return .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: text).script(number: 0)))
        }
        slot.withLock { $0 = server.server }
        defer { slot.withLock { $0 = nil } }
        let control = try server.connect()
        control.send("GET /add HTTP/1.1\r\nHost: x\r\n\r\n")
        let port = try #require(UInt16(control.receiveResponse().body))
        let client = try RawConnection(port: port)
        client.send("GET /remove HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(client.receiveResponse().body == "true")
        expectRefused(port)
    }

    @Test func clientsConnectWhileItIsAddedAndRemoved() throws {
        let server = try server()
        let port = try server.server.addListener(host: "127.0.0.1", port: 0).port
        server.server.removeListener(1)
        let isOver = Flag()
        defer { isOver.set() }
        let done = Atomic<Int>(0)
        let answered = Atomic<Int>(0)
        let wrong = Mutex<[String]>([])
        for _ in 0..<3 {
            background {
                while !isOver.isSet {
                    // Refused, reset or answered, and by nobody else.
                    guard let connection = try? RawConnection(port: port) else { continue }
                    let isSent = connection.send(Self.get)
                    let answer = connection.receiveResponse()
                    if answer.body.hasPrefix("by "), answer.body != "by 0" {
                        answered.add(1, ordering: .relaxed)
                    } else if isSent, answer.ending != .reset {
                        // An RST of which the sending was told, the reading is not.
                        wrong.withLock { $0.append("\(answer)") }
                    }
                }
                done.add(1, ordering: .relaxed)
            }
        }
        for _ in 0..<100 {
            let before = answered.load(ordering: .relaxed)
            let listener = try server.server.addListener(host: "127.0.0.1", port: port)
            try #require(waitUntil { answered.load(ordering: .relaxed) > before })
            server.server.removeListener(listener.id)
        }
        isOver.set()
        #expect(waitUntil { done.load(ordering: .relaxed) == 3 })
        #expect(wrong.withLock { $0 } == [])
        #expect(try ask(server.port) == "by 0")
    }

    @Test func whatIsAddedWhileTheServerStopsLeavesNothingOpen() throws {
        for _ in 0..<10 {
            let server = try server()
            let running = server.server
            let ports = Mutex<[UInt16]>([])
            let (begun, ended) = (Gate(), Gate())
            background {
                while let listener = try? running.addListener(host: "localhost", port: 0) {
                    ports.withLock { $0.append(listener.port) }
                    begun.open()
                    if listener.id % 2 == 0 { running.removeListener(listener.id - 1) }
                    if listener.id == 30 { break }
                }
                ended.open()
            }
            #expect(begun.wait())
            running.stop()
            #expect(ended.wait())
            for port in ports.withLock({ $0 }) { expectBoundSockets(0, to: port) }
        }
    }

    @Test func itHasOneSocketForEachAddressHoweverManyShardsThereAre() throws {
        let server = try server { $0.shards = 3 }
        var prepared: [UInt32] = []
        for id in 1...6 as ClosedRange<UInt32> {
            let listener = try server.server.addListener(host: "localhost", port: quietPort()) { prepared.append($0) }
            expectBoundSockets(IPv6.isThere ? 2 : 1, to: listener.port)
            for _ in 0..<6 { #expect(try ask(listener.port) == "by \(id)") }
        }
        #expect(prepared == [1, 2, 3, 4, 5, 6])
    }

    @Test func twoThousandAddedAndRemovedLeaveNothingOpen() throws {
        let server = try server()
        var ports: [UInt16] = []
        for _ in 0..<Extent.repetitions(200, whole: 2000) {
            let listener = try server.server.addListener(host: "localhost", port: 0)
            ports.append(listener.port)
            #expect(try ask(listener.port) == "by \(listener.id)")
            #expect(server.server.removeListener(listener.id))
        }
        for port in Set(ports) { expectBoundSockets(0, to: port) }
    }

    @Test(.blocking(descriptors: 150)) func fiftyListenersOfOneServer() throws {
        let server = try server { $0.shards = 1 }
        var listeners = try (0..<50).map { _ in try server.server.addListener(host: "127.0.0.1", port: quietPort()) }
        for listener in listeners { #expect(try ask(listener.port) == "by \(listener.id)") }
        for (index, listener) in listeners.enumerated() where index % 2 == 0 {
            server.server.removeListener(listener.id)
        }
        for (index, listener) in listeners.enumerated() {
            if index % 2 == 0 {
                expectRefused(listener.port)
            } else {
                #expect(try ask(listener.port) == "by \(listener.id)")
            }
        }
        listeners = listeners.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        server.server.stop()
        for listener in listeners {
            expectRefused(listener.port)
            expectBoundSockets(0, to: listener.port)
        }
    }
}
