internal import CLinux
internal import Glibc

/// A listening socket of one shard, on one address. Siblings share the port; a second process does not.
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16
    /// Of its address, as errors have it.
    private let host: String

    /// A socket that does not listen yet; the port 0 is any free one. It `sharesPort` with siblings that are bound already.
    static func bind(
        _ address: ListeningAddress, port: UInt16, sharesPort: Bool
    ) throws(ListeningFailure) -> ListeningSocket {
        let kind = clinux_SOCK_STREAM | clinux_SOCK_NONBLOCK | clinux_SOCK_CLOEXEC
        let descriptor = socket(address.family, kind, 0)
        guard descriptor >= 0 else {
            // A kernel without IPv6 has none of its addresses.
            if errno == EAFNOSUPPORT { throw .addressNotAvailable(host: address.host, port: port) }
            throw .system(call: "socket", error: Machine.lastError)
        }
        _ = clinux_set_reuse_address(descriptor)
        // What is accepted inherits it.
        _ = clinux_set_nodelay(descriptor)
        // A peer that vanished without a word is given up after a minute and a half.
        _ = clinux_set_keepalive(descriptor, 60, 10, 3)
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

    /// The kernel takes connections from here on. It too can say that the port is in use, by a socket that was bound at the
    /// same time and listened first.
    func listen() throws(ListeningFailure) {
        guard Glibc.listen(descriptor, 4096) == 0 else { throw Self.failure(errno, host, port, of: "listen") }
    }

    /// Lets siblings listen on its port too.
    func sharePort() { _ = clinux_set_reuse_port(descriptor, 1) }

    /// The kernel refuses connections from here on, and resets those that wait. Any thread may say so, as long as the
    /// descriptor is not closed. Linux does that for a socket that listens; elsewhere it may need a close.
    func refuseConnections() { shutdown(descriptor, clinux_SHUT_RDWR) }

    func close() { Glibc.close(descriptor) }

    /// What became of an attempt to take a connection.
    enum Accepted {
        /// `isLoopback`: from 127.0.0.0/8 or ::1.
        case connection(TCPSocket, isLoopback: Bool)
        /// Nobody waits.
        case nothing
        /// There was one, and it is gone.
        case gone
        /// There is one, and no number is left for it.
        case noDescriptors
    }

    /// Takes the connection that has waited longest.
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

    private static func failure(_ code: Int32, _ host: String, _ port: UInt16, of call: String) -> ListeningFailure {
        switch code {
        case EADDRINUSE: .addressInUse(host: host, port: port)
        case EACCES, EPERM: .permissionDenied(host: host, port: port)
        case EADDRNOTAVAIL: .addressNotAvailable(host: host, port: port)
        default: .system(call: call, error: String(cString: strerror(code)))
        }
    }
}

extension sockaddr_storage {
    /// 127.0.0.0/8, ::1, or the former in IPv6's clothes.
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
