import Glibc

/// The sockets of this process that are bound to a port and connected to nobody. Other tests have other ports, so that theirs
/// do not count, as they would among all descriptors.
enum BoundSockets {
    static func count(port: UInt16) -> Int {
        guard let folder = opendir("/proc/self/fd") else { return -1 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let number = Int32(name), Self.port(of: number, getsockname) == port,
                Self.port(of: number, getpeername) == nil
            else { continue }
            count += 1
        }
        return count
    }

    private typealias AddressCall = (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32

    private static func port(of descriptor: Int32, _ call: AddressCall) -> UInt16? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            let result = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor, $0, &length) }
            guard result == 0 else { return nil }
            switch Int32(pointer.pointee.ss_family) {
            case AF_INET:
                return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin_port)
                }
            case AF_INET6:
                return pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    UInt16(bigEndian: $0.pointee.sin6_port)
                }
            default: return nil
            }
        }
    }
}
