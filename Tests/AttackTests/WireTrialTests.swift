import Testing

@testable import mishap_attack

/// The connections of `make fuzz-wire`.
@Suite struct WireTrialTests {
    private static func trial(_ seed: UInt64, _ number: Int) -> WireTrial {
        WireTrial(seed: seed, number: number, sessions: ["main", "http/slow"])
    }

    @Test func aConnectionIsTheSameEachTime() {
        for number in 0..<200 { #expect(Self.trial(1, number) == Self.trial(1, number)) }
        #expect(Set((0..<200).map { Self.trial(1, $0).text }).count > 190)
        #expect((0..<200).contains { Self.trial(1, $0) != Self.trial(2, $0) })
    }

    @Test func aFileIsTheConnection() {
        for number in 0..<200 {
            let trial = Self.trial(3, number)
            #expect(WireTrial(text: trial.text) == trial)
        }
        #expect(WireTrial(text: "") == nil)
        #expect(WireTrial(text: "4x\nstay\n") == nil)
        #expect(WireTrial(text: "474\nstay\n") == nil)
        #expect(WireTrial(text: "4745\ngo\n") == nil)
    }

    @Test func connectionsAreOfManyKinds() {
        let trials = (0..<500).map { Self.trial(1, $0) }
        func count(_ part: String) -> Int { trials.count { String(decoding: $0.bytes, as: UTF8.self).contains(part) } }
        #expect(count("Transfer-Encoding: chunked") > 50)
        #expect(count("PROPFIND") > 10)
        #expect(count("Mishap-Session: http/slow") > 50)
        #expect(count("\"jsonrpc\"") > 20)
        for leaving in WireTrial.Leaving.allCases { #expect(trials.count { $0.leaving == leaving } > 50) }
        #expect(trials.count { $0.segments.count > 10 } > 50)
        #expect(trials.count { $0.bytes.starts(with: [22, 3]) } > 50)
    }

    @Test func bytesAreTakenAwayFromAnySegment() {
        let trial = WireTrial(segments: [[1, 2, 3], [4], [5, 6]], leaving: .stay)
        #expect(trial.without(2..<4) == WireTrial(segments: [[1, 2], [5, 6]], leaving: .stay))
        #expect(trial.without(5..<9) == WireTrial(segments: [[1, 2, 3], [4], [5]], leaving: .stay))
    }

    /// Where a scenario may hold or delay, a connection that stays open is no finding.
    @Test func whatMustEndIsKnown() {
        func trial(_ text: String, _ leaving: WireTrial.Leaving = .halfClose) -> WireTrial {
            WireTrial(segments: [Array(text.utf8)], leaving: leaving)
        }
        #expect(trial("GET / HTTP/1.1\r\n").mustEnd && trial("").mustEnd)
        #expect(!trial("GET / HTTP/1.1\r\n", .stay).mustEnd)
        for text in ["GET /@a~b/", "Mishap-Session: a", "mishap-fail: tcp/hold", "GET /__mishap/fail/tcp/hold"] {
            #expect(!trial(text).mustEnd)
        }
        #expect((0..<500).count { Self.trial(1, $0).mustEnd } > 10)
    }
}
