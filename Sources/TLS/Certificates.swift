internal import Synchronization
public import Wire

/// The certificates that clients are shown: each server name's is issued when it is first asked for, and all have one key.
///
/// Nothing is made before a client or a caller asks.
public final class Certificates: Identities {
    /// The most that are kept; beyond it the oldest goes.
    static let maximumKept = 10_000
    /// Seconds before its end at which a certificate is issued anew.
    private static let renewal: Int64 = 3_600

    private enum Name: Hashable {
        case server(String)
        /// Without a server name, the local address.
        case address([UInt8])
    }

    private struct Issued {
        let identity: Identity
        /// Seconds since 1970.
        let renewed: Int64
    }

    private struct State {
        var authority: Authority?
        /// That of all certificates.
        var key: PrivateKey?
        var issued: [Name: Issued] = [:]
        /// The names of `issued`, the oldest at `oldest`.
        var names: [Name] = []
        var oldest = 0
        var maker: FaultyCertificates?
        var faulty: [Faulty: Issued] = [:]
        var tellProblem: (@Sendable (CertificateError) -> Void)?

        func known(_ name: Name, at now: Int64) -> Identity? {
            issued[name].flatMap { now < $0.renewed ? $0.identity : nil }
        }
    }

    private let state: Mutex<State>
    private let own: Identity?
    private let hosts: [SubjectName]
    private let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - authority: Who issues them; nil for one that is made on first use.
    ///   - own: What is shown instead, whatever name is asked for.
    ///   - hosts: What the certificate without a server name is for, beside localhost and the local address.
    ///   - now: Seconds since 1970.
    public init(
        authority: Authority? = nil, own: Identity? = nil, hosts: [SubjectName] = [],
        now: @escaping @Sendable () -> Int64
    ) {
        state = Mutex(State(authority: authority))
        self.own = own
        self.hosts = hosts
        self.now = now
    }

    /// Who issues them, made now if need be.
    public func authority() throws(CertificateError) -> Authority {
        try state.withLock { (state) throws(CertificateError) in try authority(&state) }
    }

    private func authority(_ state: inout State) throws(CertificateError) -> Authority {
        if let authority = state.authority { return authority }
        let authority = try Authority(at: now())
        state.authority = authority
        return authority
    }

    /// Tells why no certificate can be issued, the first time that a client gets none.
    public func onProblem(_ tell: @escaping @Sendable (CertificateError) -> Void) {
        state.withLock { $0.tellProblem = tell }
    }

    public func identity(for serverName: String?, at address: [UInt8], _ fault: CertificateFault) -> Identity? {
        let isGood = fault == CertificateFault.none
        if let own, isGood { return own }
        let now = now()
        do throws(CertificateError) {
            if !isGood { return try faulty(serverName, address, fault, at: now) }
            if let serverName {
                if let identity = known(.server(serverName), at: now) { return identity }
                // Any other text cannot stand in a certificate.
                if let name = SubjectName(serverName), !name.isWildcard {
                    return try issue(.server(serverName), for: [name], at: now)
                }
            }
            if let identity = known(.address(address), at: now) { return identity }
            return try issue(.address(address), for: names(at: address), at: now)
        } catch {
            let tell = state.withLock { state in
                defer { state.tellProblem = nil }
                return state.tellProblem
            }
            tell?(error)
            return nil
        }
    }

    // MARK: Certificates of which something is wrong

    /// What was issued with something wrong: few at once, since some are large.
    private struct Faulty: Hashable {
        let name: Name
        let fault: CertificateFault
    }

    private static let mostFaulty = 64

    private func faulty(
        _ serverName: String?, _ address: [UInt8], _ fault: CertificateFault, at now: Int64
    ) throws(CertificateError) -> Identity {
        let host = serverName.flatMap { SubjectName($0) }.flatMap { $0.isWildcard ? nil : $0 }
        let wanted = Faulty(name: host == nil ? .address(address) : .server(serverName ?? ""), fault: fault)
        let known = state.withLock { state in
            state.faulty[wanted].flatMap { now < $0.renewed ? $0.identity : nil }
        }
        if let known { return known }
        let (authority, key) = try issuer()
        let maker = state.withLock { state in
            if let known = state.maker { return known }
            let made = FaultyCertificates(authority, key)
            state.maker = made
            return made
        }
        let identity = try maker.identity(for: host.map { [$0] } ?? names(at: address), fault, at: now)
        state.withLock { state in
            if state.faulty.count >= Self.mostFaulty { state.faulty = [:] }
            state.faulty[wanted] = Issued(identity: identity, renewed: now + FaultyCertificates.lifetime)
        }
        return identity
    }

    private func known(_ name: Name, at now: Int64) -> Identity? {
        state.withLock { $0.known(name, at: now) }
    }

    /// Those of the certificate without a server name, each once.
    private func names(at address: [UInt8]) -> [SubjectName] {
        var names: [SubjectName] = ["localhost", "127.0.0.1", "::1"].compactMap { SubjectName($0) }
        // Of a transport without a socket, the address is not known.
        let local = [4, 16].contains(address.count) ? [SubjectName(address: address)] : []
        for name in local + hosts where !names.contains(name) { names.append(name) }
        return names
    }

    /// Signs without the lock, which others wait for.
    private func issue(_ name: Name, for subjects: [SubjectName], at now: Int64) throws(CertificateError) -> Identity {
        let (authority, key) = try issuer()
        let certificate = try authority.issue(for: subjects, key, at: now)
        let identity = try Identity([certificate], key)
        // Another one would end no later than the authority either.
        let renewed = certificate.expires < authority.expires ? certificate.expires - Self.renewal : .max
        return state.withLock { state in
            // Another thread's may have come first.
            if let known = state.known(name, at: now) { return known }
            if state.issued.updateValue(Issued(identity: identity, renewed: renewed), forKey: name) == nil {
                keep(name, &state)
            }
            return identity
        }
    }

    /// The authority, and the key of all certificates, made now if need be.
    private func issuer() throws(CertificateError) -> (Authority, PrivateKey) {
        try state.withLock { (state) throws(CertificateError) -> (Authority, PrivateKey) in
            let authority = try self.authority(&state)
            let key: PrivateKey
            if let known = state.key { key = known } else { key = try PrivateKey() }
            state.key = key
            return (authority, key)
        }
    }

    /// Makes room for a new name. Handshakes keep what they use.
    private func keep(_ name: Name, _ state: inout State) {
        guard state.names.count == Self.maximumKept else { return state.names.append(name) }
        state.issued[state.names[state.oldest]] = nil
        state.names[state.oldest] = name
        state.oldest = (state.oldest + 1) % Self.maximumKept
    }
}
