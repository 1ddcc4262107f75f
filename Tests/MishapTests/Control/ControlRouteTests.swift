import Foundation
import Synchronization
import TLS
import Testing
import Wire

@testable import Mishap

/// The table of control routes: which paths are which call, and on which thread it is answered.
struct ControlRouteTests {
    private func match(_ pattern: PathPattern, _ path: String) -> [String]? {
        let bytes = Array("/x\(path)?y".utf8)
        return pattern.match(bytes, 2..<bytes.count - 2)?.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test func aPatternIsSegmentForSegment() {
        #expect(match("health", "/health") == [])
        for path in ["", "/", "/healthy", "/health/", "/health/a", "//health", "health"] {
            #expect(match("health", path) == nil, "\(path)")
        }
        #expect(match("sessions/{session}/journal", "/sessions/a--b~k/journal") == ["a--b~k"])
        #expect(match("sessions/{session}/journal", "/sessions//journal") == [""])
        #expect(match("sessions/{session}/journal", "/sessions/a/b/journal") == nil)
        #expect(match("sessions/{session}/journal", "/sessions/a/journal/") == nil)
        #expect(match("fail/{failure...}", "/fail/tcp/reset/any") == ["tcp/reset/any"])
        #expect(match("fail/{failure...}", "/fail/") == [""])
        #expect(match("fail/{failure...}", "/fail") == nil)
    }

    private func responder(adding further: [ControlRoute] = []) -> GatewayShardResponder {
        let (scenarios, responders) = (ScenarioStore(), ShardResponders())
        let sessions = SessionStore(main: nil, SessionBounds(), shardCount: 1, responders)
        let control = ControlAPI(
            ControlGuard(.any), scenarios, sessions, responders, numbering: ScriptNumbering(), adding: further,
            certificates: Certificates(now: { 0 }))
        return GatewayShardResponder(0, scenarios, sessions, ShardJournals(JournalBounds()), control: control)
    }

    private func exchange(_ target: String, _ fields: [(String, String)] = [], isComplete: Bool = true) -> Exchange {
        let exchange = Exchange(ConnectionInfo(id: 1, peer: ConnectionInfo.Peer(isLoopback: true)))
        Array(target.utf8).withUnsafeBufferPointer { exchange.request.begin(target: $0) }
        Array("GET".utf8).withUnsafeBufferPointer { exchange.request.setMethod($0) }
        for (name, value) in [("Host", "localhost")] + fields {
            Array(name.utf8).withUnsafeBufferPointer { name in
                Array(value.utf8).withUnsafeBufferPointer { exchange.request.append(name: name, value: $0) }
            }
        }
        exchange.request.announcesBody = !isComplete
        exchange.request.isBodyComplete = isComplete
        return exchange
    }

    @Test(arguments: ["/__mishap/health", "/__mishap/fail/tcp/reset/a", "/__mishap/fail/no/such", "/__mishap/nothing"])
    func whatIsCheapIsAnsweredByTheShard(target: String) {
        let (responder, exchange) = (responder(), exchange(target))
        defer { responder.ended(exchange) }
        guard case .plan = responder.decide(exchange) else {
            Issue.record("not at once")
            return
        }
    }

    /// More paths than a shard remembers, each asked twice, and one that is too long to be remembered.
    @Test func aFailureByNameIsTheSameHoweverManyPathsWereAsked() {
        let responder = responder()
        let long = String(repeating: "a", count: 300)
        for path in (0..<600).map({ "\(400 + $0 % 100)/p\($0)" }) + ["404/\(long)"] {
            for time in ["first", "again"] {
                let exchange = exchange("/__mishap/fail/http/status/\(path)")
                defer { responder.ended(exchange) }
                guard case .plan(let plan) = responder.decide(exchange) else {
                    Issue.record("not at once: \(path)")
                    continue
                }
                #expect(plan.script.status == Int(path.prefix(3)), "\(path), \(time)")
            }
        }
    }

    /// What a path leads to is remembered, and what its failure repeats of a request is not.
    @Test func aFailureByNameRepeatsEachRequest() throws {
        let responder = responder()
        for id in ["1", "2", "\"c\""] {
            let exchange = exchange("/__mishap/fail/jsonrpc/-32601/rpc", isComplete: false)
            defer { responder.ended(exchange) }
            exchange.request.announcesBody = true
            guard case .needsBody = responder.decide(exchange) else {
                Issue.record("decided without a body")
                return
            }
            exchange.request.body = Array(#"{"jsonrpc":"2.0","method":"m","id":\#(id)}"#.utf8)
            exchange.request.bodyCount = exchange.request.body.count
            exchange.request.isBodyComplete = true
            guard case .plan(let plan) = responder.decide(exchange) else {
                Issue.record("not at once")
                return
            }
            let contents = plan.script.actions.compactMap { action -> String? in
                guard case .content(.bytes(let bytes), _) = action else { return nil }
                return String(decoding: bytes, as: UTF8.self)
            }
            #expect(contents.joined().contains(#""id":\#(id)"#), "\(contents)")
        }
    }

    private final class Answers: Sendable, FeedOpener {
        private let scripts = Mutex<[WireScript]>([])
        let isThere = DispatchSemaphore(value: 0)
        let threads = Mutex<[pthread_t]>([])

        func openFeed() -> Feed {
            Feed { script, _ in
                self.scripts.withLock { $0.append(script) }
                self.threads.withLock { $0.append(pthread_self()) }
                self.isThere.signal()
            }
        }

        func openShortener() -> @Sendable (Nanoseconds) -> Void { { _ in } }

        func abort() {}

        /// The next one.
        var status: Int? {
            isThere.wait()
            return scripts.withLock { $0.removeFirst().status }
        }
    }

    @Test func handlersRunOffTheShard() {
        let (answers, exchange) = (Answers(), exchange("/__mishap/sessions/default/journal?after=x", isComplete: false))
        exchange.opener = answers
        guard case .later = responder().decide(exchange) else {
            Issue.record("not later, and not at its head")
            return
        }
        #expect(answers.status == 400)
        #expect(answers.threads.withLock { $0 } != [pthread_self()])
    }

    @Test func aCallTakesNoMoreBodyThanItSays() {
        let echo = ControlRoute(
            .any, "echo", .everybody, bodyLimit: 10, .fail,
            .call { call in
                .reply(
                    Reply(status: 200 + Request(call.request).bodyCount, contentType: "text/plain", text: "").script())
            })
        func decide(_ fields: [(String, String)], isComplete: Bool, body: Int = 0, _ opener: Answers) -> Decision {
            let exchange = exchange("/__mishap/echo", fields, isComplete: isComplete)
            exchange.opener = opener
            exchange.request.bodyCount = body
            return responder(adding: [echo]).decide(exchange)
        }
        let answers = Answers()
        for (decision, upload) in [
            (decide([("Content-Length", "11")], isComplete: false, answers), Upload.interrupt(after: 0)),
            (decide([("Transfer-Encoding", "chunked")], isComplete: true, body: 11, answers), .read),
        ] {
            guard case .plan(let plan) = decision else {
                Issue.record("was not refused")
                continue
            }
            #expect(plan.script.status == 413)
            #expect(plan.script.upload == upload)
        }
        guard case .needsBody = decide([("Content-Length", "10")], isComplete: false, answers) else {
            Issue.record("does not wait for the body")
            return
        }
        guard case .later = decide([("Content-Length", "10")], isComplete: true, body: 10, answers) else {
            Issue.record("does not take it")
            return
        }
        #expect(answers.status == 210)
    }
}
