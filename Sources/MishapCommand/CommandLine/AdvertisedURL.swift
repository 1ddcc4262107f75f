internal import Glibc

/// The URL by which clients reach a gateway, where the Host of a call does not tell: one of many replicas behind a Service.
struct AdvertisedURL: OptionValue, Hashable {
    /// Without a final slash; an IPv6 address in brackets.
    let text: String
    /// Without brackets.
    let host: String

    static let takes = "a URL of http or https without a path, such as http://10.0.0.7:8080"

    /// An IPv6 address needs no brackets if a port follows, so that `http://$(POD_IP):8080` is right for both families.
    init?(text: String) {
        guard let address = try? GatewayAddress(text, needsScheme: true, takesHTTPS: true), Self.isHost(address.host)
        else { return nil }
        host = address.host
        self.text = address.shortURL
    }

    /// With `http://` before it, if that is all that is missing.
    static func meant(by text: String) -> String? {
        guard !text.utf8.contains(UInt8(ascii: "/")) else { return nil }
        return AdvertisedURL(text: "http://\(text)")?.text
    }

    /// A name, or an address of either family.
    private static func isHost(_ host: String) -> Bool {
        guard host.utf8.contains(UInt8(ascii: ":")) else { return HostName(text: host) != nil }
        var address = in6_addr()
        return inet_pton(AF_INET6, host, &address) == 1
    }
}
