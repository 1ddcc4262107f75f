internal import CLinux
internal import Glibc

/// An address of this machine that a socket can listen on. The port is given when the socket is bound.
struct ListeningAddress {
    /// The address as errors name it: the host as it was given, or the numeric address for `localhost`.
    let host: String
    /// True if the machine may lack the address: then only the other addresses of the host are listened on.
    let isOptional: Bool
    /// True if the socket takes IPv6 alone (IPV6_V6ONLY). If false, the system decides whether `::` includes IPv4.
    let isIPv6Only: Bool
    private let address: sockaddr_storage

    private init(
        _ host: String, isOptional: Bool = false, isIPv6Only: Bool = false, flags: Int32 = AI_PASSIVE
    ) throws(ListeningFailure) {
        var hints = addrinfo()
        hints.ai_socktype = clinux_SOCK_STREAM
        hints.ai_flags = flags
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &found) == 0, let first = found else { throw .unknownHost(host) }
        defer { freeaddrinfo(found) }
        var address = sockaddr_storage()
        memcpy(&address, first.pointee.ai_addr, Int(first.pointee.ai_addrlen))
        self.host = host
        self.isOptional = isOptional
        self.isIPv6Only = isIPv6Only
        self.address = address
    }

    /// The addresses of a host: 127.0.0.1 and ::1 for `localhost`, without a look-up by name, and one for any other
    /// host.
    static func all(of host: String) throws(ListeningFailure) -> [ListeningAddress] {
        guard host.lowercased() == "localhost" else { return [try ListeningAddress(host)] }
        return [
            try ListeningAddress("127.0.0.1", flags: AI_NUMERICHOST),
            try ListeningAddress("::1", isOptional: true, isIPv6Only: true, flags: AI_NUMERICHOST),
        ]
    }

    var family: Int32 { Int32(address.ss_family) }

    /// Calls `body` with the address and a port as a `sockaddr`.
    func withSocketAddress<Result>(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = address
        return withUnsafeMutablePointer(to: &address) { pointer in
            let length: Int
            if family == AF_INET6 {
                pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { $0.pointee.sin6_port = port.bigEndian }
                length = MemoryLayout<sockaddr_in6>.size
            } else {
                pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_port = port.bigEndian }
                length = MemoryLayout<sockaddr_in>.size
            }
            return pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
        }
    }
}
