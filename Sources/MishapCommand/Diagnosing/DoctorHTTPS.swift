internal import JSONText
internal import TLS
internal import Wire

/// Whether TLS arrives at the gateway's host and port, and with whose certificate.
struct DoctorHTTPS: Sendable, Hashable {
    enum Outcome: String, Sendable {
        case asSent = "as sent"
        /// The gateway's own by `--tls-cert`, or that of something between.
        case otherCertificate = "other certificate"
        case otherName = "other name"
        /// It does not arrive where HTTP in the clear does.
        case changed
        case notTried = "not tried"
    }

    let outcome: Outcome
    /// A clause.
    let detail: String

    init(_ outcome: Outcome, _ detail: String) {
        self.outcome = outcome
        self.detail = detail
    }

    /// - Parameter answer: What came in place of the authority's certificate.
    static func notTried(for answer: DoctorAnswer?) -> DoctorHTTPS {
        switch answer?.status {
        case 404: DoctorHTTPS(.notTried, "an older gateway speaks no TLS")
        case _?: DoctorHTTPS(.notTried, "/__mishap/ca.pem answers \(answer?.source ?? "")")
        case nil: DoctorHTTPS(.notTried, "/__mishap/ca.pem does not answer")
        }
    }

    var json: JSONValue { ["outcome": .string(outcome.rawValue), "detail": .string(detail)] }

    // MARK: What came

    struct Server: Sendable {
        let version: TLSInfo.Version
        let certificate: TLSClientSession.Certificate
    }

    /// What came on a connection that spoke TLS.
    struct Seen: Sendable {
        /// Why there was no connection.
        var problem: String?
        /// The server's bytes before the handshake was done.
        var inTheClear: [UInt8] = []
        /// Nil if the handshake was not done.
        var server: Server?
        /// The alert that ended it.
        var alert: TLSAlert?
        /// Why TLS went no further, in the words of GnuTLS.
        var error: String?
        var plaintext: [UInt8] = []
        var end = DoctorTimeline.End.open
    }

    init(of seen: Seen, as host: String) {
        guard let server = seen.server, let answer = DoctorAnswer(seen.plaintext), answer.health != nil else {
            self.init(.changed, "it does not arrive: " + Self.instead(seen))
            return
        }
        let version = "TLS \(server.version.name) arrives"
        switch server.certificate {
        case .trusted: self.init(.asSent, version + " with a certificate of this gateway's authority")
        case .otherAuthority(let issuer):
            self.init(
                .otherCertificate,
                version + " with a certificate that is not of this gateway's authority, but of \"\(issuer)\": "
                    + "the gateway has one of its own (--tls-cert), or something between ends TLS")
        case .otherName:
            self.init(
                .otherName,
                version + " with a certificate that is not for \(host): start the gateway with --cert-host \(host), "
                    + "or with an --advertise that names it")
        case .refused(let reason):
            self.init(.otherCertificate, version + " with a certificate of this gateway's authority, but: \(reason)")
        }
    }

    /// What came in place of the health within TLS.
    private static func instead(_ seen: Seen) -> String {
        if let problem = seen.problem { return "the gateway's port " + problem }
        if let alert = seen.alert { return "the alert \(alert.name) (\(alert.rawValue)) comes" }
        let place = seen.server == nil ? "" : "within TLS "
        let bytes = seen.server == nil ? seen.inTheClear : seen.plaintext
        if let answer = DoctorAnswer(bytes) {
            return place.isEmpty ? "HTTP in the clear answers it, \(answer.source)" : place + "comes \(answer.source)"
        }
        if let error = seen.error { return "what comes is no TLS (\(error))" }
        let piece = bytes.isEmpty ? "" : "after \(bytes.count) bytes "
        return switch seen.end {
        case .reset: place + piece + "the connection is reset"
        case .end: place + piece + "the connection ends"
        case .open: place + (bytes.isEmpty ? "nothing comes" : piece + "nothing more comes")
        }
    }
}
