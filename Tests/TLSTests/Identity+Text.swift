import CGnuTLS
import Foundation

@testable import TLS

extension Identity {
    /// The certificates of the chain, in PEM.
    var pem: [UInt8] {
        certificates.flatMap { certificate in
            var datum = certificate.cert
            return PEM.exported {
                gnutls_pem_base64_encode("CERTIFICATE", &datum, $0?.assumingMemoryBound(to: CChar.self), $1)
            }
        }
    }

    /// PKCS #8 in PEM.
    var keyPEM: [UInt8] {
        var exportable: gnutls_x509_privkey_t?
        guard gnutls_privkey_export_x509(key, &exportable) == 0, let exportable else { return [] }
        defer { gnutls_x509_privkey_deinit(exportable) }
        return PEM.exported {
            gnutls_x509_privkey_export_pkcs8(exportable, GNUTLS_X509_FMT_PEM, nil, GNUTLS_PKCS_PLAIN.rawValue, $0, $1)
        }
    }
}
