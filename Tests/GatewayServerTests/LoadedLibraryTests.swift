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

    /// Memory for a head of this size is in no address space.
    @Test func aConnectionThatTheLibraryCannotTakeHasItsOwnError() throws {
        let error = #expect(throws: ServerError.self) {
            try ScriptedServer({ $0.maximumHead = 1 << 50 }) { _ in .later }
        }
        #expect(error == .libraryRefusesConnections(error: "Cannot allocate memory"))
        #expect(
            error?.description
                == "libmicrohttpd takes no connection: Cannot allocate memory; a smaller --max-head needs less memory for each"
        )
    }
}
