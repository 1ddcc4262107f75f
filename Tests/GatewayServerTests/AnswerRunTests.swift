import HTTP1
import Testing
import TestSupport
import Wire

@testable import GatewayServer

/// The run of an answer over transports that are no sockets: the same table of scripts, byte for byte.
@Suite struct AnswerRunTests {
    /// What became of a run.
    private struct Result {
        var counted = 0
        var silence: Nanoseconds = 0
        var stops = 0
        var ending: Ending?
    }

    private static func run(
        _ row: ScriptRow, on transport: any Transport, whenFull: () -> Void = {}
    ) -> Result {
        var result = Result()
        var run = AnswerRun()
        let setting = HTTP1Head.Setting(
            minorVersion: row.request.minorVersion, keepAlive: row.request.keepsAlive)
        let channel = HTTP1Channel(transport)
        channel.begin(setting)
        run.begin(row.answer.script(number: 0), isHead: row.request.isHead)
        while result.stops < 1_000_000 {
            switch run.goOn(on: channel, most: 50_000, wrote: { result.counted += $0.count }) {
            case .writable:
                whenFull()
                result.stops += 1
            case .turn: result.stops += 1
            case .time(let time): result.silence += time
            case .limit: break
            case .made, .parts, .peer: return result
            case .end(let ending):
                result.ending = ending
                return result
            }
        }
        return result
    }

    private static func expect(_ row: ScriptRow, _ result: Result) {
        #expect(result.counted == row.bytes.count, "\(row.name)")
        let ending: Ending =
            switch row.ending {
            case .closed: .close
            case .reset: .reset
            case .held: .hold
            case .kept: .complete
            }
        #expect(result.ending == ending, "\(row.name): \(String(describing: result.ending))")
    }

    @Test(arguments: [1, 7, 1000, .max]) func everyScriptIsTheSameHoweverLittleIsTakenAtOnce(atOnce: Int) {
        for row in ScriptRow.all where atOnce > 1 || row.bytes.count < 10_000 {
            let transport = MemoryTransport(atOnce: atOnce)
            let result = Self.run(row, on: transport)
            let isRight = transport.bytes == row.bytes
            #expect(isRight, "\(row.name)")
            Self.expect(row, result)
        }
    }

    @Test func aTransportThatIsFullIsGoneOnWithLater() {
        for row in ScriptRow.all {
            let transport = MemoryTransport(room: 5)
            let result = Self.run(row, on: transport) { transport.room = 60_001 }
            let isRight = transport.bytes == row.bytes
            #expect(isRight && result.stops > 0, "\(row.name)")
            Self.expect(row, result)
        }
    }

    /// Bytes are counted as they are handed over, whatever a layer makes of them.
    @Test(arguments: [3, .max]) func aLayerBeneathChangesNothingThatIsCounted(atOnce: Int) {
        for row in ScriptRow.all where atOnce > 3 || row.bytes.count < 10_000 {
            let lower = MemoryTransport(atOnce: atOnce)
            lower.unacknowledged = 17
            let transport = DoublingTransport(lower)
            let result = Self.run(row, on: transport)
            let last = transport
            // The second half of the last byte may be left.
            if lower.bytes.count % 2 == 1 { _ = last.write([0], from: 0, most: 0) }
            let isRight = lower.bytes.prefix(2 * row.bytes.count) == row.bytes.flatMap { [$0, $0] }[...]
            #expect(isRight, "\(row.name)")
            Self.expect(row, result)
            #expect(transport.unacknowledged == 17)
        }
    }

    @Test func aPeerThatGoesEndsTheRun() throws {
        let row = try #require(ScriptRow.all.first { $0.answer.name == "200,000 bytes" && $0.request.name == "GET" })
        let transport = MemoryTransport(room: 1000)
        let result = Self.run(row, on: transport) { transport.isBroken = true }
        #expect(result.ending == nil && result.counted == 1000 && result.stops == 1)
    }

    /// Nothing of one answer is left for the next, whether it came to its end or not.
    @Test func aRunThatIsUsedAgainBeginsAnew() {
        let script = WireScript(
            actions: [.head(ResponseHead(), .length(5)), .content(.bytes(Array("hello".utf8)), pace: nil)],
            ending: .close)
        let expected = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
        for (room, need) in [(100, AnswerRun.Need.end(.complete)), (3, .writable)] {
            var run = AnswerRun()
            let transport = MemoryTransport(room: room)
            let channel = HTTP1Channel(transport)
            channel.begin(rendered: Array("rendered".utf8))
            run.beginRendered()
            #expect(run.goOn(on: channel, most: .max, wrote: { _ in }) == need)
            #expect(channel.unsent == (need == .writable ? "rendered".utf8.count - room : 0))
            let sent = transport.bytes.count
            transport.room = nil
            channel.begin(HTTP1Head.Setting())
            run.begin(nil, isHead: false, isFed: true)
            #expect(run.goOn(on: channel, most: .max, wrote: { _ in }) == .parts)
            run.add(script, isLast: true)
            #expect(run.goOn(on: channel, most: .max, wrote: { _ in }) == .end(.close))
            #expect(String(decoding: transport.bytes.dropFirst(sent), as: UTF8.self) == expected)
        }
    }

    @Test func aRunKeepsToItsShareOfATurn() throws {
        let row = try #require(ScriptRow.all.first { $0.answer.name == "200,000 bytes" && $0.request.name == "GET" })
        let transport = MemoryTransport()
        #expect(Self.run(row, on: transport).stops == row.bytes.count / 50_000)
    }
}
