import HTTP1
import Testing
import TestSupport
import Wire

@testable import GatewayServer

/// The run of an exchange as its carriers see it, without a socket, a clock or a thread.
@Suite struct ExchangeRunTests {
    /// A connection that carries any number of exchanges at once, as one with streams does. Time is a number.
    private final class Carrier {
        /// How long bytes may stay unacknowledged before a reset.
        static let latest: Nanoseconds = 5_000_000_000

        var now: Nanoseconds = 0
        var runs: [ExchangeRun] = []
        private(set) var transports: [MemoryTransport] = []
        private var channels: [HTTP1Channel] = []
        private var framings: [RequestFraming] = []
        private var due: [(time: Nanoseconds, index: Int)] = []
        /// What came to its end, and when.
        private(set) var log: [String] = []

        /// A request whose head is there and that has no body.
        func begin(_ configure: (Exchange, inout RequestFraming) -> Void = { _, _ in }) -> Int {
            let exchange = Exchange(ConnectionInfo(id: 7, peer: ConnectionInfo.Peer(isLoopback: true)))
            exchange.id.stream = UInt64(runs.count)
            exchange.request.isBodyComplete = true
            var framing = RequestFraming()
            configure(exchange, &framing)
            var run = ExchangeRun(exchange)
            run.begin(announced: framing.contentLength, at: now, wall: 0)
            runs.append(run)
            framings.append(framing)
            transports.append(MemoryTransport())
            channels.append(HTTP1Channel(transports[transports.count - 1]))
            return runs.count - 1
        }

        /// What is decided when a delay is over, in place of its plan.
        var decisionsAfterWaits: [Int: Decision] = [:]

        func tell(_ index: Int, _ what: (inout ExchangeRun) -> CarrierAction) {
            perform(what(&runs[index]), index)
        }

        func decide(_ index: Int, _ decision: Decision) { tell(index) { $0.decided(decision, maximumBody: 1000) } }

        /// Goes on to a moment, timer by timer.
        func advance(to time: Nanoseconds) {
            while let next = due.indices.filter({ due[$0].time <= time }).min(by: { due[$0].time < due[$1].time }) {
                let timer = due.remove(at: next)
                now = max(now, timer.time)
                tell(timer.index) { $0.timerFired(at: now) }
            }
            now = time
        }

        private func perform(_ action: CarrierAction, _ index: Int) {
            switch action {
            case .nothing: break
            case .answer(let plan) where plan.delay > 0: setTimer(index, at: runs[index].beginDelay(plan, at: now))
            case .wait(let time): setTimer(index, at: runs[index].beginWait(atMost: time, at: now))
            case .waitIsOver:
                let decision = decisionsAfterWaits.removeValue(forKey: index) ?? .needsBody
                tell(index) { $0.decided(decision, maximumBody: 1000) }
            case .answer(let plan):
                channels[index].begin(setting(index))
                runs[index].write(plan)
                write(index)
            case .stream:
                channels[index].begin(setting(index))
                runs[index].stream()
                write(index)
            case .write: write(index)
            case .timer(let time): setTimer(index, at: time)
            case .reset: reset(index)
            case .checkProgress: end(index, .cancelled)
            case .peerIsGone:
                log.append("\(index) left alone at \(now)")
                end(index, runs[index].endWithoutPeer)
            case .decide: log.append("\(index) to be decided")
            case .readBody(let deniesContinue): log.append("\(index) reads\(deniesContinue ? " uninvited" : "")")
            case .awaitRoom(let count): log.append("\(index) needs room for \(count)")
            case .judge: log.append("\(index) to be judged elsewhere")
            case .refuse(let script): log.append("\(index) refused with \(script.status ?? 0)")
            default: Issue.record("no action of an exchange: \(action)")
            }
        }

        private func setting(_ index: Int) -> HTTP1Head.Setting {
            HTTP1Head.Setting(
                minorVersion: runs[index].exchange.request.minorVersion, keepAlive: framings[index].keepsAlive)
        }

        private func setTimer(_ index: Int, at time: Nanoseconds) {
            due.removeAll { $0.index == index }
            due.append((time, index))
        }

