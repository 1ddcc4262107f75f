/// The sockets of a listener, all on the same port: for each shard one on each address. The kernel shares connections out
/// among the shards' (SO_REUSEPORT).
struct ListeningGroup {
    let port: UInt16
    let shards: [[ListeningSocket]]

    /// How a socket is bound to an address; tests have machines of their own.
    typealias Bind = (ListeningAddress, UInt16, _ sharesPort: Bool) throws(ListeningFailure) -> ListeningSocket

    /// Listens. Where this throws, nothing does.
    init(host: String, port: UInt16, shards: Int) throws(ListeningFailure) {
        try self.init(ListeningAddress.all(of: host), port: port, shards: shards)
    }

    /// A port that is free on one address may be in use on the next one. Where any would do, others are tried.
    init(
        _ addresses: [ListeningAddress], port: UInt16, shards: Int, attempts: Int = 16,
        bind: Bind = ListeningSocket.bind
    ) throws(ListeningFailure) {
        for _ in 1..<attempts where port == 0 {
            do throws(ListeningFailure) {
                try self.init(once: addresses, port: port, shards: shards, bind: bind)
                return
            } catch {
                guard case .addressInUse = error else { throw error }
            }
        }
        try self.init(once: addresses, port: port, shards: shards, bind: bind)
    }

    /// All sockets are bound before the first one listens: nobody can connect to what then fails.
    private init(
        once addresses: [ListeningAddress], port: UInt16, shards count: Int, bind: Bind
    ) throws(ListeningFailure) {
        var port = port
        var shards = [[ListeningSocket]](repeating: [], count: count)
        do throws(ListeningFailure) {
            for shard in shards.indices {
                for address in addresses {
                    do throws(ListeningFailure) {
                        // SO_REUSEPORT hides a port that is in use: the first shard's are bound without it.
                        let socket = try bind(address, port, shard > 0)
                        port = socket.port
                        shards[shard].append(socket)
                    } catch {
                        guard address.isOptional, case .addressNotAvailable = error else { throw error }
                    }
                }
            }
            for (shard, sockets) in shards.enumerated() {
                for socket in sockets {
                    try socket.listen()
                    if shard == 0 { socket.sharePort() }
                }
            }
        } catch {
            for socket in shards.joined() { socket.close() }
            throw error
        }
        self.port = port
        self.shards = shards
    }

    /// From here on the kernel refuses whoever wants to connect, and resets who waits to be accepted. The descriptors stay.
    func refuseConnections() { for socket in shards.joined() { socket.refuseConnections() } }

    func close() { for socket in shards.joined() { socket.close() } }
}
