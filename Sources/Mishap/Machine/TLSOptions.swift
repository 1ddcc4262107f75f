internal import GatewayServer
public import TLS

/// Whom clients meet who speak TLS, which they do on the same port.
///
///     var configuration = GatewayConfiguration()
///     configuration.tls.authority = try AuthorityFile.authority("mishap-ca.pem")
///     configuration.tls.hosts = [SubjectName("gateway.test")!]
public struct TLSOptions: Sendable, Hashable {
    /// Who issues the certificates that clients are shown; nil for one that is made when it is first needed.
    public var authority: Authority?
    /// A certificate of one's own, which all clients are shown instead.
    public var own: Identity?
    /// What the certificate for clients that ask for no server name is for, beside `localhost`, 127.0.0.1, ::1 and the address
    /// that they have connected to.
    public var hosts: [SubjectName]

    public init(authority: Authority? = nil, own: Identity? = nil, hosts: [SubjectName] = []) {
        self.authority = authority
        self.own = own
        self.hosts = hosts
    }
}

extension Certificates {
    convenience init(_ options: TLSOptions) {
        self.init(authority: options.authority, own: options.own, hosts: options.hosts) { SystemClock.wallSeconds }
    }
}
