import Catalogue
import Systems
import Testing
import Wire

/// What failures need of the path to the client, by the table of what proxies did to them.
struct PathNeedsTests {
    @Test(
        arguments: [
            ("tcp/reset", [.reset]), ("tcp/reset-mid-body", [.reset]), ("tcp/close", [.end]),
            ("tcp/close-mid-body", [.end]), ("tcp/close-mid-headers", [.end, .head]), ("http/timeout", [.time]),
            ("tcp/stall-mid-body", [.time]), ("tcp/slow", [.time]), ("http/slow-headers", [.time]),
            ("http/malformed-status-line", [.end, .head]), ("http/malformed-header", [.head]),
            ("http/oversized-header", [.head]), ("http/garbage", [.end, .head, .framing]),
            ("http/bad-chunk-size", [.end, .framing]), ("http/conflicting-lengths", [.end, .framing]),
            ("http/length-too-long", [.end]), ("http/length-too-short", [.framing, .connection]),
            ("http/missing-last-chunk", [.end]), ("http/interim-flood", [.interim]), ("http/no-continue", [.interim]),
            ("http/unrequested-upgrade", [.end, .interim]), ("http/status/100", [.interim, .time]),
            ("http/redirect-loop", [.target]), ("tcp/reset-mid-upload", [.reset, .upload]),
            ("tcp/close-mid-upload", [.end, .upload]), ("tcp/stop-reading", [.time, .upload]),
            ("http/early-reply", [.end, .upload]), ("http/status/503", []), ("http/html", []), ("graph/190", []),
            ("mtop/FAIL_SYS_SESSION_EXPIRED", []), ("jsonrpc/-32601", []),
        ] as [(String, [PathNeed])])
    func eachFailureHasThem(name: String, needs: [PathNeed]) throws {
        let failure = try #require(FailureIndex.all[name])
        #expect(FailureIndex.all.pathNeeds(of: failure) == needs)
    }

    @Test func namesOfFailuresAreThoseWithAnyOfTheNeeds() {
        let names = FailureIndex.all.names(needing: [.reset, .acceptance])
        for name in ["tcp/reset", "tcp/reset-mid-body", "tcp/refuse", "tcp/silent", "tcp/reset-on-accept"] {
            #expect(names.contains(name), "\(name)")
        }
        for name in ["tcp/close", "http/timeout", "http/status/503", "graph/190"] {
            #expect(!names.contains(name), "\(name)")
        }
        #expect(FailureIndex.all.names(needing: []).isEmpty)
    }

    /// An entry that is caused by another failure needs what that needs.
    @Test func anEntryWithCausesNeedsWhatItsFirstCauseNeeds() throws {
        #expect(FailureIndex.all.names(needing: [.reset]).contains("urlerror/-1005"))
    }
}
