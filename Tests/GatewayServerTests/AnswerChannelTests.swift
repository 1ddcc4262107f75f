import Testing
import Wire

@testable import GatewayServer

/// Exchanges over a protocol that is not HTTP/1: records with the number of a stream, many streams at once on one connection.
@Suite struct AnswerChannelTests {
    /// The connection: what went over it, record by record.
    private final class RecordWire {
        var records: [String] = []
        /// Records that it takes until it is full; nil for any number.
        var room: Int?
    }

    private final class RecordStream: AnswerChannel {
        let number: Int
        private let wire: RecordWire
        private var waiting: [(text: String, count: Int)] = []

        init(_ number: Int, _ wire: RecordWire) {
            self.number = number
            self.wire = wire
        }

        func put(_ piece: AnswerPiece) {
            switch piece {
            case .interim(let head, let count): waiting.append(("interim \(head.status) x\(count)", 0))
            case .head(let head, _, _, _): waiting.append(("head \(head.status)", 0))
            case .content(let bytes): waiting.append(("data \(String(decoding: bytes, as: UTF8.self))", bytes.count))
            case .endOfContent: waiting.append(("end", 0))
            case .raw: Issue.record("it has no raw bytes")
            }
        }

        func encoded(_ head: AnswerPiece) -> [UInt8] { [] }

        var unsent: Int { waiting.reduce(0) { $0 + $1.count } }

        func send(most: Int, wrote: (UnsafeBufferPointer<UInt8>) -> Void) -> ChannelProgress {
            var left = most
            while let (text, count) = waiting.first {
                guard left >= count else { return .enough }
                guard wire.room != 0 else { return .full }
                wire.room = wire.room.map { $0 - 1 }
                wire.records.append("\(number) \(text)")
                waiting.removeFirst()
                left -= count
            }
            return .sent(left: left)
        }

        func drop() { waiting = [] }

        /// The end of a stream ends no connection.
        func ending(of ending: Ending) -> Ending { ending }

        func reset() { wire.records.append("\(number) reset") }
    }

    private func exchange(_ number: UInt64) -> ExchangeRun {
        let exchange = Exchange(ConnectionInfo(id: 1, peer: ConnectionInfo.Peer(isLoopback: true)))
        exchange.id.stream = number
        exchange.request.isBodyComplete = true
        var run = ExchangeRun(exchange)
        run.begin(announced: nil, at: 0, wall: 0)
        return run
    }

    private func script(_ text: String, _ ending: Ending = .complete) -> WireScript {
        WireScript(
            actions: [
                .head(ResponseHead(), .length(text.utf8.count)), .content(.bytes(Array(text.utf8)), pace: nil),
                .endOfContent(),
            ], ending: ending)
    }

    /// Begins the answer of a plan whose delay is over, and sends as much as there is room for.
    private func answer(_ run: inout ExchangeRun, on stream: RecordStream) -> AnswerRun.Need {
        guard case .answer(let plan) = run.timerFired(at: 0) else { return .peer }
        run.write(plan)
        return run.write(on: stream, most: .max, now: { 0 }, wrote: { _ in })
    }

    @Test func twoExchangesAtOnceAreAnsweredInTheOtherOrderAndOneIsReset() throws {
        let wire = RecordWire()
        let streams = [RecordStream(1, wire), RecordStream(3, wire)]
        var runs = [exchange(1), exchange(3)]
        let plans = [
            WirePlan(script("first"), delay: 20), WirePlan(script("second", Ending(.reset, .exchange)), delay: 10),
        ]
        for index in runs.indices {
            guard case .answer(let plan) = runs[index].decided(.plan(plans[index]), maximumBody: 0) else {
                Issue.record("not answered")
                return
            }
            #expect(runs[index].beginDelay(plan, at: 0) == plan.delay)
        }
        let need = answer(&runs[1], on: streams[1])
        #expect(need == .end(Ending(.reset, .exchange)))
        runs[1].reset(afterPause: 0, latest: 0)
        #expect(runs[1].waitBeforeReset(unacknowledged: 0, now: 0) == nil)
        streams[1].reset()
        runs[1].end(.reset, at: 10)
        #expect(answer(&runs[0], on: streams[0]) == .end(.complete))
        runs[0].end(.complete, at: 20)
        #expect(
            wire.records == ["3 head 200", "3 data second", "3 end", "3 reset", "1 head 200", "1 data first", "1 end"])
        #expect(runs.map(\.exchange.outcome.end) == [.complete, .reset])
    }

    /// Where the connection is full in the middle of one answer, the other goes on as soon as there is room.
    @Test func answersTakeTurnsOnAFullConnection() {
        let wire = RecordWire()
        wire.room = 2
        let streams = [RecordStream(1, wire), RecordStream(3, wire)]
        var runs = [exchange(1), exchange(3)]
        for index in runs.indices { runs[index].write(WirePlan(script("\(index)"))) }
        func goOn(_ index: Int) -> AnswerRun.Need {
            runs[index].write(on: streams[index], most: .max, now: { 0 }, wrote: { _ in })
        }
        #expect(goOn(0) == .writable)
        #expect(goOn(1) == .writable)
        wire.room = nil
        guard case .write = runs[1].becameWritable() else {
            Issue.record("it waits for room")
            return
        }
        #expect(goOn(1) == .end(.complete))
        #expect(goOn(0) == .end(.complete))
        #expect(wire.records == ["1 head 200", "1 data 0", "3 head 200", "3 data 1", "3 end", "1 end"])
    }

    /// The first head to come, a wait, and the rest: what lies between the pieces is the run's.
    @Test func waitsAndInterimHeadsAreTheSameForAllProtocols() {
        let wire = RecordWire()
        let stream = RecordStream(5, wire)
        var run = exchange(5)
        run.write(
            WirePlan(
                WireScript(
                    actions: [
                        .interim(ResponseHead(status: 103), count: 2), .wait(7), .head(ResponseHead(), .chunked),
                        .content(.bytes(Array("abcd".utf8)), pace: Pace(bytes: 2, interval: 3)), .endOfContent(),
                    ], ending: .complete)))
        var waits: [Nanoseconds] = []
        while case .time(let time) = run.write(on: stream, most: .max, now: { 0 }, wrote: { _ in }) {
            waits.append(time)
        }
        #expect(waits == [7, 3])
        #expect(wire.records == ["5 interim 103 x2", "5 head 200", "5 data ab", "5 data cd", "5 end"])
    }
}
