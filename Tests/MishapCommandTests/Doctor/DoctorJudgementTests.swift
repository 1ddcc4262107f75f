import Catalogue
import Testing
import Wire

@testable import MishapCommand

/// What `doctor` makes of a connection's bytes, times and end.
struct DoctorJudgementTests {
    private static func row(_ failure: String, _ course: DoctorRow.Course = .ask) throws -> DoctorRow {
        try #require(DoctorRow.all.first { $0.cause.failure == failure && $0.course == course })
    }

    private static func judge(
        _ row: DoctorRow, roundTrip: Int64 = 0, _ change: (inout DoctorTimeline) -> Void
    ) -> DoctorJudgement {
        let expected = DoctorTimeline(of: row.script)
        var seen = expected
        change(&seen)
        return DoctorJudgement(seen, expected, of: row, roundTrip: roundTrip)
    }

    @Test(arguments: DoctorRow.all.map(\.cause.failure)) func whatIsSentIsAsSent(failure: String) throws {
        let row = try #require(DoctorRow.all.first { $0.cause.failure == failure })
        #expect(Self.judge(row) { _ in }.isAsSent)
    }

    @Test func aDateMayBeAnyDate() throws {
        let judgement = Self.judge(try Self.row("http/status/420")) { seen in
            let text = String(decoding: seen.bytes, as: UTF8.self)
            let mark = String(decoding: DoctorTimeline.date, as: UTF8.self)
            #expect(text.contains("\r\nDate: \(mark)\r\n"))
            seen.pieces[0].bytes = Array(
                text.replacing(mark, with: "Thu, 26 Nov 2026 10:00:00 GMT").utf8)
        }
        #expect(judgement.isAsSent)
    }

    @Test func anotherSpellingIsOtherBytes() throws {
        let judgement = Self.judge(try Self.row("http/status/420")) { seen in
            seen.pieces[0].bytes = Array(
                String(decoding: seen.bytes, as: UTF8.self).replacing("Content-Type", with: "content-type").utf8)
        }
        #expect(judgement.differences == [.fields])
        #expect(judgement.missing == [.head])
    }

    /// What a proxy of HTTP writes anew means the same, but for what needs it to the letter.
    @Test func fieldsInLowerCaseAreNoMissingTime() throws {
        let judgement = Self.judge(try Self.row("tcp/slow")) { seen in
            let text = String(decoding: seen.pieces[0].bytes, as: UTF8.self)
            seen.pieces[0].bytes = Array(text.replacing("Date:", with: "server: x\r\ndate:").utf8)
        }
        #expect(judgement.differences == [.fields])
        #expect(judgement.missing == [.head])
    }

    /// nginx puts its own fields first, and adds one.
    @Test func anotherOrderOfFieldsMeansTheSame() throws {
        for failure in ["http/redirect-loop", "http/status/503"] {
            let row = try #require(DoctorRow.all.first { $0.cause.failure == failure })
            let judgement = Self.judge(row) { seen in
                let text = String(decoding: seen.bytes, as: UTF8.self)
                let head = text.prefix { $0 != "\r\n" }
                let (first, rest) = (head + "\r\nServer: x", text.dropFirst(head.count))
                let length = rest.split(separator: "\r\n").first { $0.hasPrefix("Content-Length") } ?? ""
                seen.pieces[0].bytes = Array(
                    "\(first)\r\n\(length)\(rest.replacing("\r\n\(length)", with: ""))".utf8)
            }
            #expect(judgement.differences == [.fields])
        }
    }

    @Test func twoAnswersWithOtherFieldsMeanTheSame() throws {
        let row = try Self.row("http/status/503", .askTwice)
        let one = DoctorTimeline(of: row.script)
        let two = DoctorTimeline(pieces: one.pieces + one.pieces, end: .open, endAt: 0)
        var lower = two
        for index in lower.pieces.indices {
            let text = String(decoding: lower.pieces[index].bytes, as: UTF8.self)
            lower.pieces[index].bytes = Array(text.replacing("Content-Type", with: "content-type").utf8)
        }
        let judgement = DoctorJudgement(lower, two, of: row, roundTrip: 0)
        #expect(judgement.differences == [.fields])
        #expect(judgement.missing == [.head])
    }

    @Test func anotherLengthOrLocationIsNotTheSame() throws {
        for (failure, old, new, need) in [
            ("http/conflicting-lengths", "Content-Length: 15", "Content-Length: 12", PathNeed.framing),
            ("http/redirect-loop", "%2F", "/", .target), ("http/status/420", "420 ", "502 ", .head),
        ] {
            let judgement = Self.judge(try Self.row(failure)) { seen in
                let text = String(decoding: seen.bytes, as: UTF8.self)
                #expect(text.contains(old))
                seen.pieces[0].bytes = Array(text.replacing(old, with: new).utf8)
            }
            #expect(judgement.missing == [need])
        }
    }

