internal import GatewayServer
internal import Glibc
internal import Mishap
internal import TLS

/// The options about TLS that `serve` and `exec` have.
struct CertificateOptions {
    private static let certificate = Option(
        "tls-cert", FilePath.self, value: "file", variable: "MISHAP_TLS_CERT", completion: .files,
        help: "Your own certificate and those of its issuers (PEM), which every client is shown; needs --tls-key. "
            + "By default an authority of Mishap's issues one for each name.")
    private static let key = Option(
        "tls-key", FilePath.self, value: "file", variable: "MISHAP_TLS_KEY", completion: .files,
        help: "The key of --tls-cert (PEM, not encrypted).")
    static let authority = Option(
        "ca-file", FilePath.self, value: "file", variable: "MISHAP_CA_FILE", completion: .files,
        help:
            "Keeps the authority's key and certificate, so that clients have to trust it once only; made if it is not "
            + "there. By default each start has another authority.")
    private static let hosts = Option(
        repeatable: "cert-host", CertificateHost.self, value: "name", variable: "MISHAP_CERT_HOST",
        help:
            "A host name or address that the certificate is for as well, where a client does not say in its hello which "
            + "one it wants, as for addresses; localhost and the address that it connects to are in it.")
    private static let keyLog = Option(
        "tls-key-log", FilePath.self, value: "file", variable: "MISHAP_TLS_KEY_LOG", completion: .files,
        help: "Append the secrets of TLS connections, with which Wireshark reads what was captured (SSLKEYLOGFILE).")

    static let descriptions = [
        certificate.description, key.description, authority.description, hosts.description, keyLog.description,
    ]

    private let own: (certificate: String, key: String)?
    private let authority: String?
    private let hosts: [SubjectName]
    private let keyLog: String?

    /// - Parameter advertised: The host of `--advertise`, which the certificate is for as well.
    init(_ values: Values, advertised: String? = nil) throws(UsageError) {
        let (certificate, key) = (try values[Self.certificate]?.text, try values[Self.key]?.text)
        switch (certificate, key) {
        case (let certificate?, let key?): own = (certificate, key)
        case (nil, nil): own = nil
        case (_?, nil): throw .missingOption("--tls-key", of: "--tls-cert", "the file with its key")
        case (nil, _?): throw .missingOption("--tls-cert", of: "--tls-key", "the file with its certificate")
        }
        authority = try values[Self.authority]?.text
        hosts = try values[Self.hosts].map(\.name) + [advertised.flatMap { SubjectName($0) }].compactMap(\.self)
        keyLog = try values[Self.keyLog]?.text
    }

    /// A file that cannot be used, in one line.
    struct Failure: Error { let message: String }

    /// Reads the files, and makes those that may be missing.
    func read() throws(Failure) -> (tls: TLSOptions, keyLog: KeyLogFile?) {
        var tls = TLSOptions(hosts: hosts)
        if let own {
            let texts = (
                certificate: try Self.text(of: own.certificate, "--tls-cert"),
                key: try Self.text(of: own.key, "--tls-key")
            )
            do throws(CertificateError) {
                tls.own = try Identity(certificates: texts.certificate, key: texts.key, at: SystemClock.wallSeconds)
            } catch {
                let place = error.isAboutKey ? "--tls-key \(own.key)" : "--tls-cert \(own.certificate)"
                throw Failure(message: "\(place): \(error)")
            }
        }
        if let authority {
            do throws(AuthorityFile.Failure) {
                tls.authority = try AuthorityFile.authority(authority)
            } catch {
                throw Failure(message: "--ca-file \(error)")
            }
        }
        guard let keyLog else { return (tls, nil) }
        do throws(OutputFile.Failure) {
            return (tls, try KeyLogFile(keyLog))
        } catch {
            throw Failure(message: "--tls-key-log \(error.message)")
        }
    }

    private static func text(of path: String, _ option: String) throws(Failure) -> [UInt8] {
        guard let text = InputFile.read(path) else {
            throw Failure(message: "\(option) \(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        return text
    }
}

/// What a certificate is for.
struct CertificateHost: OptionValue, Hashable {
    let text: String
    let name: SubjectName
    static let takes = "a host name or an address without a port, such as mishap.test, *.mishap.test or 192.168.1.5"

    init?(text: String) {
        guard let name = SubjectName(text) else { return nil }
        self.text = text
        self.name = name
    }

    static func meant(by text: String) -> String? { HostName.meant(by: text) }
}
