internal import Bytes

/// Keeps web pages from using the control API through a host name that resolves to this machine (DNS rebinding).
struct HostCheck: Sendable {
    /// Names that are allowed beside those of this machine, in lower case.
    private let allowed: Set<String>

    init(allowed: [String] = []) { self.allowed = Set(allowed.map { $0.lowercased() }) }

    /// Whether a Host is an address, a single label, `localhost` or below it, or allowed by name. Its port does not count,
    /// nor does the dot at the end of a name (RFC 3986, 3.2.2).
    func allows(host: ArraySlice<UInt8>) -> Bool {
        if Self.isAddress(host) { return true }
        let name = Self.withoutFinalDot(host.prefix { $0 != UInt8(ascii: ":") })
        guard !name.isEmpty else { return false }
        if !name.contains(0x2E) { return true }
        let text = name.text.lowercased()
        return text.hasSuffix(".localhost") || allowed.contains(text)
    }

    /// Whether a Host is an address, with a port or without.
    static func isAddress(_ host: ArraySlice<UInt8>) -> Bool {
        let name = withoutFinalDot(host.prefix { $0 != UInt8(ascii: ":") })
        let isDigits = name.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        return host.first == UInt8(ascii: "[") || !name.isEmpty && isDigits
    }

    /// Whether an Origin is a page of this machine, such as `http://localhost:3000` or `https://127.0.0.1`, or of a host
    /// that is allowed by name. Its port does not count.
    func allows(origin: ArraySlice<UInt8>) -> Bool {
        for scheme in ["http://", "https://"] where origin.starts(with: scheme.utf8) {
            var host = origin.dropFirst(scheme.utf8.count)
            let port = host.reversed().prefix { (0x30...0x39).contains($0) }
            if !port.isEmpty, host.dropLast(port.count).last == UInt8(ascii: ":") {
                host = host.dropLast(port.count + 1)
            }
            let name = Self.withoutFinalDot(host).text.lowercased()
            return name == "localhost" || Self.isBelowLocalhost(name) || name == "[::1]" || Self.isLoopback(name)
                || allowed.contains(name)
        }
        return false
    }

    private static func withoutFinalDot(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        name.last == UInt8(ascii: ".") ? name.dropLast() : name
    }

    /// Whether it is `localhost` with labels before it, and nothing else.
    private static func isBelowLocalhost(_ name: String) -> Bool {
        name.hasSuffix(".localhost")
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || [0x2D, 0x2E, 0x5F].contains($0)
            }
    }

    /// Whether it is an address of 127.0.0.0/8.
    private static func isLoopback(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