    @Test func aSecondRequestThatIsNotAnsweredIsAMissingConnection() throws {
        let row = try Self.row("http/status/503", .askTwice)
        let one = DoctorTimeline(of: row.script)
        let two = DoctorTimeline(pieces: one.pieces + one.pieces, end: .open, endAt: 0)
        #expect(DoctorJudgement(two, two, of: row, roundTrip: 0).isAsSent)
        var closed = one
        closed.end = .end
        #expect(DoctorJudgement(closed, two, of: row, roundTrip: 0).missing == [.connection])
    }

    @Test func aFINForAnRSTIsAMissingReset() throws {
        for failure in ["tcp/reset", "tcp/reset-mid-body"] {
            let judgement = Self.judge(try Self.row(failure)) { $0.end = .end }
            #expect(judgement.differences == [.end])
            #expect(judgement.missing == [.reset])
        }
    }

    /// The gateway has seen the upload come; only its reset was lost.
    @Test func aFINDuringAnUploadIsAMissingResetAlone() throws {
        let row = try Self.row("tcp/reset-mid-upload", .upload)
        #expect(Self.judge(row) { $0.end = .end }.missing == [.reset])
        #expect(
            Self.judge(row) {
                $0.end = .end
                $0.endAt = 1_010
            }.missing == [.upload])
        #expect(Self.judge(row) { $0.end = .open }.missing == [.upload])
    }

    @Test func bytesThatComeApartMayComeInMorePieces() throws {
        let judgement = Self.judge(try Self.row("tcp/slow")) { seen in
            let first = seen.pieces[0]
            seen.pieces[0].bytes = Array(first.bytes.prefix(10))
            seen.pieces.insert(DoctorTimeline.Piece(at: 30, bytes: Array(first.bytes.dropFirst(10))), at: 1)
        }
        #expect(judgement.isAsSent)
    }

    @Test(arguments: [
        (Cut(after: .time(250_000_000), ending: .close), [0, 0, 100, 200], 250, DoctorTimeline.End.end),
        (
            Cut(after: .time(250_000_000), ending: .hold, stall: 500_000_000), [0, 0, 100, 200, 750, 850, 950], 950,
            .open
        ),
        (Cut(after: .time(9_000_000_000), ending: .close), [0, 0, 100, 200, 300, 400, 500], 9_000, .end),
        (Cut(after: .answer(1_000_000_000), ending: .close), [0, 100, 200, 300, 400, 500], 1_500, .end),
    ])
    func aTimeLimitIsInTheTimeline(cut: Cut, pieces: [Int], end: Int, how: DoctorTimeline.End) {
        var reply = Reply(status: 200, contentType: "text/plain", text: "abcdef")
        reply.pace = Pace(bytes: 1, interval: 100_000_000)
        reply.cut = cut
        let timeline = DoctorTimeline(of: reply.script())
        #expect(timeline.pieces.map { Int($0.at) } == pieces)
        #expect(timeline.endAt == Int64(end) && timeline.end == how)
    }

    @Test func bytesThatComeTogetherOrLateAreNotAsSent() throws {
        let row = try Self.row("tcp/slow")
        #expect(DoctorTimeline(of: row.script).pieces.map(\.at) == [0, 100, 200])
        let merged = Self.judge(row) { seen in
            let last = seen.pieces.removeLast()
            seen.pieces[1].bytes += last.bytes
        }
        #expect(merged.differences == [.time])
        #expect(merged.missing == [.time])
        // As the tests over real connections judge it.
        for (mergeable, isAsSent) in [(Int64(99), false), (100, true)] {
            var together = DoctorTimeline(of: row.script)
            together.pieces[1].bytes += together.pieces.removeLast().bytes
            let judgement = DoctorJudgement(
                together, DoctorTimeline(of: row.script), of: row, roundTrip: 0, DoctorTimes(mergeable: mergeable))
            #expect(judgement.isAsSent == isAsSent)
        }
        #expect(Self.judge(row) { $0.pieces[2].at = 350 }.isAsSent)
        #expect(Self.judge(row) { $0.pieces[2].at = 351 }.differences == [.time])
        #expect(Self.judge(row, roundTrip: 80) { $0.pieces[2].at = 430 }.isAsSent)
    }

    @Test func anEndThatComesLateIsNotAsSent() throws {
        #expect(Self.judge(try Self.row("tcp/close")) { $0.endAt = 150 }.isAsSent)
        #expect(Self.judge(try Self.row("tcp/close")) { $0.endAt = 151 }.differences == [.time])
    }

    @Test func aLostHalfCloseIsNoNeedOfAFailure() throws {
        let row = try Self.row("tcp/slow", .halfClose)
        let judgement = Self.judge(row) { seen in
            seen.pieces.removeLast()
            seen.end = .end
        }
        #expect(!judgement.isAsSent)
        #expect(judgement.missing.isEmpty)
    }
}
