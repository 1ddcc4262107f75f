import HTTP1
import Testing
import Wire

@testable import GatewayServer

/// The carrier of HTTP/1 by what it says is to be done: no socket, no clock and no responder are there.
@Suite struct HTTP1CarrierTests {
    private static let configuration = ServerConfiguration(maximumBody: 100, maximumBodiesInAll: 100, keptBody: 10)
    private let limits = ExchangeLimits(configuration, BodyRoom(size: configuration.maximumBodiesInAll))
    private let exchange = Exchange(ConnectionInfo(id: 1, peer: ConnectionInfo.Peer(isLoopback: true)))

    /// A carrier, and what it asks for, in a word or two.
    private final class Driven {
        var carrier: HTTP1Carrier
        private let exchange: Exchange

        init(_ exchange: Exchange, _ limits: ExchangeLimits, reads bytes: String?) {
            self.exchange = exchange
            carrier = HTTP1Carrier(exchange, limits)
            guard let bytes else { return }
            carrier.beginReading()
            carrier.beginTurn()
            _ = received(bytes)
        }

        func received(_ text: String) -> Bool {
            Array(text.utf8).withUnsafeBytes { carrier.received($0) }
        }

        func next() -> String {
            name(carrier.next(into: exchange.request) { Arrival(time: 5, wall: 7, age: 0) })
        }

        func decided(_ decision: Decision) -> String { name(carrier.decided(decision)) }

        /// Answers a request as `Connection` would, with room for everything.
        func answer(_ plan: WirePlan) -> String {
            let channel = HTTP1Channel(MemoryTransport())
            channel.begin(HTTP1Head.Setting())
            carrier.answerBegins(status: 200, endsConnection: false)
            carrier.write(plan)
            return name(
                carrier.write(on: channel, most: .max, now: { 100 }, wrote: { exchange.outcome.bytesSent += $0.count }))
        }

        func tell(_ event: (inout HTTP1Carrier) -> CarrierAction) -> String { name(event(&carrier)) }

        func ask<Reply>(_ question: (inout HTTP1Carrier) -> Reply) -> Reply { question(&carrier) }

        private func name(_ action: CarrierAction) -> String {
            switch action {
            case .answer(let plan): "answer \(plan.script.status ?? 0)"
            case .refuse(let script): "refuse \(script.status ?? 0)"
            case .end(let end, let sequel): "end \(end), \(sequel)"
            case .endUnread(let unread): "\(unread.kind) of \(unread.count): \(unread.answer?.status ?? 0)"
            case .pause(let time): "pause \(time)"
            case .awaitRoom(let count): "await room for \(count)"
            default: "\(action)"
            }
        }
    }

    private func carrier(_ bytes: String?) -> Driven { Driven(exchange, limits, reads: bytes) }

    private func plan(_ upload: Upload = .read, _ ending: Ending = .complete, delay: Nanoseconds = 0) -> WirePlan {
        let actions: [WireAction] = [.head(ResponseHead(), .length(0)), .endOfContent()]
        return WirePlan(WireScript(upload: upload, actions: actions, ending: ending), delay: delay)
    }

    // MARK: Requests

    @Test func requestsBehindEachOtherAreDecidedOneAfterTheOther() {
        let driven = carrier(
            "GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nrest")
        #expect(driven.next() == "decide")
        #expect(exchange.arrived == 5 && exchange.arrivedAt == 7 && exchange.id.stream == 1)
        #expect(driven.decided(.plan(plan())) == "answer 200")
        #expect(driven.answer(plan()) == "end complete, nextRequest")
        driven.carrier.run.end(.complete, at: 100)
        #expect(driven.next() == "decide" && exchange.id.stream == 2)
        #expect(driven.decided(.plan(plan())) == "answer 200")
        #expect(driven.answer(plan()) == "end closed, finish(Wire.Ending.CloseNotify.sent)")
        #expect(driven.carrier.isLast && !driven.carrier.readsRequest)
    }

    @Test func aHeadInPiecesIsAwaited() {
        let driven = carrier("GET /a HTTP/1.1\r\nHo")
        #expect(driven.next() == "read" && driven.ask { $0.awaitsRestOfHead() })
        #expect(!driven.received("st: x\r\n\r\n"))
        #expect(driven.next() == "decide" && !driven.ask { $0.awaitsRestOfHead() })
    }

