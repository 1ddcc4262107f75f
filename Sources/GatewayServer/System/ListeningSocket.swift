internal import CLinux
internal import Glibc

/// A listening socket of one shard. Siblings share the port; a second process does not.
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16

    /// Why there is none.
    enum Failure: Error {
        case addressInUse(port: UInt16)
        case permissionDenied(port: UInt16)
        /// It is no address of this machine.
        case addressNotAvailable(port: UInt16)
        case unknownHost
        case system(call: String, error: String)
    }

    /// One listener for each shard, all bound before any of them accepts.
    static func open(host: String, port: UInt16, count: Int) throws(Failure) -> [ListeningSocket] {
        var address = try resolve(host)
        var listeners: [ListeningSocket] = []
        var port = port
        do {
            for index in 0..<count {
                let listener = try open(&address, port: port, isFirst: index == 0)
                port = listener.port
                listeners.append(listener)
            }
        } catch {
            for listener in listeners { listener.close() }
            throw error
        }
        return listeners
    }

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

    private static func open(
        _ address: inout sockaddr_storage, port: UInt16, isFirst: Bool
    ) throws(Failure) -> ListeningSocket {
        let descriptor = socket(
            Int32(address.ss_family), clinux_SOCK_STREAM | clinux_SOCK_NONBLOCK | clinux_SOCK_CLOEXEC, 0)
        guard descriptor >= 0 else { throw .system(call: "socket", error: Machine.lastError) }
        _ = clinux_set_reuse_address(descriptor)
        // What is accepted inherits it.
        _ = clinux_set_nodelay(descriptor)
        // A peer that vanished without a word is given up after a minute and a half.
        _ = clinux_set_keepalive(descriptor, 60, 10, 3)
        // SO_REUSEPORT hides a port that is in use: the first listener is bound without it.
        if !isFirst { _ = clinux_set_reuse_port(descriptor, 1) }
        setPort(&address, port)
        let length = socklen_t(
            address.ss_family == sa_family_t(AF_INET6)
                ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        // listen() too can say that the port is in use.
        guard bound == 0, listen(descriptor, 4096) == 0 else {
            let code = errno
            Glibc.close(descriptor)
            throw failure(code, port)
        }
        if isFirst { _ = clinux_set_reuse_port(descriptor, 1) }
        return ListeningSocket(descriptor: descriptor, port: UInt16(clamping: clinux_local_port(descriptor)))
    }

    private static func failure(_ code: Int32, _ port: UInt16) -> Failure {
        switch code {
        case EADDRINUSE: .addressInUse(port: port)
        case EACCES, EPERM: .permissionDenied(port: port)
        case EADDRNOTAVAIL: .addressNotAvailable(port: port)
        default: .system(call: "bind", error: String(cString: strerror(code)))
        }
    }

    private static func resolve(_ host: String) throws(Failure) -> sockaddr_storage {
        var hints = addrinfo()
        hints.ai_socktype = clinux_SOCK_STREAM
        hints.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &found) == 0, let first = found else { throw .unknownHost }
        defer { freeaddrinfo(found) }
        var address = sockaddr_storage()
        memcpy(&address, first.pointee.ai_addr, Int(first.pointee.ai_addrlen))
        return address
    }

    private static func setPort(_ address: inout sockaddr_storage, _ port: UInt16) {
        let isIPv6 = address.ss_family == sa_family_t(AF_INET6)
        withUnsafeMutablePointer(to: &address) { pointer in
            if isIPv6 {
                pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { $0.pointee.sin6_port = port.bigEndian }
            } else {
                pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_port = port.bigEndian }
            }
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
