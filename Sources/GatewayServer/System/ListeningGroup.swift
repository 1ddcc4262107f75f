/// The sockets of a listener, all on the same port: for each shard one on each address. The kernel distributes
/// connections among the sockets of several shards (SO_REUSEPORT).
struct ListeningGroup {
    let port: UInt16
    let shards: [[ListeningSocket]]

    /// Binds a socket to an address. Tests pass another one, to simulate machines.
    typealias Bind = (ListeningAddress, UInt16, _ sharesPort: Bool) throws(ListeningFailure) -> ListeningSocket

    /// Binds all sockets and listens. If this throws, nothing listens.
    init(host: String, port: UInt16, shards: Int, isSilent: Bool = false) throws(ListeningFailure) {
        try self.init(ListeningAddress.all(of: host), port: port, shards: shards, isSilent: isSilent)
    }

    /// A port that is free on one address may be in use on the next one. For port 0, up to `attempts` ports are tried.
    init(
        _ addresses: [ListeningAddress], port: UInt16, shards: Int, attempts: Int = 16, isSilent: Bool = false,
        bind: Bind = ListeningSocket.bind
    ) throws(ListeningFailure) {
        for _ in 1..<attempts where port == 0 {
            do throws(ListeningFailure) {
                try self.init(once: addresses, port: port, shards: shards, isSilent, bind)
                return
            } catch {
                guard case .addressInUse = error else { throw error }
            }
        }
        try self.init(once: addresses, port: port, shards: shards, isSilent, bind)
    }

    /// All sockets are bound before the first one listens, so that no client can connect to a listener that then fails.
    /// `isSilent`: they answer no client from the beginning (`PortState.connectTimeout`).
    private init(
        once addresses: [ListeningAddress], port: UInt16, shards count: Int, _ isSilent: Bool, _ bind: Bind
    ) throws(ListeningFailure) {
        var port = port
        var shards = [[ListeningSocket]](repeating: [], count: count)
        do throws(ListeningFailure) {
            for shard in shards.indices {
                for address in addresses {
                    do throws(ListeningFailure) {
                        // SO_REUSEPORT hides that a port is in use: the first shard's sockets are bound without it.
                        let socket =
                            port == 0 && count == 1
                            ? try Self.bindForGood(address, bind) : try bind(address, port, shard > 0)
                        port = socket.port
                        shards[shard].append(socket)
                    } catch {
                        guard address.isOptional, case .addressNotAvailable = error else { throw error }
                    }
                }
            }
            for (shard, sockets) in shards.enumerated() {
                for socket in sockets {
                    if isSilent { try socket.dropPackets() }
                    try socket.listen()
                    if shard == 0, count > 1 { socket.sharePort() }
                }
            }
        } catch {
            for socket in shards.joined() { socket.close() }
            throw error
        }
        self.port = port
        self.shards = shards
    }

    /// Binds a socket to any free port. The kernel takes a port that it has chosen away from a socket that does not listen any
    /// more, and leaves it one that was asked for: hence the port of another socket is asked for.
    private static func bindForGood(
        _ address: ListeningAddress, _ bind: Bind
    ) throws(ListeningFailure) -> ListeningSocket {
        let other = try bind(address, 0, true)
        defer { other.close() }
        let socket = try bind(address, other.port, true)
        socket.sharePort(false)
        return socket
    }

    /// Makes the kernel refuse new connections and reset those that wait to be accepted. The descriptors stay open.
    func refuseConnections() { for socket in shards.joined() { socket.refuseConnections() } }

    func close() { for socket in shards.joined() { socket.close() } }
}