    @Test func aBodyThatCameWithItsHeadIsDecidedOnce() {
        let driven = carrier("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
        #expect(driven.next() == "decide" && exchange.hasWholeBody)
        #expect(driven.decided(.needsBody) == "nothing" && limits.bodies.count == 3)
        #expect(driven.next() == "nothing" && exchange.request.body == Array("abc".utf8))
        #expect(driven.next() == "decide")
        #expect(driven.decided(.plan(plan())) == "answer 200")
    }

    /// What was true of one request is not of the next.
    @Test func aClientThatIsSilentBehindABodyIsLeft() {
        let driven = carrier("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
        #expect(driven.next() == "decide" && exchange.hasWholeBody)
        #expect(driven.decided(.needsBody) == "nothing")
        #expect(driven.next() == "nothing" && driven.next() == "decide")
        #expect(driven.decided(.plan(plan())) == "answer 200")
        #expect(driven.answer(plan()) == "end complete, nextRequest")
        driven.carrier.run.end(.complete, at: 100)
        #expect(driven.tell { $0.inputIsOverdue(isIdleOver: false) } == "cutOff of 0: 0")
        _ = driven.received("GET /")
        #expect(driven.next() == "read" && driven.tell { $0.inputIsOverdue(isIdleOver: false) } == "cutOff of 5: 408")
    }

    /// Whoever needs the body is asked again without it, since the body has no room; and room is then awaited.
    @Test func aBodyWithoutRoomIsAskedForAgainAndWaits() {
        #expect(limits.bodies.take(98, isLarge: false))
        let driven = carrier("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
        #expect(driven.next() == "decide")
        #expect(driven.decided(.needsBody) == "decide" && !exchange.hasWholeBody)
        #expect(driven.decided(.needsBody) == "expectBody")
        #expect(driven.next() == "await room for 1" && !driven.carrier.readsRequest)
        #expect(!driven.ask { $0.roomCame(ExchangeID(connection: 1, stream: 7), 1) })
        #expect(driven.ask { $0.roomCame(exchange.id, 1) } && driven.carrier.readsRequest)
        #expect(driven.next() == "decide")
    }

    @Test(arguments: [
        ("", Upload.read, "sendContinue"), ("ab", .read, "expectBody"), ("", .readWithoutContinue, "expectNothing"),
        ("ab", .readWithoutContinue, "expectBody"), ("", .interrupt(after: 0), "answer 200"),
    ])
    func aHundredIsSentWhereItIsAwaited(came: String, upload: Upload, action: String) {
        let driven = carrier("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\nExpect: 100-continue\r\n\r\n" + came)
        #expect(driven.next() == "decide")
        #expect(driven.decided(.plan(plan(upload))) == action)
    }

    @Test(arguments: [
        ("GET /a HTTP/1.1\r\n\r\n", "refuse 400"), ("\u{16}\u{3}\u{1}abc\r\n\r\n", "other of 10: 400"),
        ("GET /a HTTP/2.3\r\nHost: x\r\n\r\n", "refuse 505"),
        ("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "decide"),
    ])
    func whatIsNoRequestIsRefused(bytes: String, action: String) {
        let driven = carrier(bytes)
        #expect(driven.next() == action)
    }

    @Test func aTurnHasItsBounds() {
        let driven = carrier(String(repeating: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", count: 20))
        for _ in 0..<16 {
            #expect(driven.next() == "decide")
            _ = driven.decided(.plan(plan()))
            #expect(driven.answer(plan()) == "end complete, nextRequest")
            driven.carrier.run.end(.complete, at: 100)
        }
        #expect(driven.next() == "awaitTurn")
        driven.carrier.beginTurn()
        #expect(driven.next() == "decide")
    }

    // MARK: Ends

    @Test(arguments: [
        ("", "cutOff of 0: 0", "cutOff of 0: 0"), ("GET /a", "cutOff of 6: 0", "cutOff of 6: 408"),
        ("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc", "end abandoned, close", "refuse 408"),
    ])
    func theEndOfInputAndItsDeadline(bytes: String, atEnd: String, atDeadline: String) {
        for isEnd in [true, false] {
            let driven = carrier(bytes)
            if driven.next() == "decide" {
                #expect(driven.decided(.needsBody) == "expectBody")
                #expect(driven.next() == "nothing" && driven.next() == "read")
            }
            #expect(
                driven.tell { isEnd ? $0.inputEnded() : $0.inputIsOverdue(isIdleOver: false) }
                    == (isEnd ? atEnd : atDeadline))
        }
    }

    @Test func aResetWaitsForAcknowledgementsAndItsPause() {
        let driven = carrier("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = driven.next()
        let plan = plan(.read, Ending(.reset, .connection, pause: 7))
        #expect(driven.answer(plan) == "reset")
        #expect(driven.tell { $0.reset(unacknowledged: 3, now: 100) } == "pause 1000000")
        #expect(driven.tell { $0.reset(unacknowledged: 0, now: 200) } == "pause 7")
        #expect(driven.tell { $0.reset(unacknowledged: 0, now: 207) } == "end reset, reset")
    }

    /// A FIN ends what is held, and not what is delayed; a client that reads on has more time.
    @Test func thePeersEnd() {
        let driven = carrier("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = driven.next()
        #expect(driven.decided(.plan(plan(delay: 50))) == "answer 200")
        #expect(driven.ask { $0.delay(plan(delay: 50), { 100 }) } == 150)
        #expect(driven.tell { $0.peerFinished(at: 120, age: 1) } == "nothing" && driven.carrier.isPeerClosed)
        #expect(exchange.outcome.clientClosedAt == 120 && exchange.outcome.clientClosedEarly)
        #expect(driven.tell { $0.timerFired(at: 150) } == "answer 200")
        #expect(driven.answer(plan(.read, Ending(.hold, .connection))) == "hold")
        #expect(driven.tell { $0.peerIsGone() } == "end held, close")
    }

    @Test func aPeerThatTakesNothingIsGivenUp() {
        let driven = carrier("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = driven.next()
        let minute = Self.configuration.deadlines.progress
        #expect(driven.tell { $0.awaitsRoom(unacknowledged: 500, now: 0) } == "pause \(minute)")
        #expect(driven.tell { $0.checkProgress(unacknowledged: 499, now: minute) } == "pause \(minute)")
        #expect(driven.tell { $0.checkProgress(unacknowledged: 499, now: 2 * minute) } == "end cancelled, reset")
    }

    /// As libmicrohttpd's connections do: nothing is read by the carrier, and a FIN is the library's to see.
    @Test func whatTheLibraryReadsIsBegunAndDecidedInTheSameWay() {
        let driven = carrier(nil)
        #expect(!driven.carrier.readsItself)
        driven.carrier.begin(RequestFraming(), Arrival(time: 1, wall: 2, age: 3))
        #expect(driven.tell { $0.requestEnded() } == "decide" && exchange.outcome.clockAge == 3)
        #expect(driven.decided(.later) == "nothing")
        #expect(driven.tell { $0.peerFinished(at: 5, age: 0) } == "nothing")
        driven.carrier.beginReading()
        #expect(driven.tell { $0.fed(exchange.id, ExchangeRun.Part(script: plan().script, isLast: false)) } == "stream")
        #expect(driven.tell { $0.stream() } == "end abandoned, close")
    }
}

/// Bodies that are refused while the client waits for a 100 (Continue).
extension HTTP1CarrierTests {
    private static let upload = "POST /u HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"

    private func refusal(_ status: Int) -> WirePlan {
        let actions: [WireAction] = [.head(ResponseHead(status: status), .length(0)), .endOfContent()]
        return WirePlan(WireScript(actions: actions, ending: .complete))
    }

    @Test func aRefusalComesInPlaceOfThe100() {
        for status in [300, 401, 417, 503] {
            let carrier = Driven(exchange, limits, reads: Self.upload)
            #expect(carrier.next() == "decide")
            #expect(carrier.decided(.plan(refusal(status))) == "answer \(status)")
            #expect(carrier.answer(refusal(status)) == "end complete, nextRequest")
            #expect(exchange.outcome.remarks.contains(.headRefused))
            #expect(carrier.tell { $0.endedForTests() } == "nothing")
            #expect(carrier.received("POST /again HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n") == false)
            #expect(carrier.next() == "decide")
            #expect(exchange.outcome.remarks.contains(.inPlaceOfBody))
        }
    }

    @Test func othersAskForTheBody() {
        for status in [200, 204, 299] {
            let carrier = Driven(exchange, limits, reads: Self.upload)
            #expect(carrier.next() == "decide")
            #expect(carrier.decided(.plan(refusal(status))) == "sendContinue")
            #expect(!exchange.outcome.remarks.contains(.headRefused))
        }
    }

    @Test func theBodyThatComesAllTheSameIsDropped() {
        let carrier = Driven(exchange, limits, reads: Self.upload + "hello")
        #expect(carrier.next() == "decide")
        #expect(carrier.decided(.plan(refusal(417))) == "answer 417")
        #expect(carrier.answer(refusal(417)) == "end complete, nextRequest")
        #expect(carrier.tell { $0.endedForTests() } == "nothing")
        #expect(carrier.next() == "refusedBody of 5: 0")
    }
}

extension HTTP1Carrier {
    /// As `Connection` ends an exchange.
    fileprivate mutating func endedForTests() -> CarrierAction {
        run.end(.complete, at: 200)
        beginTurn()
        return .nothing
    }
}
