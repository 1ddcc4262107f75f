@testable import Catalogue
@testable import Systems
import TestSupport
import Testing
import Wire

/// Every entry of the catalogue says what becomes of it. That the documents' failures are all there, `ReferenceTests` see.
struct CoverageTests {
    static let rows = FailureIndex.all.chapters.flatMap(\.rows)

    @Test func namesAndSymbolsAreFoundOnceInTheirSystem() {
        for chapter in FailureIndex.all.chapters {
            let names = chapter.rows.map(\.name) + chapter.failures.map(\.name)
            #expect(Set(names).count == names.count)
            for row in chapter.rows {
                #expect(row.system == chapter.system)
                #expect(FailureIndex.all.entry(row.name)?.name == row.name)
                for alias in row.aliases { #expect(chapter.entry(code: alias) != nil, "\(alias)") }
            }
        }
    }

    @Test func everyRowSaysWhatItIsAndWhatBecomesOfIt() {
        for row in Self.rows {
            #expect(row.summary.hasSuffix(".") && row.summary.count > 15, "\(row.name)")
            #expect(!row.source.isEmpty, "\(row.name)")
            switch row.disposition {
            case .failure(let make):
                let failure = make()
                #expect(failure.name == row.name)
                #expect(!failure.wire.isEmpty && failure.wire.hasSuffix("."), "\(row.name)")
            case .causes(let causes):
                #expect(!causes.isEmpty && Set(causes.map(\.name)).count == causes.count, "\(row.name)")
                for cause in causes { Self.expectThere(cause, row.name) }
            case .notInducible(let reason), .planned(let reason): #expect(reason.count > 10, "\(row.name)")
            }
        }
    }

    /// It is a failure that takes what it is given, or one that is promised.
    private static func expectThere(_ cause: Cause, _ name: String) {
        if FailureIndex.planned[cause.failure] != nil { return }
        guard let failure = FailureIndex.all.failure(of: cause) else {
            Issue.record("\(name): there is no \(cause.name)")
            return
        }
        for given in cause.given {
            #expect(failure.parameters.first { $0.name == given.name }?.standard != nil, "\(name)")
        }
    }

    @Test func whatACauseIsGivenHappens() throws {
        let loop = try #require(FailureIndex.all["urlerror/-1021"])
        #expect(loop.script().status == 307)
        guard case .failure(let other) = FailureIndex.all.resolve("urlerror/-1021", by: "http/challenge") else {
            Issue.record("it does not happen by http/challenge")
            return
        }
        #expect(other.script().status == 401)
        #expect(FailureIndex.all["urlerror/NSURLErrorTimedOut"]?.name == "http/timeout")
        #expect(FailureIndex.all["urlerror/-1009"] == nil)
        #expect(FailureIndex.all["urlerror/-1201"]?.name == "tls/expired")
    }

    @Test func whatCannotHappenSaysWhy() {
        guard case .notInducible(let entry, let reason) = FailureIndex.all.resolve("urlerror/NSURLErrorCallIsActive")
        else {
            Issue.record("it can")
            return
        }
        #expect(entry.name == "urlerror/-1019" && reason == "phone call on the client device")
        guard case .planned(let missing) = FailureIndex.all.resolve("mtop/-2222") else {
            Issue.record("it can")
            return
        }
        #expect(
            missing.description
                == "mtop/-2222 is not built yet: it happens by http2/ping-unanswered, and it needs HTTP/2"
        )
    }

    // MARK: What was tried on the wire

    @Test func everyBehaviourOfTheWireHasAFailure() {
        #expect(WireBehaviours.all.filter { $0.cause == nil }.map(\.name) == ["baseline_ok"])
        for behaviour in WireBehaviours.all {
            guard let cause = behaviour.cause else { continue }
            Self.expectThere(cause, behaviour.name)
        }
    }

    @Test func whatIsOfHTTPAndTCPCanBeMadeToHappen() {
        let layers: [WireBehaviours.Layer] = [.http1, .tcp]
        let missing = WireBehaviours.all.filter { behaviour in
            layers.contains(behaviour.layer) && behaviour.cause.map { FailureIndex.all.failure(of: $0) == nil } == true
        }
        #expect(missing.map(\.name) == [])
    }
}
