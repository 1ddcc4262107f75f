@testable import Catalogue
import Systems
import TestSupport
import Foundation
import Testing

/// What a row with several causes does where `by` says nothing.
struct DefaultCauseTests {
    private static let rows = FailureIndex.all.chapters.flatMap(\.rows).compactMap { entry in
        if case .causes(let causes) = entry.disposition { (entry: entry, causes: causes) } else { nil }
    }

    /// Scenarios that say nothing rely on it. `MISHAP_WRITE_GOLDENS=1` writes the file anew.
    @Test func noDefaultChanges() throws {
        let lines = Self.rows.filter { $0.causes.count > 1 }.map { row in
            "\(row.entry.name): \(FailureIndex.all.defaultCause(of: row.causes)?.name ?? "-")\n"
        }
        let file = Repository.root.appending(path: "Tests/CatalogueTests/DefaultCauses.txt")
        if ProcessInfo.processInfo.environment["MISHAP_WRITE_GOLDENS"] != nil {
            try Data(lines.joined().utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == lines.joined())
    }

    /// Building what is planned must not change a default either: in a rule, what is planned stands behind what is built.
    @Test func whatIsPlannedForRulesStandsBehindWhatIsBuilt() {
        for (entry, causes) in Self.rows {
            let isBuilt = causes.filter { Self.kind(of: $0) != .connection }.map {
                FailureIndex.all.failure(of: $0) != nil
            }
            #expect(isBuilt.drop { $0 }.allSatisfy { !$0 }, "\(entry.name)")
        }
    }

    private static func kind(of cause: Cause) -> Failure.Kind? {
        FailureIndex.all.failure(of: cause)?.kind ?? FailureIndex.planned[cause.failure]?.kind
    }

    private func planned(_ name: String, by: String? = nil, in place: Failure.Place) throws -> PlannedFailure {
        guard case .planned(let missing) = FailureIndex.all.resolve(name, by: by, in: place) else {
            throw Unexpected()
        }
        return missing
    }

    private struct Unexpected: Error {}

    @Test func eachPlaceTakesTheFirstThatItCarries() throws {
        let index = FailureIndex.all
        guard case .failure(let inRule) = index.resolve("mtop/-3510", in: .rule) else { throw Unexpected() }
        #expect(inRule.name == "tcp/close-mid-upload")
        let entry = try #require(index.entry("mtop/-3510"))
        guard case .causes(let causes) = entry.disposition else { throw Unexpected() }
        #expect(index.defaultCause(of: causes)?.name == inRule.name)
        #expect(index.defaultCause(of: causes, in: .connections)?.name == "tls/close-in-handshake")
        guard case .failure(let cut) = index.resolve("mtop/-3509", in: .rule) else { throw Unexpected() }
        #expect(cut.name == "tls/no-close-notify")
        guard case .failure(let close) = index.resolve("mtop/-3509", in: .connections) else { throw Unexpected() }
        #expect(close.name == "tls/close-in-handshake")
        // Built for connections alone: whoever reads a rule refuses it by its kind.
        guard case .failure(let timeout) = index.resolve("mtop/-2003", in: .rule) else { throw Unexpected() }
        #expect(timeout.name == "tcp/connect-timeout" && timeout.kind == .connection)
        // For either place another one.
        guard case .failure(let request) = index.resolve("urlerror/-1004", in: .rule),
            case .failure(let refuse) = index.resolve("urlerror/-1004", in: .connections)
        else { throw Unexpected() }
        #expect(request.name == "http/redirect-to" && refuse.name == "tcp/refuse")
        // None for rules.
        #expect(try planned("urlerror/-1017", by: "http2/missing-status", in: .rule).kind == .spoiler)
        // None for connections: whoever reads the place refuses it by its kind.
        guard case .failure(let other) = index.resolve("urlerror/-1021", in: .connections) else { throw Unexpected() }
        #expect(other.kind != .connection)
    }

    @Test func byIsTakenInEveryPlace() throws {
        for place in Failure.Place.allCases {
            guard
                case .failure(let refused) = FailureIndex.all.resolve("urlerror/-1004", by: "tcp/refuse", in: place)
            else { throw Unexpected() }
            #expect(refused.kind == .connection)
            guard
                case .failure(let failure) = FailureIndex.all.resolve(
                    "urlerror/-1005", by: "tcp/close-mid-body", in: place)
            else { throw Unexpected() }
            #expect(failure.name == "tcp/close-mid-body")
        }
    }

    @Test func aPlaceCarriesFailuresOfTheConnectionOrAllOthers() {
        #expect(Failure.Kind.allCases.filter(Failure.Place.rule.carries) == [.answer, .spoiler, .ending])
        #expect(Failure.Kind.allCases.filter(Failure.Place.connections.carries) == [.connection])
    }

    /// An RST at the first byte is an ending in a rule.
    @Test func oneFailureIsCarriedByBoth() {
        let all = FailureIndex.all.failures
        #expect(
            all.filter { failure in Failure.Place.allCases.allSatisfy { $0.carries(failure) } }.map(\.name) == [
                "tcp/reset-on-first-byte"
            ])
        #expect(all.allSatisfy { Failure.Place.connections.carries($0) || Failure.Place.rule.carries($0) })
    }

    @Test func anEntryHasTheKindOfItsDefault() throws {
        let kinds: [(String, Failure.Kind?)] = [
            ("http/status/503", .answer), ("tcp/reset-mid-body", .spoiler), ("tcp/reset", .ending),
            ("urlerror/-1005", .ending), ("urlerror/-1201", .connection), ("urlerror/-1019", nil),
        ]
        for (name, kind) in kinds {
            let entry = try #require(FailureIndex.all.entry(name))
            #expect(FailureIndex.all.kind(of: entry) == kind, "\(name)")
        }
    }
}
