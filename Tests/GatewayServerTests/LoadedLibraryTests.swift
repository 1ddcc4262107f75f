import GatewayServer
import Glibc
import TestSupport
import Testing
import Wire

/// `make test-libraries` runs all tests with one version of libmicrohttpd after the other.
@Suite(.blocking) struct LoadedLibraryTests {
    private static let expected = getenv("EXPECTED_LIBMICROHTTPD").map { String(cString: $0) }

    @Test(.enabled(if: expected != nil, "any version will do"))
    func theVersionIsTheOneThatWasAskedFor() throws {
        #expect(Server.libraryVersion == (try #require(Self.expected)))
    }
}
