internal import Catalogue

extension System {
    /// Apple's names for network failures; it has no dialect.
    static let urlErrors = System(
        URLErrors(),
        foreign: [
            ForeignName(
                "kCFErrorDomainCFNetwork",
                other:
                    "its codes are Apple's names for network failures: \"mishap catalogue urlerror\" lists them by number "
                    + "and symbol, such as -1005"),
            ForeignName(
                "kCFSOCKSStatusCodeKey kCFSOCKSVersionKey kCFSOCKSNegotiationMethodKey",
                other: "it has what a SOCKS proxy answered, as of kCFSOCKS4ErrorRequestFailed and "
                    + "kCFSOCKS5ErrorBadResponseAddr"),
            ForeignName(
                "kCFFTPStatusCodeKey", other: "no server of HTTP can cause it: it has the status of an FTP server"),
            ForeignName(
                "kCFGetAddrInfoFailureKey kCFDNSServiceFailureKey",
                other:
                    "it has why a name was not resolved: only http/redirect-to leads a client to a name that there is not"
            ),
        ])
}
