import Glibc
import TestSupport
import Testing
import Wire

@testable import GatewayServer

/// Which addresses a host means, and one port on all of them.
@Suite(.blocking) struct AddressesTests {
    private static let hello = Reply(status: 200, contentType: "text/plain", text: "hello").script(number: 1)
    private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    private func answers(_ server: ScriptedServer, overIPv6: Bool) -> Bool {
        guard let connection = try? RawConnection(port: server.port, overIPv6: overIPv6) else { return false }
        connection.send(Self.get)
        return connection.receiveResponse().body == "hello"
    }

    @Test func theDefaultIsLocalhost() { #expect(ServerConfiguration().host == "localhost") }

    @Test(
        arguments: [
            ("localhost", true, true), ("LocalHost", true, true), ("127.0.0.1", true, false), ("0.0.0.0", true, false),
            ("::1", false, true),
        ].prefix(IPv6.isThere ? 5 : 4))
    func whereItIsReached(host: String, overIPv4: Bool, overIPv6: Bool) throws {
        let server = try ScriptedServer(Self.hello) { $0.host = host }
        // Each shard has a socket on each address: the kernel picks one by the client's port.
        for _ in 0..<10 { #expect(answers(server, overIPv6: false) == overIPv4) }
        guard IPv6.isThere else { return }
        for _ in 0..<10 { #expect(answers(server, overIPv6: true) == overIPv6) }
        #expect(server.connections.allSatisfy { $0.listener == 0 && $0.peer.isLoopback })
    }

    /// Whether `::` is all of IPv4 too is the system's to say (net.ipv6.bindv6only), and it is not asked otherwise.
    @Test(.enabled(if: IPv6.isThere, "there is no ::1"))
    func allAddressesOfIPv6AreWhatTheSystemSays() throws {
        let setting = fopen("/proc/sys/net/ipv6/bindv6only", "r")
        defer { if let setting { fclose(setting) } }
        let isAlone = setting.map { fgetc($0) == Int32(UInt8(ascii: "1")) } ?? false
        let server = try ScriptedServer(Self.hello) { $0.host = "::" }
        #expect(answers(server, overIPv6: true))
        #expect(answers(server, overIPv6: false) == !isAlone)
    }

    @Test(.enabled(if: IPv6.isThere, "there is no ::1"))
    func aPortThatIsInUseOnTheSecondAddressAloneIsAnErrorThatNamesIt() throws {
        let other = try ScriptedServer(Self.hello) {
            $0.host = "::1"
            $0.port = quietPort()
        }
        let error = #expect(throws: ServerError.self) { try ScriptedServer(Self.hello) { $0.port = other.port } }
        #expect(error == .addressInUse(host: "::1", port: other.port))
        // The first address is free again.
        let third = try ScriptedServer(Self.hello) {
            $0.host = "127.0.0.1"
            $0.port = other.port
        }
        #expect(answers(third, overIPv6: false))
    }

    // MARK: Machines of other kinds

    /// A group on `localhost`, of two shards, whose ::1 says what is wrong with it at each attempt.
    private func group(port: UInt16 = 0, failures: [ListeningFailure?]) throws -> (ListeningGroup, Int) {
        var asked = 0
        let addresses = try ListeningAddress.all(of: "localhost")
        try #require(addresses.map(\.host) == ["127.0.0.1", "::1"])
        let group = try ListeningGroup(addresses, port: port, shards: 2) {
            (address, port, sharesPort) throws(ListeningFailure) in
            if address.host == "::1" {
                #expect(port > 0)
                asked += 1
                if let failure = failures[min(asked, failures.count) - 1] { throw failure }
            }
            return try ListeningSocket.bind(address, port: port, sharesPort: sharesPort)
        }
        return (group, asked)
    }

    @Test func aMachineWithoutTheSecondAddressHasTheFirstAlone() throws {
        let (group, _) = try group(failures: [.addressNotAvailable(host: "::1", port: 1)])
        defer { group.close() }
        #expect(group.shards.map(\.count) == [1, 1])
        _ = try RawConnection(port: group.port)
    }

    @Test(.enabled(if: IPv6.isThere, "there is no ::1"))
    func anyFreePortIsOneThatIsFreeOnBoth() throws {
        let inUse = ListeningFailure.addressInUse(host: "::1", port: 1)
        let (group, asked) = try group(failures: [inUse, inUse, inUse, nil])
        defer { group.close() }
        #expect(asked == 5)
        #expect(group.shards.map { $0.map(\.port) } == [[group.port, group.port], [group.port, group.port]])
        _ = try RawConnection(port: group.port)
        _ = try RawConnection(port: group.port, overIPv6: true)
    }

    @Test func thatIsTriedSixteenTimes() throws {
        var asked = 0
        var ports: [UInt16] = []
        let addresses = try ListeningAddress.all(of: "localhost")
        #expect(throws: ListeningFailure.self) {
            try ListeningGroup(addresses, port: 0, shards: 2) {
                (address, port, sharesPort) throws(ListeningFailure) in
                if address.host == "::1" {
                    asked += 1
                    ports.append(port)
                    throw .addressInUse(host: "::1", port: port)
                }
                return try ListeningSocket.bind(address, port: port, sharesPort: sharesPort)
            }
        }
        #expect(asked == 16)
        for port in ports { #expect(waitUntil { BoundSockets.count(port: port) == 0 }) }
    }

    @Test func aPortThatWasAskedForIsTriedOnce() throws {
        let free = try ListeningGroup(host: "127.0.0.1", port: 0, shards: 1)
        free.close()
        let error = #expect(throws: ListeningFailure.self) {
            try group(port: free.port, failures: [.addressInUse(host: "::1", port: free.port), nil])
        }
        guard case .addressInUse("::1", free.port)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(waitUntil { BoundSockets.count(port: free.port) == 0 })
    }
}
