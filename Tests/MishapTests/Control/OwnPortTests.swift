import Foundation
import JSONText
import Rules
import Synchronization
import TestSupport
import Testing
import Wire

@testable import GatewayServer
@testable import Mishap

/// Ports of their own: a session's requests without a name.
@Suite(.descriptors) struct OwnPortTests {
    /// Says its name and the hit.
    private static func scenario(_ name: String) -> String {
        #"{ "rules": [ { "reply": { "text": "\#(name) {{hit}} {{request.target}}" } } ] }"#
    }

    /// A folder that a test writes to, and a gateway that serves it.
    private final class Site {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-ports-\(UUID())")
        let running: RunningGateway
        var gateway: Gateway { running.gateway }
        private let connections: [String: [ConnectionEntry]]

        init(
            _ names: [String] = ["a", "b"], connections: [String: [ConnectionEntry]] = [:],
            _ configure: (inout GatewayConfiguration) -> Void = { _ in }
        ) throws {
            self.connections = connections
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for name in names {
                try Data(OwnPortTests.scenario(name).utf8).write(to: folder.appending(path: name + ".json"))
            }
            var configuration = GatewayConfiguration(server: .init(port: 0, shards: 2))
            configure(&configuration)
            let loaded = Gateway.load([folder.path()]).with(connections: connections)
            running = RunningGateway(try Gateway(loaded, configuration))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func write(_ text: String, to name: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: name + ".json"))
        }

        func remove(_ name: String) throws {
            try FileManager.default.removeItem(at: folder.appending(path: name + ".json"))
        }

