internal import CGnuTLS

public enum TLSLibrary {
    /// The version of GnuTLS that is loaded, as in `3.7.9`.
    public static var version: String { String(cString: gnutls_check_version(nil)) }
}
