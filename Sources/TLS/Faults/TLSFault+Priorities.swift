internal import Wire

extension TLSFault {
    /// What GnuTLS is to take for normal; nil where nothing but the settings say so.
    var priorities: String? {
        // PSS, which TLS 1.3 wants, does not fit into so short a key.
        if let bits = certificate.keyBits, bits < 1_024 {
            return "NORMAL:-VERS-ALL:+VERS-TLS1.2:-SIGN-ALL:+SIGN-RSA-SHA256:%VERIFY_ALLOW_BROKEN"
        }
        return nil
    }
}
