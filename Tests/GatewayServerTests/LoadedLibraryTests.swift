import GatewayServer
import Glibc
import TLSClient
import TestSupport
import Testing
import Wire

/// `make test-libraries` runs all tests with one version of libmicrohttpd and GnuTLS after the other.
@Suite(.blocking) struct LoadedLibraryTests {
    private static let expected: [String?] = ["EXPECTED_LIBMICROHTTPD", "EXPECTED_GNUTLS"].map { (name: String) in
        getenv(name).map { String(cString: $0) }
    }

    @Test(.enabled(if: !expected.contains(nil), "any version will do"))
    func theVersionsAreThoseThatWereAskedFor() {
        #expect([Server.libraryVersion, loadedGnuTLSVersion] == Self.expected)
    }
}
