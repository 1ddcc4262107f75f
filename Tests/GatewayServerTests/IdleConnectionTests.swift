import Foundation
import TestSupport
import Testing
import Wire

@testable import GatewayServer

/// What becomes of a connection behind an answer, and before the first request, on a clock that is told.
@Suite struct IdleConnectionTests {
    private static let second: Nanoseconds = 1_000_000_000
    private static let answer = Reply(status: 200, contentType: "text/plain", text: "ok").script(number: 0)
    private static let unasked = Reply(status: 408, contentType: "text/plain", text: "late").script(number: 0)

    /// A connection whose answers say this of it.
    private final class Peer {
        let shard: MemoryShard
        let transport = MemoryTransport()

        init(
            _ keepAlive: KeepAlive?, plan: ConnectionPlan = .serve, step: [Int: KeepAlive] = [:]
        ) throws {
            var number = 0
            shard = try MemoryShard { exchange in
                guard exchange.request.isBodyComplete else { return .needsBody }
                number += 1
                exchange.keepAlive = step[number] ?? keepAlive
                return .plan(WirePlan(IdleConnectionTests.answer))
            }
            shard.accept(transport, plan)
        }

        func send(_ text: String) {
            transport.receive(Array(text.utf8))
            wait(0.001)
        }

        func ask(_ target: String) { send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n") }

        /// Lets a time pass in which the peer does nothing.
        func wait(_ seconds: Double) {
            shard.run(for: Nanoseconds(seconds * 1_000_000_000)) { transport.takeEvents() }
        }

        var statuses: [Int] {
            String(decoding: transport.bytes, as: UTF8.self).components(separatedBy: "HTTP/1.1 ").compactMap {
                Int($0.prefix(3))
            }
        }
        var text: String { String(decoding: transport.bytes, as: UTF8.self) }
    }

    private static func idle(_ seconds: Nanoseconds, end: KeepAlive.End = .close, isAnnounced: Bool = false)
        -> KeepAlive
    {
        KeepAlive(idle: seconds * second, end: end, isAnnounced: isAnnounced)
    }

    @Test func aRequestBeforeTheEndIsServedAndOneBehindItIsNot() throws {
        let peer = try Peer(Self.idle(5))
        peer.ask("/a")
        peer.wait(4.9)
        #expect(peer.transport.end == .open)
        peer.ask("/b")
        #expect(peer.statuses == [200, 200])
        peer.wait(4.9)
        #expect(peer.transport.end == .open)
        peer.wait(0.2)
        #expect(peer.transport.end == .finished)
        #expect(peer.shard.outcomes.map(\.end) == [.complete, .complete])
        #expect(peer.shard.starts.isEmpty)
    }

    @Test func withoutAWordOfItTheGatewaysOwnDeadlineHolds() throws {
        for keepAlive in [nil, KeepAlive.standard] {
            let peer = try Peer(keepAlive)
            peer.ask("/a")
            peer.wait(74)
            #expect(peer.transport.end == .open)
            peer.wait(2)
            #expect(peer.transport.end == .closed)
        }
    }

    @Test func theEndIsAResetWhereTheScenarioSaysSo() throws {
        let peer = try Peer(Self.idle(5, end: .reset))
        peer.ask("/a")
        peer.transport.unacknowledged = 1
        peer.wait(5.1)
        // It would overtake the answer.
        #expect(peer.transport.end == .open)
        peer.transport.unacknowledged = 0
        peer.wait(0.1)
        #expect(peer.transport.end == .reset)
    }

    @Test func bytesOfAHeadDoNotMoveTheEnd() throws {
        let peer = try Peer(Self.idle(5))
        peer.ask("/a")
        peer.wait(3)
        peer.send("GET /b HT")
        peer.wait(1.9)
        peer.send("TP/1.1\r\n")
        #expect(peer.transport.end == .open)
        peer.wait(0.2)
        #expect(peer.transport.end == .finished)
        peer.wait(2)
        #expect(peer.statuses == [200])
        #expect(peer.shard.starts.map(\.kind) == [.crossed])
        #expect(peer.shard.starts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["GET /b HTTP/1.1\r\n"])
        #expect(peer.shard.starts.map(\.end) == [.closed])
    }

    /// The gateway's own deadline for a head that has begun stays what it is.
    @Test func aHeadThatIsSlowGetsItsAnswerBeforeAnEndThatIsFarAway() throws {
        let peer = try Peer(Self.idle(60))
        peer.ask("/a")
        peer.send("GET /b HT")
        peer.wait(11)
        #expect(peer.statuses == [200, 408])
        #expect(peer.transport.end == .finished)
    }