        private func write(_ index: Int) {
            let exchange = runs[index].exchange
            let now = now
            let need = runs[index].write(on: channels[index], most: .max, now: { now }) {
                exchange.outcome.bytesSent += $0.count
            }
            switch need {
            case .writable:
                if let left = runs[index].timeLeft(at: now) { setTimer(index, at: now + left) }
            case .turn, .made, .parts, .limit: break
            case .time(let time): setTimer(index, at: now + time)
            case .peer: perform(.peerIsGone, index)
            case .end(let ending):
                switch ending.act {
                case .finish: end(index, .complete)
                case .hold: runs[index].hold()
                case .reset:
                    runs[index].reset(afterPause: ending.pause, latest: now + Self.latest)
                    reset(index)
                }
            }
        }

        private func reset(_ index: Int) {
            let unacknowledged = transports[index].unacknowledged
            if let wait = runs[index].waitBeforeReset(unacknowledged: unacknowledged, now: now) {
                return setTimer(index, at: now + wait)
            }
            transports[index].reset()
            end(index, .reset)
        }

        private func end(_ index: Int, _ end: Outcome.End) {
            runs[index].end(end, at: now)
            log.append("\(index) \(end) at \(now)")
        }

        /// Leaves room for so many bytes.
        func bound(_ index: Int, to count: Int) {
            transports[index] = MemoryTransport(room: count)
            channels[index] = HTTP1Channel(transports[index])
        }

        func text(_ index: Int) -> String { String(decoding: transports[index].bytes, as: UTF8.self) }
    }

    /// Two delays of one connection, answered in the other order; one is reset, its sibling whole.
    @Test func twoExchangesOfOneConnectionKnowNothingOfEachOther() {
        let carrier = Carrier()
        let (first, second) = (carrier.begin(), carrier.begin())
        #expect(carrier.runs[first].exchange.id != carrier.runs[second].exchange.id)
        carrier.decide(first, .plan(WirePlan(script("first", wait: 5), delay: 20)))
        carrier.decide(second, .plan(WirePlan(script("second", Ending(.reset, .exchange, pause: 0)), delay: 10)))
        carrier.advance(to: 9)
        #expect(carrier.text(first).isEmpty && carrier.text(second).isEmpty)
        carrier.advance(to: 15)
        #expect(carrier.text(second) == answer("second") && carrier.transports[second].end == .reset)
        #expect(carrier.text(first).isEmpty && carrier.runs[first].isOpen && !carrier.runs[second].isOpen)
        carrier.advance(to: 24)
        #expect(carrier.text(first) == head(5))
        carrier.advance(to: 30)
        #expect(carrier.text(first) == answer("first") && carrier.transports[first].end == .open)
        #expect(carrier.log == ["1 reset at 10", "0 complete at 25"])
    }

    /// A pause in the middle of an answer holds up no other.
    @Test func aPauseOfOneIsNotAPauseOfAnother() {
        let carrier = Carrier()
        let (first, second) = (carrier.begin(), carrier.begin())
        carrier.decide(first, .plan(WirePlan(script("first", wait: 1000))))
        carrier.decide(second, .plan(WirePlan(script("second", wait: 1))))
        carrier.advance(to: 1)
        #expect(carrier.log == ["1 complete at 1"] && carrier.text(first) == head(5))
        // A peer that has room again changes nothing about a pause.
        carrier.tell(first) { $0.becameWritable() }
        carrier.tell(first) { $0.turnCame() }
        #expect(carrier.text(first) == head(5))
        carrier.advance(to: 1000)
        #expect(carrier.text(first) == answer("first"))
    }

    @Test func theTableGoesOutBehindADelay() {
        for row in ScriptRow.all {
            let carrier = Carrier()
            let index = carrier.begin { exchange, framing in
                exchange.request.begin(target: "/")
                exchange.request.setMethod(row.request.isHead ? "HEAD" : "GET")
                exchange.request.minorVersion = row.request.minorVersion
                exchange.request.isBodyComplete = true
                framing.keepsAlive = row.request.keepsAlive
            }
            carrier.decide(index, .plan(WirePlan(row.answer.script(number: 0), delay: 10)))
            carrier.advance(to: 9)
            #expect(carrier.transports[index].bytes.isEmpty, "\(row.name)")
            carrier.advance(to: 1 << 60)
            let isRight = carrier.transports[index].bytes == row.bytes
            #expect(isRight, "\(row.name)")
            #expect(carrier.runs[index].isOpen == (row.ending == .held), "\(row.name)")
        }
    }

