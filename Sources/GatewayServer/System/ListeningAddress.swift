internal import CLinux
internal import Glibc

/// An address of this machine that a socket can listen on; its port is said when the socket is bound.
struct ListeningAddress {
    /// What an error calls it: the host as it was given, or for `localhost` the address.
    let host: String
    /// Whether the machine may lack it: then the other addresses of its host are all that is listened on.
    let isOptional: Bool
    /// Whether it is for IPv6 alone. Else the system decides what `::` is.
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

    /// The addresses that a host means: 127.0.0.1 and ::1 for `localhost`, which no name service is asked for, and one for
    /// every other.
    static func all(of host: String) throws(ListeningFailure) -> [ListeningAddress] {
        guard host.lowercased() == "localhost" else { return [try ListeningAddress(host)] }
        return [
            try ListeningAddress("127.0.0.1", flags: AI_NUMERICHOST),
            try ListeningAddress("::1", isOptional: true, isIPv6Only: true, flags: AI_NUMERICHOST),
        ]
    }

    var family: Int32 { Int32(address.ss_family) }

    /// Calls `body` with the address and a port, as the kernel wants them.
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
