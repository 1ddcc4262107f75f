internal import CLinux
internal import Glibc

/// A listening socket of one shard. Siblings share the port; a second process does not.
struct Listener {
    let descriptor: Int32
    let port: UInt16

    /// One listener for each shard, all bound before any of them accepts.
    static func open(host: String, port: UInt16, count: Int) throws(ServerError) -> [Listener] {
        var address = try resolve(host)
        var listeners: [Listener] = []
        var port = port
        do {
            for index in 0..<count {
                let listener = try open(&address, host: host, port: port, isFirst: index == 0)
                port = listener.port
                listeners.append(listener)
            }
        } catch {
            for listener in listeners { Glibc.close(listener.descriptor) }
            throw error
        }
        return listeners
    }

    private static func open(
        _ address: inout sockaddr_storage, host: String, port: UInt16, isFirst: Bool
    ) throws(ServerError) -> Listener {
        let descriptor = socket(
            Int32(address.ss_family), clinux_SOCK_STREAM | clinux_SOCK_NONBLOCK | clinux_SOCK_CLOEXEC, 0)
        guard descriptor >= 0 else { throw .system(call: "socket", error: Descriptors.lastError()) }
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
            throw error(code, host, port)
        }
        if isFirst { _ = clinux_set_reuse_port(descriptor, 1) }
        return Listener(descriptor: descriptor, port: UInt16(clamping: clinux_local_port(descriptor)))
    }

    private static func error(_ code: Int32, _ host: String, _ port: UInt16) -> ServerError {
        switch code {
        case EADDRINUSE: .addressInUse(host: host, port: port)
        case EACCES, EPERM: .permissionDenied(host: host, port: port)
        case EADDRNOTAVAIL: .addressNotAvailable(host: host, port: port)
        default: .system(call: "bind", error: String(cString: strerror(code)))
        }
    }

    private static func resolve(_ host: String) throws(ServerError) -> sockaddr_storage {
        var hints = addrinfo()
        hints.ai_socktype = clinux_SOCK_STREAM
        hints.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &found) == 0, let first = found else { throw .unknownHost(host) }
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