        func reload() throws {
            try gateway.reload(Gateway.load([folder.path()]).with(connections: connections))
        }
    }

    private static func ask(
        _ port: UInt16, _ target: String = "/", _ fields: String..., host: String = "localhost"
    ) throws -> RawConnection.Received {
        let connection = try RawConnection(port: port)
        connection.send(request(target, fields, host: host))
        return connection.receiveResponse()
    }

    private static func port(_ called: RunningGateway.Called) throws -> UInt16 {
        guard case .number(let text)? = called.json["port"] else { throw RunningGateway.SessionRefused(called: called) }
        return try #require(UInt16(text))
    }

    private static let closing = ConnectionEntry.connection(
        ConnectionPlan(.close, failure: "tcp/close-on-accept"), times: 1)
    private static let serving = ConnectionEntry.connection(ConnectionPlan(.serve), times: 1)

    /// How connections to a port end, one after the other: `closed`, or what a request gets.
    private static func ends(_ port: UInt16, _ count: Int) throws -> [String] {
        try (0..<count).map { _ in
            let answer = try ask(port)
            return answer.bytes.isEmpty ? answer.ending.rawValue : answer.body
        }
    }

    // MARK: Whose it is

    @Test func nothingOfARequestSelectsAnotherSession() throws {
        let site = try Site()
        let own = try site.gateway.listen("a")
        #expect(own.url == "http://127.0.0.1:\(own.port)" && own.scenario == "a" && own.port != site.running.port)
        #expect(try Self.ask(own.port, "/x").body == "a 1 /x")
        #expect(try Self.ask(own.port, "/x", "Mishap-Session: b").body == "a 2 /x")
        #expect(try Self.ask(own.port, "/x", host: "b.localhost").body == "a 3 /x")
        #expect(try Self.ask(own.port, "/@b/x").body == "a 4 /@b/x")
        #expect(try Self.ask(own.port, "/@nobody/-/x", "Mishap-Session: nobody").body == "a 5 /@nobody/-/x")
        #expect(try Self.ask(own.port, "/__mishap/health").body.contains("\"ok\""))
        #expect(try Self.ask(own.port, "/x", "Mishap-Fail: http/status/418").status == 418)
        let journal = try site.running.journal("a", ended: 6)
        #expect(journal.entries.map(\.failure) == [nil, nil, nil, nil, nil, "http/status/418"])
        // The port that all share goes on as before.
        #expect(try site.running.ask("/x").status == 404)
        #expect(try site.running.ask("/x", "Mishap-Session: a").body == "a 6 /x")
        #expect(try site.running.ask("/@b/x").body == "b 1 /x")
    }

    @Test(.enabled(if: IPv6.isThere, "there is no ::1")) func itIsOnBothAddresses() throws {
        let site = try Site()
        let own = try site.gateway.listen("a")
        let connection = try RawConnection(port: own.port, overIPv6: true)
        connection.send(request("/"))
        #expect(connection.receiveResponse().body == "a 1 /")
    }

    @Test func aRequestThatIsRefusedIsItsToo() throws {
        let site = try Site { $0.server.maximumBody = 10 }
        let own = try site.gateway.listen("a")
        #expect(try Self.ask(own.port, "/x", "Content-Length: 100").status == 413)
        #expect(try site.running.journal("a", ended: 1).entries.map(\.rule) == [nil])
    }

    // MARK: Asking for one

    @Test func aSessionAsksForOne() throws {
        let site = try Site()
        let body = #"{ "scenario": "a", "port": 0 }"#
        let called = try site.running.call("POST", "sessions", body, "Idempotency-Key: k")
        #expect(called.status == 201)
        let port = try Self.port(called)
        guard case .string(let id)? = called.json["id"] else { throw RunningGateway.SessionRefused(called: called) }
        #expect(called.json["url"] == .string("http://localhost:\(port)"))
        #expect(called.json["portState"] == "open")
        #expect(try Self.ask(port, "/@b/x").body == "a 1 /@b/x")
        // It is reached in the other ways too.
        #expect(try site.running.ask("/@\(id)/x").body == "a 2 /x")
        let again = try site.running.call("POST", "sessions", body, "Idempotency-Key: k")
        #expect(again.status == 201 && again.json["id"] == .string(id))
        #expect(try Self.port(again) == port)
        #expect(try site.running.call("POST", "sessions", #"{ "port": 0 }"#, "Idempotency-Key: k").status == 422)
        let shown = try site.running.call("GET", "sessions/\(id)")
        #expect(try Self.port(shown) == port)
        guard case .array(let all)? = try site.running.call("GET", "sessions").json["sessions"] else { return }
        #expect(all.map { $0["port"] } == [nil, nil, .number("\(port)")])
        #expect(all.last?["url"] == .string("http://localhost:\(port)"))
    }

    @Test func itsAddressIsThatOfTheCall() throws {
        let site = try Site()
        func url(_ gateway: RunningGateway, through port: UInt16, host: String, _ body: String) throws -> (
            JSONValue?, String
        ) {
            let connection = try RawConnection(port: port)
            let fields = ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
            connection.send(request("/__mishap/sessions", fields, method: "POST", host: host) + body)
            let json = JSONValue(try JSONParser.parse(Array(connection.receiveResponse().body.utf8)).get())
            guard case .number(let port)? = json["port"] else { return (json["url"], "") }
            return (json["url"], port)
        }
        let body = #"{ "scenario": "a", "port": 0 }"#
        for (host, shown) in [
            ("127.0.0.1:80", "127.0.0.1"), ("[::1]:80", "[::1]"), ("gateway", "gateway"),
            ("x.localhost:1", "localhost"),
        ] {
            let (url, port) = try url(site.running, through: site.running.port, host: host, body)
            #expect(url == .string("http://\(shown):\(port)"))
        }
        // By a port that is a session's, others are not where the call came.
        let own = try site.gateway.listen("b")
        let (url1, _) = try url(site.running, through: own.port, host: "127.0.0.1:\(own.port)", #"{ "scenario": "a" }"#)
        #expect(
            url1.flatMap { value in if case .string(let text) = value { text } else { nil } }?
                .hasPrefix("http://127.0.0.1:\(site.running.port)/@~") == true)
        let told = try Site { $0.advertised = "http://10.0.0.7:8080" }
        let (url2, port) = try url(told.running, through: told.running.port, host: "localhost", body)
        #expect(url2 == .string("http://10.0.0.7:\(port)"))
    }

    @Test(arguments: ["1", "9000", "\"0\"", "null", "true", "-1", "0.5"]) func onlyAnyFreePortCanBeAskedFor(
        _ port: String
    ) throws {
        let called = try Site().running.call("POST", "sessions", "{ \"scenario\": \"a\", \"port\": \(port) }")
        #expect(called.status == 422)
        #expect(called.detail == "\"port\" is 0, for any free one; --session-ports says which there are for sessions")
    }

    @Test func portsOfARangeAreUsedInTurn() throws {
        let first = quietPort()
        let site = try Site { $0.sessions.ports = first...first + 2 }
        let body = #"{ "scenario": "a", "port": 0 }"#
        // Somebody else's, whom no option keeps away.
        let thief = try Site(["a"]) { $0.server.port = first + 1 }
        var ids: [String] = []
        for port in [first, first + 2] {
            let called = try site.running.call("POST", "sessions", body)
            #expect(try Self.port(called) == port)
            if case .string(let id)? = called.json["id"] { ids.append(id) }
        }
        let refused = try site.running.call("POST", "sessions", body)
        #expect(refused.status == 409)
        #expect(
            refused.detail
                == "no port of --session-ports \(first)-\(first + 2) can be listened on: port \(first + 1) on 127.0.0.1 is in use"
        )
        thief.gateway.stop()
        #expect(try Self.port(site.running.call("POST", "sessions", body)) == first + 1)
        let full = try site.running.call("POST", "sessions", body)
        #expect(full.status == 503)
        #expect(
            full.detail
                == "all ports of --session-ports \(first)-\(first + 2) are in use by sessions; one is free once one of them has ended"
        )
        // No session is left of those that were refused.
        guard case .array(let all)? = try site.running.call("GET", "sessions").json["sessions"] else { return }
        #expect(all.count == 5)
        #expect(try site.running.call("DELETE", "sessions/\(ids[0])").status == 200)
        #expect(try Self.port(site.running.call("POST", "sessions", body)) == first)
    }

    // MARK: What takes a session's place

    @Test func thePortOfADeletedSessionRefuses() throws {
        let site = try Site()
        let called = try site.running.call("POST", "sessions", #"{ "scenario": "a", "port": 0 }"#)
        let port = try Self.port(called)
        guard case .string(let id)? = called.json["id"] else { throw RunningGateway.SessionRefused(called: called) }
        let open = try RawConnection(port: port)
        open.send(request("/"))
        #expect(open.receiveResponse().body == "a 1 /")
        #expect(try site.running.call("DELETE", "sessions/\(id)").status == 200)
        #expect(throws: RawConnection.Failure.self) { try RawConnection(port: port) }
        // What was open finds nobody there any more.
        if open.send(request("/")) { #expect(open.receiveResponse().body.contains("a 2") == false) }
    }

    @Test func theRequestOfAnExpiredSessionFindsItGone() throws {
        let site = try Site()
        let called = try site.running.call("POST", "sessions", #"{ "scenario": "a", "port": 0, "ttl": "1ms" }"#)
        let port = try Self.port(called)
        guard case .string(let id)? = called.json["id"] else { throw RunningGateway.SessionRefused(called: called) }
        #expect(waitUntil { (try? site.running.call("GET", "sessions/\(id)").status) == 410 })
        #expect(try Self.ask(port).status == 410)
        // The next one that is asked for takes its place.
        #expect(
            waitUntil {
                _ = try? site.running.askForSession(#"{ "scenario": "b" }"#)
                return (try? RawConnection(port: port)) == nil
            })
    }

    @Test func resetSwapAndReloadGoOnAtThePort() throws {
        let site = try Site()
        let own = try site.gateway.listen("a")
        #expect(try Self.ends(own.port, 2) == ["a 1 /", "a 2 /"])
        #expect(try site.running.call("POST", "sessions/a/reset").status == 204)
        #expect(try Self.ends(own.port, 1) == ["a 1 /"])
        #expect(try site.running.call("PUT", "sessions/a/scenario", #"{ "scenario": "b" }"#).status == 200)
        #expect(try Self.ends(own.port, 1) == ["b 1 /"])
        try site.write(Self.scenario("new a"), to: "a")
        try site.reload()
        #expect(try Self.ends(own.port, 2) == ["new a 1 /", "new a 2 /"])
        // Other files do not matter.
        try site.write(Self.scenario("new b"), to: "b")
        try site.reload()
        #expect(try Self.ends(own.port, 1) == ["new a 3 /"])
        // Where the file goes, the last content stays.
        try site.remove("a")
        try site.reload()
        #expect(try Self.ends(own.port, 1) == ["new a 4 /"])
        #expect(try site.running.journal("a", ended: 4).entries.count == 4)
        try site.write(Self.scenario("a again"), to: "a")
        try site.reload()
        #expect(try Self.ends(own.port, 1) == ["a again 1 /"])
        try site.remove("a")
        try site.reload()
        #expect(site.gateway.stopListening("a"))
        #expect(!site.gateway.stopListening("a"))
        #expect(throws: RawConnection.Failure.self) { try RawConnection(port: own.port) }
        #expect(try site.running.call("GET", "sessions/a").status == 404)
    }

    @Test func entriesBeginAnewWithTheSession() throws {
        let site = try Site(connections: ["a": [Self.closing, Self.serving]])
        let own = try site.gateway.listen("a")
        let closed = "EOF"
        #expect(try Self.ends(own.port, 3) == [closed, "a 1 /", "a 2 /"])
        #expect(try site.running.call("POST", "sessions/a/reset").status == 204)
        #expect(try Self.ends(own.port, 2) == [closed, "a 1 /"])
        for _ in 0..<2 {
            #expect(try site.running.call("POST", "reset").status == 204)
            #expect(try Self.ends(own.port, 1) == [closed])
        }
        #expect(try Self.ends(own.port, 1) == ["a 1 /"])
        try site.write(Self.scenario("b"), to: "b")
        try site.reload()
        #expect(try Self.ends(own.port, 1) == ["a 2 /"])
        let open = try RawConnection(port: own.port)
        open.expectAlive("before")
        try site.write(Self.scenario("new"), to: "a")
        try site.reload()
        #expect(try Self.ends(own.port, 2) == [closed, "new 1 /"])
        open.expectAlive("what it began with")
        let called = try site.running.call("POST", "sessions", #"{ "scenario": "a" }"#)
        let port = try Self.port(called)
        guard case .string(let id)? = called.json["id"] else { throw RunningGateway.SessionRefused(called: called) }
        #expect(try Self.ends(port, 2) == [closed, "new 1 /"])
        #expect(try site.running.call("POST", "sessions/\(id)/reset").status == 204)
        #expect(try Self.ends(port, 2) == [closed, "new 1 /"])
        #expect(try site.running.call("PUT", "sessions/\(id)/scenario", #"{ "scenario": "b" }"#).status == 200)
        #expect(try Self.ends(port, 2) == ["b 1 /", "b 2 /"])
        #expect(try site.running.call("PUT", "sessions/\(id)/scenario", #"{ "scenario": "a" }"#).status == 200)
        #expect(try Self.ends(port, 2) == [closed, "new 1 /"])
    }

    // MARK: Other ways

    @Test func aScenarioOfConnectionsIsReachedInNoOtherWay() throws {
        let site = try Site(["a"], connections: ["a": [Self.serving]])
        let detail =
            #"\"a\" says what becomes of connections, and is reached by a port of its own only: mishap serve --listen a=PORT, "#
            + "or POST /__mishap/sessions, whose answer has the port"
        for answer in [
            try site.running.ask("/x"), try site.running.ask("/@a/x"),
            try site.running.ask("/x", "Mishap-Session: a~k"),
            try site.running.ask("/x", host: "a.localhost"), try site.running.ask("/x", "Mishap-Fail: http/html"),
        ] {
            #expect(answer.status == 409)
            #expect(answer.body.contains(detail), "\(answer)")
        }
        for name in ["a", "default"] {
            #expect(try site.running.call("GET", "sessions/\(name)/journal").json["entries"] == .array([]))
            #expect(try site.running.call("GET", "sessions/\(name)/verdict").status == 200)
            let match = try site.running.call("POST", "sessions/\(name)/match", #"{ "target": "/@a/x" }"#)
            #expect(match.json["rule"] == "rule 1")
        }
        #expect(site.gateway.defaultWithoutPort == "a")
        let own = try site.gateway.listen("a")
        #expect(site.gateway.defaultWithoutPort == nil)
        #expect(try Self.ask(own.port, "/@a/x").body == "a 1 /@a/x")
        #expect(try site.running.ask("/x").status == 409)
        // A session that has no port cannot be given such a scenario.
        let other = try Site(connections: ["a": [Self.serving]])
        let id = try other.running.askForSession(#"{ "scenario": "b" }"#)
        let called = try other.running.call("PUT", "sessions/\(id)/scenario", #"{ "scenario": "a" }"#)
        #expect(called.status == 409)
        #expect(called.detail.contains("\"port\": 0"))
        #expect(other.gateway.defaultWithoutPort == nil)
    }

    // MARK: The library

    @Test func listeningHasClearErrors() throws {
        let site = try Site(["shop/pay"].map { $0.replacing("/", with: "-") } + ["b"])
        func message(_ work: () throws(GatewayError) -> Void) -> String {
            do throws(GatewayError) { try work() } catch { return error.description }
            return ""
        }
        let gateway = site.gateway
        #expect(
            message { () throws(GatewayError) in try gateway.listen("shop-pax") }
                == #"there is no scenario "shop-pax"; did you mean "shop-pay"?"#)
        for name in ["default", "b~k", "~fail", ""] {
            #expect(
                message { () throws(GatewayError) in try gateway.listen(name) } == "there is no scenario \"\(name)\"")
        }
        let taken = gateway.port
        #expect(
            message { () throws(GatewayError) in try gateway.listen("b", port: taken) }
                == "no port for b: port \(taken) on 127.0.0.1 is in use")
        // It can be tried again.
        let own = try gateway.listen("b")
        #expect(
            message { () throws(GatewayError) in try gateway.listen("b") }
                == "b has a port of its own already, \(own.port)")
        #expect(
            GatewayError.listening(scenario: "b", .permissionDenied(host: "127.0.0.1", port: 80)).description
                == "no port for b: no permission to listen on port 80 of 127.0.0.1; ports below 1024 are the system's")
        #expect(gateway.stopListening("b"))
        #expect(!gateway.stopListening("shop-pay"))
        // The session of a scenario that is there stays.
        #expect(try site.running.ask("/x", "Mishap-Session: b").body == "b 1 /x")
        gateway.stop()
        #expect(
            message { () throws(GatewayError) in try gateway.listen("b") } == "no port for b: the server has stopped")
    }

    // MARK: States, and open connections

    @Test func aStateIsPutAndShown() throws {
        let site = try Site()
        let none = try site.running.call("PUT", "sessions/a/port", #"{ "state": "refuse" }"#)
        #expect(none.status == 409)
        #expect(none.detail.hasPrefix("the session has no port of its own; ask for one with POST /__mishap/sessions"))
        let own = try site.gateway.listen("a")
        for state in ["refuse", "connect-timeout", "open"] {
            let put = try site.running.call("PUT", "sessions/a/port", "{ \"state\": \"\(state)\" }")
            #expect(
                put.status == 200 && put.json["port"] == .number("\(own.port)")
                    && put.json["portState"] == .string(state))
            #expect(try site.running.call("GET", "sessions/a").json["portState"] == .string(state))
        }
        for (body, detail) in [
            (#"{ "state": "refused" }"#, #""state" is "open", "refuse" or "connect-timeout"; did you mean "refuse"?"#),
            (#"{ "state": 1 }"#, #""state" is "open", "refuse" or "connect-timeout""#),
            ("{}", #""state" is missing: "open", "refuse" or "connect-timeout""#),
            (#"{ "stat": "open" }"#, #"there is no member "stat"; did you mean "state"?"#),
        ] {
            let called = try site.running.call("PUT", "sessions/a/port", body)
            #expect(called.status == 422 && called.detail == detail, "\(called.text)")
        }
    }

    /// What the server was told.
    private final class Told: Sendable {
        let ends = Mutex<[String]>([])
    }

    /// A server that does what it is told, and keeps it.
    private static func tell(_ told: Told, _ site: Site) {
        let ports = site.gateway.sessions.ports
        var listeners = ports.listeners
        listeners.closeConnections = { _, byReset, idleOnly, _, then in
            told.ends.withLock { $0.append("\(byReset ? "reset" : "close") \(idleOnly ? "idle" : "all")") }
            then(3)
        }
        ports.connect(listeners)
    }

    @Test func openConnectionsAreEnded() throws {
        let (site, told) = (try Site(), Told())
        Self.tell(told, site)
        #expect(try site.running.call("POST", "sessions/a/connections/close").status == 409)
        try site.gateway.listen("a")
        for body in [nil, "{}", #"{ "end": "close" }"#, #"{ "end": "reset", "idle": false }"#, #"{ "idle": true }"#] {
            let called = try site.running.call("POST", "sessions/a/connections/close", body)
            #expect(called.status == 200 && called.json["closed"] == .number("3"))
        }
        #expect(told.ends.withLock { $0 } == ["close all", "close all", "close all", "reset all", "close idle"])
        for (body, detail) in [
            (#"{ "end": "rest" }"#, #""end" is "close" or "reset"; did you mean "reset"?"#),
            (#"{ "idle": "true" }"#, #""idle" is true or false, not a string"#),
            (#"{ "ende": "reset" }"#, #"there is no member "ende"; did you mean "end"?"#),
        ] {
            let called = try site.running.call("POST", "sessions/a/connections/close", body)
            #expect(called.status == 422 && called.detail == detail, "\(called.text)")
        }
        #expect(site.gateway.stopListening("a"))
        #expect(told.ends.withLock { $0.count } == 6)
    }

    @Test(.enabled(if: IPv6.isThere, "there is no ::1"))
    func statesOfEntriesBeginAndEndByThemselves() throws {
        let refusing = ConnectionEntry.port(.refuse, for: 300_000_000, failure: "tcp/refuse")
        let silent = ConnectionEntry.port(.connectTimeout, for: nil, failure: "tcp/connect-timeout")
        let site = try Site(connections: ["a": [refusing, Self.serving, silent]])
        let own = try site.gateway.listen("a")
        func refuses() -> Bool {
            [false, true].allSatisfy { (try? RawConnection(port: own.port, overIPv6: $0)) == nil }
        }
        func state() throws -> JSONValue? { try site.running.call("GET", "sessions/a").json["portState"] }
        #expect(refuses())
        #expect(try state() == "refuse")
        #expect(waitUntil { (try? state()) == "open" })
        #expect(waitUntil { (try? Self.ends(own.port, 1)) == ["a 1 /"] })
        #expect(try state() == "connect-timeout")
        // A state that is put holds; `open` goes on with the entries.
        #expect(
            try site.running.call("PUT", "sessions/a/port", #"{ "state": "refuse" }"#).json["portState"] == "refuse")
        #expect(refuses())
        #expect(try site.running.call("PUT", "sessions/a/port", #"{ "state": "open" }"#).json["portState"] == "open")
        #expect(try Self.ends(own.port, 1) == ["a 2 /"])
        // A reset begins with the first again.
        #expect(try site.running.call("POST", "sessions/a/reset").status == 204)
        #expect(refuses())
        #expect(waitUntil { (try? Self.ends(own.port, 1)) == ["a 1 /"] })
    }

    /// What a client says in TLS changes nothing: no listener has a plan for it.
    @Test func aHelloIsServed() {
        final class Plain: ShardResponder {
            func decide(_ exchange: Exchange) -> Decision { .needsBody }
            func ended(_ exchange: Exchange) {}
            func refused(connection: UInt64, status: Int, at arrivedAt: Int64) {}
        }
        let info = ConnectionInfo(id: 1, peer: .init(isLoopback: true))
        #expect(Plain().hello(TLSHello(serverName: "localhost", alpn: ["h2"]), of: info) == nil)
        #expect(Plain().accepted(info) === ConnectionPlan.serve)
    }
}