    // MARK: Feeds

    @Test func whatIsFedIsWrittenInItsOrderAndNothingBehindTheLastPart() {
        let carrier = Carrier()
        let index = carrier.begin()
        carrier.decide(index, .later)
        carrier.tell(index) { $0.fed(part([.head(ResponseHead(), .length(4)), content("ab")])) }
        #expect(carrier.text(index) == head(4) + "ab")
        carrier.tell(index) { $0.fed(part([content("c")])) }
        carrier.tell(index) {
            $0.fed(ExchangeRun.Part(script: WireScript(actions: [content("d")], ending: .complete), isLast: true))
        }
        carrier.tell(index) { $0.fed(part([content("too late")])) }
        #expect(carrier.text(index) == head(4) + "abcd")
        #expect(carrier.log == ["0 complete at 0"])
    }

    @Test func nothingIsTakenBehindTheLastPartOfAnAnswerThatWaits() {
        let carrier = Carrier()
        let index = carrier.begin()
        carrier.decide(index, .later)
        carrier.tell(index) { $0.fed(part([.head(ResponseHead(), .length(2)), content("a")])) }
        let last = WireScript(actions: [.wait(5), content("b")], ending: .complete)
        carrier.tell(index) { $0.fed(ExchangeRun.Part(script: last, isLast: true)) }
        carrier.tell(index) { $0.fed(part([content("too late")])) }
        let other = WireScript(actions: [], ending: .reset)
        carrier.tell(index) { $0.fed(ExchangeRun.Part(script: other, isLast: true)) }
        carrier.advance(to: 5)
        #expect(carrier.text(index) == head(2) + "ab" && carrier.log == ["0 complete at 5"])
    }

    /// An answer that came whole is no stream: whoever goes on feeding changes nothing about it.
    @Test func anAnswerThatCameWholeTakesNoMoreParts() {
        let carrier = Carrier()
        let index = carrier.begin()
        carrier.decide(index, .later)
        carrier.tell(index) { $0.fed(ExchangeRun.Part(script: script("whole", wait: 5), isLast: true)) }
        carrier.tell(index) { $0.fed(part([content("more")])) }
        carrier.advance(to: 5)
        #expect(carrier.text(index) == answer("whole"))
    }

    @Test func partsThatComeBeforeAnybodyCanWriteThemAreKept() {
        var run = ExchangeRun(Exchange(ConnectionInfo(id: 1, peer: ConnectionInfo.Peer(isLoopback: true))))
        run.begin(announced: nil, at: 0, wall: 0)
        run.exchange.request.isBodyComplete = true
        let actions = [
            run.decided(.later, maximumBody: 0), run.fed(part([.head(ResponseHead(), .length(2)), content("a")])),
            run.fed(part([content("b")])), run.goOn(),
        ]
        #expect(actions.map { "\($0)" } == ["nothing", "stream", "nothing", "stream"])
        let transport = MemoryTransport()
        run.stream()
        #expect(run.write(on: HTTP1Channel(transport), most: .max, now: { 0 }, wrote: { _ in }) == .parts)
        #expect(String(decoding: transport.bytes, as: UTF8.self) == head(2) + "ab")
    }

    // MARK: Time limits

    private func limited(_ interruption: Interruption, pace: Nanoseconds = 10) -> Decision {
        let reply = Reply(body: [Reply.Part(.bytes(Array("abcdefgh".utf8)))])
        var actions = reply.script().actions
        actions[1] = .content(reply.body[0].content, pace: Pace(bytes: 1, interval: pace))
        actions.insert(.limit(35, interruption), at: 1)
        var ending = Ending.complete
        if case .end(let end) = interruption { ending = end }
        return .plan(WirePlan(WireScript(actions: actions, ending: ending)))
    }

