internal import TLS

/// `GET ca.pem`: what clients have to trust. Makes the authority if nobody has spoken TLS before.
struct AuthorityCall: Sendable {
    let certificates: Certificates

    /// The type with which phones and browsers offer to install it.
    static let contentType = "application/x-x509-ca-cert"

    func show(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let authority: Authority
        do throws(CertificateError) {
            authority = try certificates.authority()
        } catch {
            throw ControlRefusal(500, "\(error)")
        }
        return .reply(ControlAnswer.script(200, Self.contentType, authority.certificatePEM))
    }
}