    @Test func aRequestThatCrossesTheEndIsToldOfAndNotAnswered() throws {
        let peer = try Peer(Self.idle(5))
        peer.ask("/a")
        peer.wait(5.5)
        #expect(peer.transport.end == .finished)
        peer.send("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab")
        peer.send("c")
        #expect(peer.statuses == [200])
        #expect(peer.shard.targets == ["/a", "/b"])
        #expect(peer.shard.bodies.last == Array("abc".utf8))
        let outcome = try #require(peer.shard.outcomes.last)
        #expect(outcome.end == .closed && outcome.bytesSent == 0 && outcome.status == 0)
        #expect(outcome.remarks == .crossed)
    }

    @Test func aBodyThatDoesNotComeIsWaitedForASecond() throws {
        let peer = try Peer(Self.idle(5))
        peer.ask("/a")
        peer.wait(5.5)
        peer.send("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab")
        peer.wait(1)
        #expect(peer.shard.targets == ["/a", "/b"])
        #expect(peer.shard.outcomes.last?.remarks == .crossed)
    }

    /// What comes later than that is the client's own affair.
    @Test func whatComesMoreThanASecondBehindTheEndIsNotRead() throws {
        let peer = try Peer(Self.idle(5))
        peer.ask("/a")
        peer.wait(5.1)
        peer.wait(1.1)
        peer.ask("/b")
        #expect(peer.shard.targets == ["/a"])
        #expect(peer.shard.starts.isEmpty)
    }