    @Test func anAnswerBreaksOffAtItsLimitWhereverItIs() {
        let carrier = Carrier()
        let (closed, stalled) = (carrier.begin(), carrier.begin())
        carrier.decide(closed, limited(.end(.close)))
        carrier.decide(stalled, limited(.end(.hold)))
        carrier.advance(to: 34)
        #expect(carrier.log.isEmpty)
        carrier.advance(to: 1_000)
        #expect(carrier.log == ["0 complete at 35"] && carrier.runs[stalled].isHeld)
        #expect(carrier.text(closed) == head(8) + "abcd" && carrier.text(stalled) == head(8) + "abcd")
    }

    @Test func anInterruptedAnswerGoesOnAfterThePause() {
        let carrier = Carrier()
        let index = carrier.begin()
        carrier.decide(index, limited(.pause(100)))
        carrier.advance(to: 134)
        #expect(carrier.text(index) == head(8) + "abcd")
        carrier.advance(to: 1_000)
        // The fifth byte at 135, and three more.
        #expect(carrier.log == ["0 complete at 165"] && carrier.text(index) == head(8) + "abcdefgh")
    }

    @Test func anAnswerThatIsCompleteWaitsForItsEndAndForNoPause() {
        let carrier = Carrier()
        let (ended, whole) = (carrier.begin(), carrier.begin())
        carrier.decide(ended, limited(.end(.close), pace: 1))
        carrier.decide(whole, limited(.pause(100), pace: 1))
        carrier.advance(to: 1_000)
        #expect(carrier.log == ["1 complete at 7", "0 complete at 35"])
        #expect(carrier.text(ended) == head(8) + "abcdefgh")
    }

    /// What the last byte was, and not the end of the connection, is the end of a complete answer.
    @Test func aPeerThatLeavesBehindACompleteAnswerEndsIt() {
        let carrier = Carrier()
        let (early, late) = (carrier.begin(), carrier.begin())
        for index in [early, late] { carrier.decide(index, limited(.end(.close), pace: 1)) }
        carrier.advance(to: 3)
        carrier.tell(early) { $0.peerFinished() }
        carrier.advance(to: 20)
        carrier.tell(late) { $0.peerFinished() }
        #expect(carrier.log == ["1 left alone at 20", "1 closed at 20"])
        #expect(carrier.text(late) == head(8) + "abcdefgh")
        // It has finished sending in the middle, and may still read.
        carrier.advance(to: 1_000)
        #expect(carrier.log.last == "0 complete at 35" && carrier.text(early) == head(8) + "abcdefgh")
    }

    @Test func aStallBehindACompleteAnswerIsAHoldAtOnce() {
        let carrier = Carrier()
        let index = carrier.begin()
        carrier.decide(index, limited(.end(.hold), pace: 1))
        carrier.advance(to: 7)
        #expect(carrier.runs[index].isHeld)
    }

    @Test func aPeerThatTakesNothingDoesNotKeepItFromEnding() {
        let carrier = Carrier()
        let index = carrier.begin()
        carrier.bound(index, to: head(8).utf8.count)
        carrier.decide(index, limited(.end(.close), pace: 1))
        carrier.advance(to: 34)
        #expect(carrier.log.isEmpty)
        carrier.advance(to: 1_000)
        #expect(carrier.log == ["0 complete at 35"] && carrier.text(index) == head(8))
    }

    // MARK: Waits

    /// Shortened to 40 at the moment 5: from its beginning, and never made longer.
    @Test(arguments: [(100, 40), (10, 10)] as [(Nanoseconds, Nanoseconds)])
    func aWaitIsShortenedFromItsBeginning(time: Nanoseconds, end: Nanoseconds) {
        let carrier = Carrier()
        let index = carrier.begin()
        carrier.decisionsAfterWaits[index] = .plan(WirePlan(script("a")))
        carrier.decide(index, .wait(atMost: time))
        carrier.advance(to: 5)
        carrier.tell(index) { $0.shorten(to: 40, now: carrier.now) }
        carrier.advance(to: end - 1)
        #expect(carrier.text(index).isEmpty)
        carrier.advance(to: 50)
        #expect(carrier.log == ["0 complete at \(end)"])
    }

