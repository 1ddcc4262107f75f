internal import CLinux
internal import Glibc

/// A port that no other test and no client gets by chance: outside of the range from which Linux takes them by default
/// (32768 to 60999), and free on both addresses of this machine at this moment.
public func quietPort() -> UInt16 {
    for _ in 0..<1000 {
        let port = UInt16.random(in: 20_000..<30_000)
        if isFree(port, AF_INET), isFree(port, AF_INET6) { return port }
    }
    preconditionFailure("a thousand ports are in use")
}

/// Whether it can be bound on loopback; also if there is no such address.
private func isFree(_ port: UInt16, _ family: Int32) -> Bool {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    let result: Int32
    if family == AF_INET {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    } else {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
    }
    return result == 0 || errno != EADDRINUSE
}
