internal import CLinux
internal import Glibc

/// A listening socket of one shard, on one address. The sockets of other shards share its port; a second process
/// cannot.
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16
    static let backlog: Int32 = 4096
    /// The host of its address, for errors.
    let host: String

    /// A bound socket that does not listen yet; port 0 is any free one. `sharesPort`: with sockets of other shards,
    /// which are bound already.
    static func bind(
        _ address: ListeningAddress, port: UInt16, sharesPort: Bool
    ) throws(ListeningFailure) -> ListeningSocket {
        let kind = clinux_SOCK_STREAM | clinux_SOCK_NONBLOCK | clinux_SOCK_CLOEXEC
        let descriptor = socket(address.family, kind, 0)
        guard descriptor >= 0 else {
            // A kernel without IPv6 has no IPv6 addresses.
            if errno == EAFNOSUPPORT { throw .addressNotAvailable(host: address.host, port: port) }
            throw .system(call: "socket", error: Machine.lastError)
        }
        _ = clinux_set_reuse_address(descriptor, 1)
        // Accepted sockets inherit these options.
        _ = clinux_set_nodelay(descriptor)
        // Otherwise the kernel counts bytes as received that are never read.
        _ = clinux_set_urgent_inline(descriptor)
        // A peer that vanished silently is given up after 150 seconds. Thousands of connections that became silent together
        // send their probes together, and the kernel drops most of such a burst (net.core.netdev_max_backlog): with three
        // probes 1,698 of 10,000 healthy connections were lost beside full load.
        _ = clinux_set_keepalive(descriptor, 60, 10, 9)
        if address.isIPv6Only { _ = clinux_set_option(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
        if sharesPort { _ = clinux_set_reuse_port(descriptor, 1) }
        guard address.withSocketAddress(port: port, { Glibc.bind(descriptor, $0, $1) }) == 0 else {
            let code = errno
            Glibc.close(descriptor)
            throw failure(code, address.host, port, of: "bind")
        }
        let port = UInt16(clamping: clinux_local_port(descriptor))
        return ListeningSocket(descriptor: descriptor, port: port, host: address.host)
    }

    /// The kernel takes connections from here on. This too may fail because the port is in use: by a socket that was
    /// bound at the same time and listened first.
    func listen() throws(ListeningFailure) {
        guard Glibc.listen(descriptor, Self.backlog) == 0 else { throw Self.failure(errno, host, port, of: "listen") }
    }

    /// Lets the sockets of other shards listen on its port, too; or nobody, if it does not listen yet.
    func sharePort(_ isShared: Bool = true) { _ = clinux_set_reuse_port(descriptor, isShared ? 1 : 0) }

    /// Makes the kernel refuse connections and reset those that wait. Any thread may call this while the descriptor is
    /// open. Linux does so when a listening socket is shut down; other systems may need a close.
    func refuseConnections() { shutdown(descriptor, clinux_SHUT_RDWR) }

    /// Gives the connections that come a small receive buffer, before the first window is offered.
    func narrow() { TCPSocket(descriptor: descriptor).narrow() }

    func close() { Glibc.close(descriptor) }

    /// The result of an attempt to accept a connection.
    enum Accepted {
        /// `isLoopback`: the peer's address is in 127.0.0.0/8, or is ::1.
        case connection(TCPSocket, isLoopback: Bool)
        /// No connection waits.
        case nothing
        /// A connection waited and is gone.
        case gone
        /// A connection waits, and no descriptor is left for it.
        case noDescriptors
    }

    /// Accepts the connection that has waited longest.
    func accept() -> Accepted {
        var peer = sockaddr_storage()
        var length = socklen_t(0)
        let number = clinux_accept_from(descriptor, &peer, &length)
        if number >= 0 { return .connection(TCPSocket(descriptor: number), isLoopback: peer.isLoopback) }
        switch errno {
        case EMFILE, ENFILE: return .noDescriptors
        case ECONNABORTED, EINTR: return .gone
        default: return .nothing
        }
    }

    static func failure(_ code: Int32, _ host: String, _ port: UInt16, of call: String) -> ListeningFailure {
        switch code {
        case EADDRINUSE: .addressInUse(host: host, port: port)
        case EACCES, EPERM: .permissionDenied(host: host, port: port)
        case EADDRNOTAVAIL: .addressNotAvailable(host: host, port: port)
        default: .system(call: call, error: String(cString: strerror(code)))
        }
    }
}

extension sockaddr_storage {
    /// Whether the address is in 127.0.0.0/8, is ::1, or is an IPv4-mapped address of 127.0.0.0/8.
    fileprivate var isLoopback: Bool {
        var copy = self
        return withUnsafeBytes(of: &copy) { bytes in
            if ss_family == sa_family_t(AF_INET) { return bytes[4] == 127 }
            let address = bytes[8..<24]
            if address.dropLast().allSatisfy({ $0 == 0 }) { return address.last == 1 }
            return address.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
                && address[address.startIndex + 12] == 127
        }
    }
}