    @Test func aWaitThatWasLongEnoughEndsAtOnce() {
        let carrier = Carrier()
        let index = carrier.begin()
        carrier.decisionsAfterWaits[index] = .plan(WirePlan(script("a")))
        carrier.decide(index, .wait(atMost: 100))
        carrier.advance(to: 50)
        carrier.tell(index) { $0.shorten(to: 40, now: carrier.now) }
        #expect(carrier.log == ["0 complete at 50"])
        // Its timer, which nobody took back, finds nothing to do.
        carrier.advance(to: 200)
        #expect(carrier.log == ["0 complete at 50"] && carrier.text(index) == answer("a"))
    }

    @Test func aRequestThatIsNotCompleteWaitsForNothing() {
        let carrier = Carrier()
        let index = carrier.begin { exchange, framing in
            framing.contentLength = 10
            exchange.request.isBodyComplete = false
        }
        carrier.decide(index, .wait(atMost: 100))
        #expect(carrier.log == ["0 refused with 500"])
    }

    /// A message that comes late is about the wait that is over.
    @Test func theDelayOfWhatIsDecidedAfterwardsIsNotShortened() {
        let carrier = Carrier()
        let index = carrier.begin()
        carrier.decisionsAfterWaits[index] = .plan(WirePlan(script("b"), delay: 50))
        carrier.decide(index, .wait(atMost: 100))
        carrier.advance(to: 110)
        carrier.tell(index) { $0.shorten(to: 1, now: carrier.now) }
        carrier.advance(to: 149)
        #expect(carrier.text(index).isEmpty)
        carrier.advance(to: 150)
        #expect(carrier.log == ["0 complete at 150"] && carrier.text(index) == answer("b"))
    }

    // MARK: Peers

