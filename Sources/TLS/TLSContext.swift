internal import CGnuTLS
internal import Wire

/// What all sessions of the same settings share. Immutable once it is made, so that any thread may use it.
final class TLSContext: @unchecked Sendable {
    /// Kept, so that no other settings have its identity.
    let settings: TLSSettings
    /// The versions that are spoken.
    let versions: Set<TLSInfo.Version>
    private let priorities: gnutls_priority_t
    private let credentials: gnutls_certificate_credentials_t
    /// By which tickets are sealed. It is never stored: no ticket outlives the process, and none of one context is good for
    /// another, whose settings it would evade.
    private var ticketKey = gnutls_datum_t()
    /// Kept, since the credentials use it.
    private let weakGroup: WeakGroup?

    init(_ settings: TLSSettings) throws(TLSError) {
        self.settings = settings
        versions = settings.spokenVersions
        priorities = try Self.priorities(versions, settings.fault)
        if case .weakDH(let group)? = settings.fault?.choice {
            weakGroup = try WeakGroup(group)
        } else {
            weakGroup = nil
        }
        var made: gnutls_certificate_credentials_t?
        let result = gnutls_certificate_allocate_credentials(&made)
        guard result >= 0, let made else { throw TLSError("no credentials", result) }
        credentials = made
        gnutls_certificate_set_retrieve_function3(credentials, chooseIdentity)
        weakGroup?.set(in: credentials)
        var authorities = settings.clientAuthorities
        if settings.fault?.clientCertificate == .hugeRequest {
            do { authorities += try Self.manyAuthorities() } catch { throw TLSError("no authorities") }
        }
        if !authorities.isEmpty {
            let count = authorities.withDatum {
                gnutls_certificate_set_x509_trust_mem(credentials, $0, GNUTLS_X509_FMT_PEM)
            }
            guard count > 0 else { throw TLSError("the authorities of clients cannot be read", count) }
        }
        let judges = settings.clientCertificate != .none && !settings.clientAuthorities.isEmpty
        if judges || settings.fault?.clientCertificate == .rejected {
            gnutls_certificate_set_verify_function(credentials, judgeClient)
        }
        let keyResult = gnutls_session_ticket_key_generate(&ticketKey)
        guard keyResult >= 0 else { throw TLSError("no key for tickets", keyResult) }
    }

    deinit {
        gnutls_certificate_free_credentials(credentials)
        gnutls_priority_deinit(priorities)
        if let key = ticketKey.data {
            gnutls_memset(key, 0, Int(ticketKey.size))
            cgnutls_free(key)
        }
    }

    /// What GnuTLS takes for normal, in these versions. The system's policy may forbid what is named.
    static func priorities(
        _ versions: Set<TLSInfo.Version>, _ fault: TLSFault? = nil
    ) throws(TLSError) -> gnutls_priority_t {
        let wanted = TLSInfo.Version.allCases.reversed().filter(versions.contains)
        let changes = fault?.priorities ?? ""
        let text = wanted.reduce("NORMAL:-VERS-ALL") { $0 + ":+VERS-TLS\($1.name)" } + changes
        var made: gnutls_priority_t?
        let result = gnutls_priority_init(&made, text, nil)
        guard result >= 0, let made else {
            // It says so of priorities of which a policy leaves nothing.
            let names = wanted.map(\.name).joined(separator: " and ")
            throw TLSError(
                "this system's policy for GnuTLS forbids TLS \(names)"
                    + (changes.isEmpty ? "" : " with \(changes.dropFirst())"), result)
        }
        var list: UnsafePointer<UInt32>?
        let count = Int(gnutls_priority_protocol_list(made, &list))
        let allowed = UnsafeBufferPointer(start: list, count: max(0, count))
        for version in wanted where !allowed.contains(version.number.rawValue) {
            gnutls_priority_deinit(made)
            throw TLSError("this system's policy for GnuTLS forbids TLS \(version.name)")
        }
        return made
    }

    func prepare(_ session: gnutls_session_t) throws(TLSError) {
        var result = gnutls_priority_set(session, priorities)
        guard result >= 0 else { throw TLSError("no priorities", result) }
        result = gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
        guard result >= 0 else { throw TLSError("no credentials", result) }
        // A session that is resumed would not show what is wrong.
        if settings.fault.map({ $0.hasTickets }) ?? true {
            result = withUnsafePointer(to: ticketKey) { gnutls_session_ticket_enable_server(session, $0) }
        }
        if settings.fault != nil { gnutls_handshake_set_max_packet_length(session, Self.longestFlight) }
        guard result >= 0 else { throw TLSError("no tickets", result) }
        switch settings.clientCertificate {
        case .none: break
        case .optional: gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUEST)
        case .required: gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUIRE)
        }
        if let fault = settings.fault { try apply(fault, to: session) }
        let protocols = protocols(settings.fault)
        guard !protocols.isEmpty else { return }
        result = Self.setProtocols(of: session, protocols)
        guard result >= 0 else { throw TLSError("no protocols", result) }
    }

    /// Bytes of the messages that a server sends at once; a certificate with many names has hundreds of thousands.
    private static let longestFlight = 4 << 20

    static func setProtocols(of session: gnutls_session_t, _ names: [String]) -> Int32 {
        // GnuTLS copies the names.
        var bytes = names.flatMap { Array($0.utf8) }
        return bytes.withUnsafeMutableBufferPointer { bytes in
            var place = 0
            let data = names.map { name in
                defer { place += name.utf8.count }
                return gnutls_datum_t(data: bytes.baseAddress.map { $0 + place }, size: UInt32(name.utf8.count))
            }
            return gnutls_alpn_set_protocols(
                session, data, UInt32(data.count),
                GNUTLS_ALPN_MANDATORY.rawValue | GNUTLS_ALPN_SERVER_PRECEDENCE.rawValue)
        }
    }
}

extension TLSInfo.Version {
    var number: gnutls_protocol_t {
        switch self {
        case .tls10: GNUTLS_TLS1_0
        case .tls11: GNUTLS_TLS1_1
        case .tls12: GNUTLS_TLS1_2
        case .tls13: GNUTLS_TLS1_3
        }
    }

    init(_ number: gnutls_protocol_t) {
        switch number {
        case GNUTLS_TLS1_0: self = .tls10
        case GNUTLS_TLS1_1: self = .tls11
        case GNUTLS_TLS1_2: self = .tls12
        default: self = .tls13
        }
    }
}

extension [UInt8] {
    /// The bytes as GnuTLS takes them, which does not change them.
    func withDatum<Result>(_ body: (UnsafePointer<gnutls_datum_t>) -> Result) -> Result {
        withUnsafeBufferPointer { bytes in
            var datum = gnutls_datum_t(
                data: UnsafeMutablePointer(mutating: bytes.baseAddress), size: UInt32(bytes.count))
            return body(&datum)
        }
    }
}
