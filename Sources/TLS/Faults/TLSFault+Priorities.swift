internal import Wire

extension TLSFault {
    /// What is added to the priorities of GnuTLS.
    var priorities: String {
        var text = choice?.priorities ?? ""
        if let bits = certificate.keyBits, bits < 1_024 { text += ":-SIGN-ALL:+SIGN-RSA-SHA256:%VERIFY_ALLOW_BROKEN" }
        // Records of others cannot be sealed by `RecordSealer`.
        if changesRecords { text += ":-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:+AES-128-GCM" }
        return text
    }
}

extension TLSFault.Choice {
    fileprivate var priorities: String {
        switch self {
        // They have no other signature.
        case .version: ":+SIGN-RSA-SHA1:+SIGN-ECDSA-SHA1:%VERIFY_ALLOW_SIGN_WITH_SHA1"
        case .downgrade: ""
        case .noSecureRenegotiation: ":%DISABLE_SAFE_RENEGOTIATION"
        case .cipher(.rc4): ":-CIPHER-ALL:+ARCFOUR-128"
        case .cipher(.tripleDES): ":-CIPHER-ALL:+3DES-CBC"
        case .cipher(.null): ":-CIPHER-ALL:+NULL"
        case .cipher(.cbc): ":-CIPHER-ALL:+AES-256-CBC:+AES-128-CBC:+SHA256:+SHA384"
        case .cipher(.anonymous): ":-KX-ALL:+ANON-ECDH"
        case .cipher(.staticRSA): ":-KX-ALL:+RSA"
        // Without the groups of RFC 7919, which it would take in their place.
        case .weakDH: ":-KX-ALL:+DHE-RSA:-GROUP-ALL:+GROUP-SECP256R1"
        }
    }
}