    @Test func aHalfCloseEndsAHoldAndLeavesADelay() {
        let carrier = Carrier()
        let (held, delayed, fed) = (carrier.begin(), carrier.begin(), carrier.begin())
        carrier.decide(held, .plan(WirePlan(script("held", .hold))))
        carrier.decide(delayed, .plan(WirePlan(script("delayed"), delay: 10)))
        carrier.decide(fed, .later)
        carrier.tell(fed) { $0.fed(part([.head(ResponseHead(), .close)])) }
        for index in [held, delayed, fed] { carrier.tell(index) { $0.peerFinished() } }
        #expect(
            carrier.log == ["0 left alone at 0", "0 held at 0", "2 left alone at 0", "2 abandoned at 0"])
        carrier.advance(to: 10)
        #expect(carrier.text(delayed) == answer("delayed"))
        #expect([held, delayed, fed].allSatisfy { carrier.runs[$0].exchange.outcome.clientClosed })
    }

    // MARK: Resets

    @Test(arguments: [(nil, 20_000_000), (0, 0), (7, 7)] as [(Nanoseconds?, Nanoseconds)])
    func aResetAfterBytesWaitsForItsPause(pause: Nanoseconds?, wait: Nanoseconds) {
        let carrier = Carrier()
        let index = carrier.begin()
        carrier.decide(index, .plan(WirePlan(script("body", Ending(.reset, pause: pause)))))
        if wait > 0 {
            carrier.advance(to: wait - 1)
            #expect(carrier.runs[index].isOpen && carrier.transports[index].end == .open)
            carrier.advance(to: wait)
        }
        #expect(carrier.text(index) == answer("body") && carrier.log == ["0 reset at \(wait)"])
    }

    @Test func aResetWithoutBytesWaitsForNothing() {
        let carrier = Carrier()
        let index = carrier.begin()
        carrier.decide(index, .plan(WirePlan(WireScript(actions: [], ending: .reset))))
        #expect(carrier.log == ["0 reset at 0"])
    }

    /// The pause counts from the moment at which the acknowledgement is seen, which is looked for every millisecond.
    @Test func thePauseBeginsWithTheAcknowledgement() {
        let carrier = Carrier()
        let index = carrier.begin()
        carrier.transports[index].unacknowledged = 1
        carrier.decide(index, .plan(WirePlan(script("body", Ending(.reset, pause: 5_000_000)))))
        carrier.advance(to: 10_000_000)
        #expect(carrier.runs[index].isOpen)
        carrier.transports[index].unacknowledged = 0
        carrier.advance(to: 15_999_999)
        #expect(carrier.runs[index].isOpen)
        carrier.advance(to: 16_000_000)
        #expect(carrier.log == ["0 reset at 16000000"])
    }

    @Test func whatIsNeverAcknowledgedIsFollowedByTheResetAllTheSame() {
        let carrier = Carrier()
        let index = carrier.begin()
        carrier.transports[index].unacknowledged = 1
        carrier.decide(index, .plan(WirePlan(script("body", .reset))))
        carrier.advance(to: Carrier.latest - 1)
        #expect(carrier.runs[index].isOpen)
        carrier.advance(to: Carrier.latest)
        #expect(carrier.log == ["0 reset at \(Carrier.latest)"])
    }

    // MARK: Requests

    @Test func aBodyThatIsTooLargeIsNotReadUnlessItIsStruckBefore() {
        let carrier = Carrier()
        func upload(_ upload: Upload) -> Int {
            let index = carrier.begin { exchange, framing in
                framing.contentLength = 1001
                exchange.request.isBodyComplete = false
            }
            carrier.decide(index, .plan(WirePlan(WireScript(upload: upload, actions: [], ending: .reset))))
            return index
        }
        _ = upload(.read)
        let struck = upload(.interrupt(after: 600))
        _ = upload(.readWithoutContinue)
        #expect(carrier.log == ["0 refused with 413", "1 reads", "2 refused with 413"])
        carrier.runs[struck].exchange.request.bodyCount = 599
        carrier.tell(struck) { $0.bodyCame() }
        #expect(carrier.runs[struck].isOpen)
        carrier.runs[struck].exchange.request.bodyCount = 600
        carrier.tell(struck) { $0.bodyCame() }
        #expect(carrier.log.last == "1 reset at 0")
    }

    @Test func aResponderThatWantsABodyGetsAllOfIt() {
        let carrier = Carrier()
        let index = carrier.begin { exchange, framing in
            framing.contentLength = 5
            exchange.request.isBodyComplete = false
        }
        carrier.decide(index, .needsBody)
        #expect(carrier.runs[index].wantsWholeBody)
        carrier.tell(index) { $0.bodyEnded() }
        carrier.decide(index, .needsBody)
        #expect(carrier.log == ["0 reads", "0 to be decided", "0 refused with 500"])
    }

    /// A worker's judgement is a decision like any other; work that nobody waits for is taken back.
    @Test func aRequestIsJudgedElsewhere() {
        let carrier = Carrier()
        let (judged, left) = (carrier.begin(), carrier.begin())
        for index in [judged, left] {
            carrier.decide(index, .elsewhere(Work { { _, _ in .needsBody } }))
            #expect(carrier.runs[index].awaitsJudgement)
        }
        carrier.decide(judged, .plan(WirePlan(script("judged"), delay: 3)))
        carrier.advance(to: 3)
        guard case .elsewhere(let pending) = carrier.runs[left].state else {
            Issue.record("not judged")
            return
        }
        carrier.runs[left].end(.abandoned, at: 3)
        #expect(pending.take().map { _ in true } == nil)
        #expect(
            carrier.log == ["0 to be judged elsewhere", "1 to be judged elsewhere", "0 complete at 3"]
                && carrier.text(judged) == answer("judged"))
    }

    // MARK: Making

    private func head(_ count: Int) -> String { "HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n" }

    private func answer(_ text: String) -> String { head(text.utf8.count) + text }

    private func script(_ text: String, wait: Nanoseconds = 0, _ ending: Ending = .complete) -> WireScript {
        var actions: [WireAction] = [.head(ResponseHead(), .length(text.utf8.count))]
        if wait > 0 { actions.append(.wait(wait)) }
        actions.append(content(text))
        return WireScript(actions: actions, ending: ending)
    }

    private func content(_ text: String) -> WireAction { .content(.bytes(Array(text.utf8)), pace: nil) }

    private func part(_ actions: [WireAction]) -> ExchangeRun.Part {
        ExchangeRun.Part(script: WireScript(actions: actions, ending: .hold), isLast: false)
    }
}

extension Request {
    fileprivate func begin(target: String) {
        Array(target.utf8).withUnsafeBufferPointer { begin(target: $0) }
    }

    fileprivate func setMethod(_ method: String) {
        Array(method.utf8).withUnsafeBufferPointer { setMethod($0) }
    }
}