    @Test func theConnectionEndsBehindItsLastAnswerWithoutAWord() throws {
        let peer = try Peer(KeepAlive(requests: 2))
        peer.ask("/a")
        #expect(peer.transport.end == .open)
        peer.send("GET /b HTTP/1.1\r\nHost: x\r\n\r\nGET /c HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(peer.statuses == [200, 200])
        #expect(!peer.text.contains("Connection:"))
        #expect(peer.transport.end == .finished)
        #expect(peer.shard.targets == ["/a", "/b", "/c"])
        #expect(peer.shard.outcomes.map(\.end) == [.complete, .closed, .closed])
        #expect(peer.shard.outcomes.map(\.remarks) == [[], [], .crossed])
    }

    @Test func theLastAnswerMayBeFollowedByAReset() throws {
        let peer = try Peer(KeepAlive(requests: 1, end: .reset))
        peer.ask("/a")
        peer.wait(0.1)
        #expect(peer.statuses == [200])
        #expect(peer.transport.end == .reset)
        #expect(peer.shard.outcomes.map(\.end) == [.reset])
    }

    @Test(arguments: [true, false]) func anAnswerThatNobodyAskedForMayPrecedeTheEnd(isIdle: Bool) throws {
        let end = KeepAlive.End.answer(Self.unasked)
        let peer = try Peer(isIdle ? Self.idle(5, end: end) : KeepAlive(requests: 1, end: end))
        peer.ask("/a")
        if isIdle { peer.wait(5.1) }
        #expect(peer.statuses == [200, 408])
        #expect(peer.text.contains("\r\nConnection: close\r\n"))
        #expect(peer.text.hasSuffix("\r\n\r\nlate"))
        #expect(peer.transport.end == .finished)
        #expect(peer.shard.starts.map(\.kind) == [.unasked])
        #expect(peer.shard.starts.map(\.status) == [408])
    }

    @Test func eachAnswerClosesWhereNoneIsKept() throws {
        let peer = try Peer(.never)
        peer.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(peer.statuses == [200])
        #expect(peer.text.contains("\r\nConnection: close\r\n"))
        #expect(peer.transport.end == .finished)
        #expect(peer.shard.outcomes.map(\.remarks) == [[], .crossed])
    }

    @Test func whatIsAnnouncedIsInWholeSeconds() throws {
        let peer = try Peer(KeepAlive(idle: 5 * Self.second + 900_000_000, requests: 2, isAnnounced: true))
        peer.ask("/a")
        #expect(peer.text.contains("\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n"))
        peer.ask("/b")
        // The last one says nothing.
        #expect(peer.text.components(separatedBy: "Keep-Alive:").count == 2)
    }

    /// That of the answer before, that of the plan: the innermost holds.
    @Test func anAnswerSaysMoreThanThePlanOfTheConnection() throws {
        let plan = ConnectionPlan(.serve, keepAlive: Self.idle(5))
        let peer = try Peer(nil, plan: plan, step: [2: Self.idle(20), 3: .standard])
        for (seconds, isOver) in [(4.9, false), (19, false), (70, false), (5.1, true)] {
            peer.ask("/")
            peer.wait(seconds)
            #expect((peer.transport.end != .open) == isOver, "\(seconds)")
        }
    }

    @Test func aRequestBehindTheTimeIsNotServedWhileTheResetWaits() throws {
        let peer = try Peer(Self.idle(5, end: .reset))
        peer.ask("/a")
        peer.transport.unacknowledged = 1
        peer.wait(5.1)
        peer.ask("/b")
        #expect(peer.statuses == [200])
        peer.transport.unacknowledged = 0
        peer.wait(0.1)
        #expect(peer.transport.end == .reset)
        #expect(peer.shard.targets == ["/a", "/b"])
        #expect(peer.shard.outcomes.last?.remarks == .crossed)
    }

    /// What was refused has not crossed anything, nor has the rest of a body that nobody wanted.
    @Test(arguments: ["GET /b HTTP/1.1\r\nHost: x\r\nno field\r\n\r\n", "\u{1}\u{2}\r\n\r\n"])
    func aRefusedRequestHasNotCrossed(request: String) throws {
        let peer = try Peer(nil, plan: ConnectionPlan(.serve, keepAlive: Self.idle(5)))
        peer.ask("/a")
        peer.send(request)
        peer.wait(3)
        #expect(peer.statuses == [200, 400])
        #expect(!peer.shard.starts.contains { $0.kind == .crossed })
        #expect(!peer.shard.outcomes.contains { $0.remarks.contains(.crossed) })
    }

    // MARK: Before the first request

    @Test func theTimeToTheFirstRequestCountsFromTheAccept() throws {
        let plan = ConnectionPlan(.serve, delay: 3 * Self.second, keepAlive: Self.idle(5))
        let peer = try Peer(nil, plan: plan)
        peer.wait(4.9)
        #expect(peer.transport.end == .open)
        peer.wait(0.2)
        #expect(peer.transport.end == .finished)
    }

    @Test func aFirstRequestThatCrossesIsTheOnlyEntry() throws {
        let peer = try Peer(nil, plan: ConnectionPlan(.serve, keepAlive: Self.idle(5)))
        peer.wait(5.1)
        peer.ask("/a")
        peer.wait(3)
        #expect(peer.shard.targets == ["/a"])
        #expect(peer.shard.starts.isEmpty)
    }

    /// The gateway's own deadline is not the client's leaving.
    @Test func aClientThatSaysNothingIsNotOneThatLeft() throws {
        let peer = try Peer(nil, plan: ConnectionPlan(.serve))
        peer.wait(11)
        #expect(peer.transport.end == .closed)
        #expect(peer.shard.starts.map(\.end) == [.cancelled])
    }

    @Test func theFirstRequestMayComeAsLateAsThePlanSays() throws {
        let plan = ConnectionPlan(.serve, keepAlive: Self.idle(30, end: .reset))
        let peer = try Peer(nil, plan: plan)
        peer.wait(29)
        peer.ask("/a")
        #expect(peer.statuses == [200])
        let other = try Peer(nil, plan: plan)
        other.wait(29)
        #expect(other.transport.end == .open)
        other.wait(2)
        #expect(other.transport.end == .reset)
        #expect(other.shard.starts.map(\.kind) == [.planned])
        #expect(other.shard.starts.map(\.end) == [.reset])
    }

    /// Each act, what its client sees, and what the responder is told.
    @Test func connectionsAreTreatedAsTheirPlanSays() throws {
        let rows: [(ConnectionPlan.Act, String, MemoryTransport.End, Outcome.End, Int)] = [
            (.close, "", .finished, .closed, 0), (.reset, "", .reset, .reset, 0),
            (.resetOnFirstByte, "GE", .reset, .reset, 2),
        ]
        for (act, sent, end, told, count) in rows {
            for delay in [0, 2 * Self.second] {
                let peer = try Peer(nil, plan: ConnectionPlan(act, delay: delay, failure: "tcp/it"))
                if delay > 0 {
                    peer.send(sent)
                    peer.wait(1.9)
                    #expect(peer.transport.end == .open, "\(act)")
                    peer.wait(0.2)
                } else if !sent.isEmpty {
                    peer.send(sent)
                }
                #expect(peer.transport.end == end, "\(act) \(delay)")
                #expect(peer.shard.starts.map(\.kind) == [.planned], "\(act) \(delay)")
                let start = try #require(peer.shard.starts.first)
                #expect(start.end == told && start.count == count && start.plan.failure == "tcp/it", "\(act)")
                #expect(start.ended >= start.accepted + delay && start.accepted > 0, "\(act)")
                #expect(peer.statuses.isEmpty)
            }
        }
    }

    @Test func aClientThatLeavesBeforeARequestIsToldOf() throws {
        let peer = try Peer(nil, plan: ConnectionPlan(.serve))
        peer.transport.receiveEnd()
        peer.wait(0.1)
        #expect(peer.shard.starts.map(\.kind) == [.planned])
        #expect(peer.shard.starts.map(\.end) == [.abandoned])
        // On the gateway's own port, nobody asks.
        let other = try Peer(nil)
        other.transport.receiveEnd()
        other.wait(0.1)
        #expect(other.shard.starts.isEmpty)
    }
}
