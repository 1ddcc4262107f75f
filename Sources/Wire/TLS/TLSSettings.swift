/// How the TLS of a connection is to be, as an entry of a scenario's `connections` says. Made when the scenario is loaded.
public final class TLSSettings: Sendable {
    public enum ClientCertificate: Sendable, Hashable, CaseIterable {
        /// The client is not asked for one.
        case none
        /// It is asked for one, and may go without.
        case optional
        /// Without one the handshake fails.
        case required
    }

    /// The versions that are spoken; at least one.
    public let versions: Set<TLSInfo.Version>
    /// The protocols that are spoken, the preferred one first. A client that offers none of them is refused (alert 120), one
    /// that offers no protocol at all is not.
    public let alpn: [String]
    public let clientCertificate: ClientCertificate
    /// Certificates, as PEM text, of the authorities that must have issued the client's; empty: it is not checked who did.
    public let clientAuthorities: [UInt8]
    /// What is wrong with it; nil for nothing.
    public let fault: TLSFault?

    public init(
        versions: Set<TLSInfo.Version> = [.tls12, .tls13], alpn: [String] = ["http/1.1"],
        clientCertificate: ClientCertificate = .none, clientAuthorities: [UInt8] = [], fault: TLSFault? = nil
    ) {
        self.versions = versions
        self.alpn = alpn
        self.clientCertificate = clientCertificate
        self.clientAuthorities = clientAuthorities
        self.fault = fault
    }

    /// The versions that are spoken in spite of what is wrong, or because of it.
    public var spokenVersions: Set<TLSInfo.Version> { fault?.versions(of: versions) ?? versions }

    /// These, with something wrong.
    public convenience init(_ settings: TLSSettings, fault: TLSFault) {
        self.init(
            versions: settings.versions, alpn: settings.alpn, clientCertificate: settings.clientCertificate,
            clientAuthorities: settings.clientAuthorities, fault: fault)
    }

    /// What all connections get about which no scenario says anything.
    public static let standard = TLSSettings()
}
