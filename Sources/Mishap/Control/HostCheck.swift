internal import Bytes

/// Keeps web pages from using the control API through a host name that resolves to this machine (DNS rebinding).
enum HostCheck {
    /// Whether a Host is an address, a single label, or `localhost` or below it.
    static func isLocalName(_ host: ArraySlice<UInt8>) -> Bool {
        if host.first == UInt8(ascii: "[") { return true }
        let name = host.prefix { $0 != UInt8(ascii: ":") }
        guard !name.isEmpty else { return false }
        if name.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) { return true }
        if !name.contains(0x2E) { return true }
        return name.text.lowercased().hasSuffix(".localhost")
    }
}
