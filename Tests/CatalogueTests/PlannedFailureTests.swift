import Catalogue
import Systems
import Testing

/// Failures that are known by name, and wait for something.
struct PlannedFailureTests {
    private static func planned(_ system: String) -> [PlannedFailure] {
        FailureIndex.planned.filter { $0.name.hasPrefix(system + "/") }
    }

    @Test func theirNamesAreUniqueAndNoFailureHasOne() {
        let names = FailureIndex.planned.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Set(names).isDisjoint(with: FailureIndex.all.names))
    }

    /// All that the tables of the design have, but for what is built.
    @Test func thereAreAsManyAsThereShouldBe() {
        #expect(["tls", "http2", "proxy"].map { Self.planned($0).count } == [0, 65, 12])
    }

    @Test(
        arguments: [
            ("http2/goaway", .spoiler, "it needs HTTP/2"), ("http2/shrinking-window", .ending, "it needs HTTP/2"),
            ("http2/settings-never-sent", .connection, "it needs HTTP/2"),
            ("proxy/pac-broken", .connection, "it needs a gateway that is somebody's proxy"),
        ] as [(String, Failure.Kind, String)])
    func eachHasAKindAndSaysWhatItNeeds(name: String, kind: Failure.Kind, reason: String) throws {
        let failure = try #require(FailureIndex.planned[name])
        #expect(failure.name == name && failure.kind == kind && failure.reason == reason)
    }

    @Test func aVariantIsKnownByItsOwnName() throws {
        for name in ["http2/goaway/NO_ERROR", "http2/stream-limit/refuse", "http2/broken-hpack/late-table-size"] {
            let failure = try #require(FailureIndex.planned[name])
            #expect(failure.description == "\(name) is not built yet: it needs HTTP/2")
        }
        for name in [
            "http2/goaway/no-error", "http2/padded/data", "tls/expired/x", "http2/goaway/NO_ERROR/x", "goaway",
        ] {
            #expect(FailureIndex.planned[name] == nil, "\(name)")
        }
    }
}
