import Foundation
import GatewayServer
import JSONText
import Mishap
import TLSClient
import TestSupport
import Testing
import Wire

/// The control API against its OpenAPI document, in both directions: every other test that calls it fails on an answer that
/// the document does not have (`RunningGateway.call`), and these on anything in the document that there is not.
@Suite(.descriptors) struct OpenAPITests {
    /// What was seen of each operation.
    private final class Sight {
        var statuses: [ControlContract.Operation: Set<Int>] = [:]
        var members: Set<String> = []
        /// Parameters, header fields and members of bodies of calls that succeeded.
        var taken: [ControlContract.Operation: Set<String>] = [:]
    }

    private static let contract = RunningGateway.contract

    private static let scenario = #"""
        { "description": "A shop.", "clock": "manual", "variables": { "token": "a" },
          "rules": [
            { "name": "once", "match": { "path": "/once" }, "reply": { "text": "{{request.query.none}}" } },
            { "name": "pay", "match": { "path": "/pay", "method": "POST" }, "fail": "tcp/reset" },
            { "match": { "path": "/huge" }, "fail": "http/oversized-header" },
            { "match": { "path": "/raw" }, "reply": { "raw": "SFRUUC8xLjEgMjAwIOn/DQoNCg==" } } ],
          "otherwise": { "reply": { "status": 204 } } }
        """#

    /// A call, and what it answered. `meanwhile` is done until it answers.
    @discardableResult private func call(
        _ sight: Sight, _ gateway: RunningGateway, _ method: String, _ path: String, _ body: String? = nil,
        _ fields: [String] = [], contentType: String = "application/json", announcing length: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation, meanwhile: (() throws -> Void)? = nil
    ) throws -> RunningGateway.Called {
        let connection = try gateway.connect()
        let content =
            body == nil && length == nil
            ? [] : ["Content-Type: \(contentType)", "Content-Length: \(length ?? body?.utf8.count ?? 0)"]
        connection.send(request("/__mishap/\(path)", content + fields, method: method) + (body ?? ""))
        func receive(within time: Duration) -> RawConnection.Received {
            method == "HEAD" ? connection.receiveSized(0, within: time) : connection.receiveResponse(within: time)
        }
        var received = receive(within: meanwhile == nil ? .seconds(60) : .milliseconds(100))
        for _ in 0..<600 where received.status == nil {
            guard let meanwhile else { break }
            try meanwhile()
            received = receive(within: .milliseconds(100))
        }
        let json = (try? JSONParser.parse(Array(received.body.utf8)).get()).map { JSONValue($0) } ?? .null
        let called = RunningGateway.Called(
            status: received.status, fields: received.text.components(separatedBy: "\r\n"), text: received.body,
            json: json)
        let operation = try #require(
            Self.contract.operation(method, "/__mishap/" + path), sourceLocation: sourceLocation)
        let status = try #require(called.status, "\(method) \(path)", sourceLocation: sourceLocation)
        sight.statuses[operation, default: []].insert(status)
        let problems = Self.contract.problems(method, path, called) { sight.members.insert($0) }
        #expect(problems == [], sourceLocation: sourceLocation)
        if status < 300 {
            let query = path.split(separator: "?").dropFirst().first ?? ""
            sight.taken[operation, default: []].formUnion(
                query.split(separator: "&").map { String($0.prefix { $0 != "=" }) })
            sight.taken[operation, default: []].formUnion(fields.map { String($0.prefix { $0 != ":" }) })
            if let body, case .success(let node) = JSONParser.parse(Array(body.utf8)) {
                sight.taken[operation, default: []].formUnion(node.members?.map(\.name) ?? [])
            }
        }
        return called
    }

    private func filled(_ operation: ControlContract.Operation, id: String) -> String {
        String(operation.path.dropFirst("/__mishap/".count))
            .replacing("{id}", with: id).replacing("{failure}", with: "no/such").replacing("{name}", with: "shop")
            .replacing("{system}", with: "tcp").replacing("{code}", with: "reset")
    }

    // MARK: Both directions

    @Test func everythingThatIsDescribedHappens() throws {
        let sight = Sight()
        let gateway = try RunningGateway(["shop": Self.scenario])
        try refuse(sight, gateway)
        try useSessions(sight, gateway)
        try useScenarios(sight, gateway)
        try readJournals(sight, gateway)
        try judge(sight, gateway)
        try fillUp(sight)
        try usePorts(sight)

        // A problem is the same everywhere.
        for (name, _) in Self.contract.document["components"]?["schemas"]?["problem"]?["properties"]?.members ?? [] {
            #expect(sight.members.contains { $0.hasSuffix("2/" + name) || $0.hasSuffix("4/" + name) }, "\(name)")
        }
        for operation in Self.contract.operations {
            let seen = sight.statuses[operation] ?? []
            let missing = Set(Self.contract.statuses(operation)).subtracting(seen).subtracting(Self.untried(operation))
            #expect(missing == [], "\(operation.method) \(operation.path) never answered \(missing.sorted())")
            guard operation.method != "HEAD" else { continue }
            let parameters =
                Self.contract.parameters(operation, in: "query") + Self.contract.parameters(operation, in: "header")
                + Self.contract.bodyMembers(operation)
            let untaken = Set(parameters).subtracting(sight.taken[operation] ?? [])
            #expect(untaken == [], "\(operation.method) \(operation.path) never took \(untaken.sorted())")
            let unseen = Self.contract.answerMembers(operation, but: Self.untried(operation))
                .subtracting(sight.members)
                .filter { !Self.isOfAnother($0) }
            #expect(unseen == [], "never seen: \(unseen.sorted())")
        }
    }

    /// Whether a member is only in the answer of another call that has an answer of the same shape.
    private static func isOfAnother(_ member: String) -> Bool {
        // Only events of a stream have it, which is no document: LiveJournalTests.
        if member.contains("/sent/body") { return true }
        // Entries are those of the call on a journal, which has seen them all.
        if member.contains("/journal/entries[]/") { return true }
        if member.contains("/journal 200/entries[]/") { return member.contains("{id}") == member.hasSuffix("/session") }
        if member.hasSuffix("/session"), member.contains("/entries[]/") { return true }
        if ["/cutOff", "0/journal", "2/journal", "0/text", "2/text"].contains(where: { member.contains($0) }) {
            return !member.hasPrefix("DELETE")
        }
        return member.contains("/warnings") && (member.hasPrefix("GET") || member.contains("/port"))
    }

    /// Statuses that need more than these tests do.
    private static func untried(_ operation: ControlContract.Operation) -> Set<Int> {
        // Twenty other calls have to change the session between two steps of this one.
        let changes = ["/rules", "/scenario", "/enqueue", "/expect"]
        if changes.contains(where: { operation.path.contains($0) }) { return [503] }
        // Sixteen others have to watch.
        return operation.path == "/__mishap/journal" ? [503] : []
    }

    /// What every call of its kind refuses.
    private func refuse(_ sight: Sight, _ gateway: RunningGateway) throws {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
            try call(
                sight, gateway, method, "fail/http/status/200/x", nil, ["Mishap-Fail: http/status/200; message=x"])
        }
        // One that can be replaced.
        _ = try gateway.call(
            "POST", "sessions/default/rules", #"{ "name": "shop", "match": { "path": "/none" }, "fail": 503 }"#)
        let closed = try RunningGateway(["shop": Self.scenario]) { $0.token = "secret" }
        let off = try RunningGateway(["shop": Self.scenario]) { $0.control = .off }
        // Of another process.
        let gone = try RunningGateway(["shop": Self.scenario]).askForSession()
        for operation in Self.contract.operations {
            let path = filled(operation, id: "default")
            let statuses = Self.contract.statuses(operation)
            func call(
                _ gateway: RunningGateway, _ status: Int, _ path: String, _ body: String? = nil,
                _ fields: [String] = [], contentType: String = "application/json", announcing length: Int? = nil
            ) throws {
                guard statuses.contains(status) else { return }
                let called = try self.call(
                    sight, gateway, operation.method, path, body, fields, contentType: contentType,
                    announcing: length)
                #expect(called.status == status, "\(operation.method) \(path)")
            }
            let takesBody = statuses.contains(413)
            try call(closed, 401, path)
            try call(gateway, 403, path, nil, ["Origin: https://example.com"])
            try call(path.hasPrefix("fail") ? gateway : off, 404, path)
            if operation.path.contains("{id}") {
                try call(gateway, 404, filled(operation, id: "nonsense"), takesBody ? "{}" : nil)
            }
            try call(gateway, 400, path + "?nonsense=1", takesBody ? "{}" : nil)
            try call(gateway, 410, filled(operation, id: gone), takesBody ? "{}" : nil)
            try call(gateway, 413, path, nil, announcing: 17 << 20)
            if operation.method != "GET", operation.method != "HEAD" {
                try call(gateway, 415, path, "x", contentType: "text/plain")
            }
            let wrong =
                operation.path.hasSuffix("/sessions") && operation.method == "DELETE"
                ? "?label=T"
                : operation.path == "/__mishap/journal"
                    ? "?rate=5" : operation.path.hasSuffix("/journal") ? "?match=%7B%22nonsense%22:1%7D" : ""
            try call(gateway, 422, path + wrong, #"{ "nonsense": [] }"#)
        }
    }

    private func useSessions(_ sight: Sight, _ gateway: RunningGateway) throws {
        func call(_ method: String, _ path: String, _ body: String? = nil, _ fields: String...) throws {
            try self.call(sight, gateway, method, path, body, fields)
        }
        try call(
            "POST", "sessions",
            #"{ "scenario": "shop", "label": "T", "seed": 3, "variables": { "token": "b" }, "ttl": "1m", "#
                + #""clock": "real", "bodies": "1KiB", "expect": { "rule": "once", "requests": 1 } }"#,
            "Idempotency-Key: k")
        try call("POST", "sessions", #"{ "scenario": { "rules": [ { "nonsense": 1 } ] } }"#)
        let warned = #"{ "scenario": { "rules": [ { "match": { "path": "/:id" }, "reply": {} } ] } }"#
        try call("POST", "sessions", warned)
        let id = try gateway.askForSession()
        for method in ["GET", "HEAD"] {
            try call(method, "sessions?label=T&labelPrefix=T&limit=1")
            try call(method, "sessions?after=default")
            try call(method, "sessions/\(id)")
        }
        try call("PATCH", "sessions/\(id)/variables", #"{ "token": 7 }"#)
        try call("POST", "sessions/\(id)/clock", #"{ "advance": "1s" }"#)
        let real = try gateway.askForSession(#"{ "scenario": { "rules": [ { "fail": 503 } ] } }"#)
        try call("POST", "sessions/\(real)/clock", #"{ "advance": "1s" }"#)
        try call("POST", "sessions/\(id)/rules", #"{ "name": "down", "fail": 503 }"#)
        try call("POST", "sessions/\(id)/rules", #"{ "name": "once", "fail": 503 }"#)
        let warnedRule = #"{ "name": "warned", "match": { "path": "/:id" }, "reply": {} }"#
        try call("POST", "sessions/\(id)/rules?at=end", warnedRule)
        try call("PUT", "sessions/\(id)/rules/warned", warnedRule)
        try call("PUT", "sessions/\(id)/rules/new", #"{ "match": { "path": "/:id" }, "reply": {} }"#)
        try call("PUT", "sessions/\(id)/rules/warned", #"{ "nonsense": 1 }"#)
        try call("PUT", "sessions/\(id)/rules/once", warnedRule)
        try call("POST", "sessions/\(id)/enqueue", #"{ "choose": [ { "reply": {} } ] }"#)
        for _ in 0..<2 {
            try call("POST", "sessions/\(id)/expect", #"{ "name": "added", "rule": "once", "requests": 0 }"#)
        }
        try call("POST", "sessions/\(id)/rules", #"{ "name": "down", "nonsense": 503 }"#)
        try call("DELETE", "sessions/\(id)/rules/once")
        try call("DELETE", "sessions/\(id)/rules/down")
        try call("POST", "sessions/\(id)/reset?rules=1", "{}")
        let match =
            #"{ "method": "PUT", "target": "/once", "headers": [["A", "\u00e4"]], "headersEncoding": "latin1", "#
        try call(
            "POST", "sessions/\(id)/match",
            match + #""body": "YQ==", "bodyEncoding": "base64", "protocol": "HTTP/1.0", "tls": { "version": "1.3" } }"#)
        try call("PUT", "sessions/\(id)/scenario", warned)
        try call("PUT", "sessions/\(id)/scenario", #"{ "scenario": "shop" }"#)
        _ = try gateway.ask("/@\(id)/once")
        #expect(waitUntil { (try? gateway.journal(id, ended: 1)) != nil })
        try call("GET", "sessions/\(id)/journal")
        try call("PUT", "sessions/\(id)/scenario", #"{ "scenario": { "rules": [ { "nonsense": 1 } ] } }"#)
        let two = try RunningGateway(["a": Self.scenario, "b": Self.scenario])
        for path in ["rules", "enqueue", "expect"] {
            try self.call(sight, two, "POST", "sessions/default/\(path)", #"{ "fail": 503 }"#)
        }
        try self.call(sight, two, "PUT", "sessions/default/scenario", #"{ "scenario": "a" }"#)
        try call("POST", "reset?rules=0")
        try call("DELETE", "sessions/shop")
        try call("DELETE", "sessions/\(id)?wait=1s&settle=1ms")
        let labelled = try gateway.askForSession(#"{ "label": "T" }"#)
        try call("DELETE", "sessions?labelPrefix=T&wait=1s")
        try call("DELETE", "sessions/\(labelled)")
    }

    private func useScenarios(_ sight: Sight, _ gateway: RunningGateway) throws {
        func call(_ method: String, _ path: String, _ body: String? = nil, _ fields: String...) throws {
            try self.call(sight, gateway, method, path, body, fields)
        }
        let text = #"{ "rules": [ { "fail": 503 } ] }"#
        try call("PUT", "scenarios/put", #"{ "rules": [ { "match": { "path": "/:id" }, "reply": {} } ] }"#)
        try call("PUT", "scenarios/put", #"{ "rules": [ { "match": { "path": "/:id" }, "fail": 503 } ] }"#)
        try call("PUT", "scenarios/put", text)
        try call("PUT", "scenarios/put", text, "If-Match: *")
        try call("PUT", "scenarios/put", text, "If-Match: \"other\"")
        try call("DELETE", "scenarios/put", nil, "If-Match: \"other\"")
        for method in ["GET", "HEAD"] {
            try call(method, "scenarios?after=aaa&limit=1")
            try call(method, "scenarios/put")
            // Its file is gone: tests take their folders away once they are loaded.
            try call(method, "scenarios/shop")
            try call(method, "health")
            try call(method, "ca.pem")
            try call(method, "")
            try call(method, "openapi.json")
            try call(method, "catalogue")
            try call(method, "catalogue/tcp")
            try call(method, "catalogue/tcp/reset")
        }
        try call("DELETE", "scenarios/put", nil, "If-Match: *")
        try call("POST", "check", #"{ "rules": [ { "match": { "path": "/:id" }, "nonsense": 503 } ] }"#)
        try call("POST", "check", "{")
    }

    private func readJournals(_ sight: Sight, _ gateway: RunningGateway) throws {
        _ = try gateway.ask("/once")
        // A large body, and one with bytes that are no text, as in its method, target and field.
        for request in [
            Array(
                (request("/once", ["Content-Length: 20000"], method: "PUT") + String(repeating: "x", count: 20_000))
                    .utf8),
            Self.bytes("P?T /once/? HTTP/1.1\r\nHost: localhost\r\nX: ?\r\nContent-Length: 1\r\n\r\n?"),
            Self.bytes("PUT /once HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n?"),
        ] {
            let connection = try gateway.connect()
            connection.send(request)
            #expect(connection.receiveResponse().status != nil)
        }
        for path in ["/huge", "/raw"] { _ = try gateway.ask(path) }
        for start in [Array("\u{16}\u{3}\u{1}abc".utf8), [0x16, 0x03, 0x01, 0x00, 0xFF, 0xFE]] {
            let connection = try gateway.connect()
            connection.send(start)
            connection.finishSending()
            _ = connection.receive(within: .seconds(60))
        }
        let secure = try TLSConnection(
            port: gateway.port, settings: ClientSettings(alpn: ["http/1.1"]), serverName: "shop.test")
        secure.send(request("/once"))
        #expect(secure.receiveResponse().status != nil)
        // Refused by the gateway, and by the client.
        for settings in [
            try ClientSettings(alpn: ["x"]),
            try ClientSettings(authorities: TestCertificate(subject: "/CN=other").authorities),
        ] {
            #expect(throws: TLSConnection.Failure.self) {
                try TLSConnection(port: gateway.port, settings: settings, serverName: "shop.test")
            }
        }
        let batches = try RunningGateway([
            "calls":
                #"{ "system": "jsonrpc", "rules": [ { "name": "a", "match": { "rpc": "a" }, "reply": { "result": 1 } } ] }"#
        ])
        let calls = Array(repeating: #"{ "jsonrpc": "2.0", "id": 1, "method": "a" }"#, count: 1_000)
        let connection = try batches.connect()
        let batch = "[\(calls.joined(separator: ","))]"
        connection.send(
            request("/", ["Content-Type: application/json", "Content-Length: \(batch.utf8.count)"], method: "POST")
                + batch)
        #expect(connection.receiveResponse().status == 200)
        for (gateway, count) in [(gateway, 11), (batches, 1)] {
            #expect(
                try waitUntil {
                    let journal = try gateway.call("GET", "sessions/default/journal").json
                    guard case .array(let entries)? = journal["entries"] else { return false }
                    return entries.count == count && !entries.contains { $0["ending"] == .null }
                })
            for method in ["GET", "HEAD"] { try call(sight, gateway, method, "sessions/default/journal") }
        }
        try call(
            sight, gateway, "GET",
            "sessions/default/journal?after=0&rule=once&limit=10&unmatched=0&wait=1ms&match=%7B%7D&order=ending", nil,
            ["Last-Event-ID: c0.0"])
        // Bodies of JSON, and with a coding.
        let coded = try gateway.askForSession()
        let zlib = ZlibEncoder()
        for (content, field) in [
            (Array(#"{ "a": 1 }"#.utf8), "X: 1"), (zlib.encode([[0xFF]], .gzip)[0], "Content-Encoding: gzip"),
            (zlib.encode([Array("[1]".utf8)], .gzip)[0], "Content-Encoding: gzip"),
        ] {
            let connection = try gateway.connect()
            connection.send(
                Array(request("/@\(coded)/once", [field, "Content-Length: \(content.count)"], method: "PUT").utf8)
                    + content)
            #expect(connection.receiveResponse().status != nil)
        }
        _ = try gateway.journal(coded, ended: 3)
        try call(sight, gateway, "GET", "sessions/\(coded)/journal")
        for method in ["GET", "HEAD"] {
            try call(sight, gateway, method, "sessions/default/journal?order=arrival&limit=1")
        }
        let id = try gateway.askForSession(
            #"{ "scenario": { "rules": [ { "match": { "path": "/a" }, "fail": 503 } ] } }"#)
        #expect(try gateway.ask("/@\(id)/b").status == 404)
        try call(sight, gateway, "GET", "sessions/\(id)/journal")
        // One whose client shows a certificate.
        let asking = try gateway.call(
            "POST", "sessions",
            #"{ "scenario": { "connections": [{ "accept": true, "tls": { "clientCertificate": "optional" } }], "rules": [{ "reply": {} }] } }"#
        ).json
        if case .string(let id)? = asking["id"], case .number(let port)? = asking["port"], let port = UInt16(port) {
            let client = try TestCertificate(subject: "/CN=client").ofClient
            let connection = try TLSConnection(port: port, settings: ClientSettings(certificate: client))
            connection.send(request("/"))
            #expect(connection.receiveResponse().status == 200)
            _ = try gateway.journal(id, ended: 1)
            try call(sight, gateway, "GET", "sessions/\(id)/journal")
        } else {
            Issue.record("\(asking)")
        }
        // One that crosses the end of its connection.
        let once = try gateway.askForSession(
            #"{ "scenario": { "keepAlive": { "requests": 1 }, "rules": [ { "reply": {} } ] } }"#)
        let crossing = try gateway.connect()
        crossing.send(request("/@\(once)/a") + request("/@\(once)/b"))
        _ = try gateway.journal(once, ended: 2)
        try call(sight, gateway, "GET", "sessions/\(once)/journal")
    }

    /// With a byte that is no UTF-8 in the place of each `?`.
    private static func bytes(_ text: String) -> [UInt8] { text.utf8.map { $0 == UInt8(ascii: "?") ? 0xFF : $0 } }

    private func judge(_ sight: Sight, _ gateway: RunningGateway) throws {
        _ = try gateway.call("GET", "fail/http/html/x")
        _ = try gateway.journal("~fail", ended: 1)
        for method in ["GET", "HEAD"] { try call(sight, gateway, method, "report?notReached=1") }
        for method in ["GET", "HEAD"] { try call(sight, gateway, method, "journal?limit=10") }
        try call(sight, gateway, "GET", "schema")
        try call(sight, gateway, "HEAD", "journal?live=1&rate=10")
        // Nothing ends what is live but its client, which has seen enough.
        let live = try #require(Self.contract.operations.first { $0.method == "GET" && $0.path == "/__mishap/journal" })
        sight.taken[live, default: []].formUnion(["live", "rate"])
        for method in ["GET", "HEAD"] { try call(sight, gateway, method, "metrics") }
        let expect = #"{ "name": "twice", "rule": "once", "requests": 2 }"#
        let id = try gateway.askForSession("{ \"expect\": \(expect) }")
        _ = try gateway.ask("/@\(id)/once")
        _ = try gateway.journal(id, ended: 1)
        for method in ["GET", "HEAD"] {
            for assert in ["0", "1"] {
                try call(sight, gateway, method, "sessions/\(id)/verdict?wait=1ms&settle=0&assert=\(assert)")
            }
        }
        for (query, expect) in [
            ("", "[\(expect)]"), ("?assert=0", expect), ("?assert=1", expect), ("", "{ \"rule\": 1 }"),
        ] {
            let body = "{ \"expect\": \(expect), \"after\": 0, \"wait\": \"1ms\", \"settle\": \"0s\" }"
            try call(sight, gateway, "POST", "sessions/\(id)/verify\(query)", body)
        }
        let kept = #"{ "expect": { "name": "kept", "rule": "once", "requests": 1 } }"#
        for _ in 0..<2 { try call(sight, gateway, "POST", "sessions/\(id)/verify?keep=1", kept) }
        let waiting = "{ \"expect\": \(expect), \"wait\": \"60s\" }"
        for (method, path, body) in [
            ("GET", "verdict?wait=60s", nil), ("HEAD", "verdict?wait=60s", nil), ("POST", "verify", waiting),
        ] {
            let called = try call(sight, gateway, method, "sessions/\(id)/\(path)", body) {
                _ = try gateway.call("POST", "sessions/\(id)/reset")
            }
            #expect(called.status == 409)
        }
        // What no rule took, and what is still on its way.
        let orders =
            #""rules": [ { "name": "orders", "match": { "path": "/orders" }, "reply": {} }, "#
            + #"{ "match": { "path": "/held" }, "fail": "http/timeout" } ]"#
        for assert in ["0", "1"] {
            let id = try gateway.askForSession(
                "{ \"scenario\": { \(orders) }, \"expect\": { \"rule\": \"orders\", \"requests\": 1 } }")
            _ = try gateway.ask("/@\(id)/order")
            _ = try gateway.journal(id, ended: 1)
            try call(sight, gateway, "DELETE", "sessions/\(id)/journal")
            for path in ["order", "orders", "orders"] { _ = try gateway.ask("/@\(id)/\(path)") }
            _ = try gateway.journal(id, ended: 3)
            for method in ["GET", "HEAD"] {
                try call(sight, gateway, method, "sessions/\(id)/verdict?settle=0&assert=\(assert)")
            }
            let twice = #"{ "expect": { "rule": "orders", "requests": 1 } }"#
            try call(sight, gateway, "POST", "sessions/\(id)/verify?assert=\(assert)", twice)
            let held = try gateway.connect()
            held.send(request("/@\(id)/held"))
            #expect(waitUntil { (try? gateway.call("GET", "sessions/\(id)").json["requests"]) == .number("5") })
            try call(
                sight, gateway, "DELETE", "sessions/\(id)?journal=1&limit=10&wait=0&settle=0&assert=\(assert)")
        }
    }

    private func usePorts(_ sight: Sight) throws {
        let first = quietPort()
        let gateway = try RunningGateway(["shop": Self.scenario]) { $0.sessions.ports = first...first }
        func call(_ method: String, _ path: String, _ body: String) throws {
            try self.call(sight, gateway, method, path, body)
        }
        for (method, path, body) in [
            ("PUT", "port", #"{ "state": "refuse" }"#), ("POST", "connections/close", "{}"),
        ] { try call(method, "sessions/shop/\(path)", body) }
        let taken = try RunningGateway(["shop": Self.scenario]) { $0.server.port = first }
        try call("POST", "sessions", #"{ "port": 0 }"#)
        taken.gateway.stop()
        let made = try self.call(sight, gateway, "POST", "sessions", #"{ "label": "T", "port": 0 }"#)
        guard case .string(let id)? = made.json["id"] else { throw RunningGateway.SessionRefused(called: made) }
        try call("POST", "sessions", #"{ "port": 0 }"#)
        for method in ["GET", "HEAD"] {
            try self.call(sight, gateway, method, "sessions?label=T")
            try self.call(sight, gateway, method, "sessions/\(id)")
        }
        try call("PUT", "sessions/\(id)/scenario", #"{ "scenario": "shop" }"#)
        for state in ["open", "refused"] { try call("PUT", "sessions/\(id)/port", "{ \"state\": \"\(state)\" }") }
        for end in ["reset", "rest"] {
            try call("POST", "sessions/\(id)/connections/close", "{ \"end\": \"\(end)\", \"idle\": true }")
        }
    }

    private func fillUp(_ sight: Sight) throws {
        let gateway = try RunningGateway(["shop": Self.scenario]) { $0.sessions.count = 1 }
        _ = try gateway.askForSession()
        try call(sight, gateway, "POST", "sessions", "{}")
    }

    // MARK: The document

    /// What generated programs, and whoever reads it, can take.
    @Test func itIsForGenerators() throws {
        let gateway = try RunningGateway(["shop": Self.scenario])
        let called = try gateway.call("GET", "openapi.json")
        #expect(called.text.utf8.count <= 120_000, "\(called.text.utf8.count) bytes")
        let references = called.text.matches(of: /"\$ref": "([^"]*)"/).map { String($0.1) }
        for reference in Set(references) {
            let found = reference.split(separator: "/").dropFirst().reduce(called.json) { $0[String($1)] ?? .null }
            #expect(reference.hasPrefix("#/") && found != .null, "\(reference)")
        }
        let schemas = Set(called.json["components"]?["schemas"]?.members.map(\.0) ?? [])
        #expect(schemas.isSuperset(of: ["scenario", "rule", "step", "match", "expectation", "sessionPage"]))
        #expect(called.json["components"]?["responses"]?.members.map(\.0) == ["problem"])
        let tags = Set(called.json["tags"]?.elements.compactMap { $0["name"]?.text } ?? [])
        for operation in Self.contract.operations {
            #expect(operation.method != "HEAD")
            let used = Self.contract.document["paths"]?[operation.path]?[operation.method.lowercased()]?["tags"]
            #expect(used?.elements.allSatisfy { $0.text.map(tags.contains) == true } == true)
        }
        #expect(Self.contract.operations.count { $0.path.hasSuffix("/fail/{failure}") } == 1)
    }

    @Test func theSchemaIsThatOfTheFile() throws {
        let gateway = try RunningGateway(["shop": Self.scenario])
        let connection = try gateway.connect()
        connection.send(request("/__mishap/schema", ["Connection: close"]))
        let received = connection.receive(within: .seconds(60))
        let file = try String(
            contentsOf: Repository.root.appending(path: "scenarios/scenario.schema.json"), encoding: .utf8)
        #expect(received.body == file)
    }

    @Test func itIsServed() throws {
        let gateway = try RunningGateway(["shop": Self.scenario])
        let called = try gateway.call("GET", "openapi.json")
        #expect(called.status == 200)
        #expect(called.json["openapi"] == "3.1.0")
        #expect(called.json["paths"]?["/__mishap/sessions/{id}"]?["get"]?["operationId"] == "showSession")
        #expect(called.text.hasPrefix("{\n  \"openapi\""))
    }

    @Test func eachOperationHasANameOfItsOwn() {
        let names = Self.contract.operations.map { operation in
            Self.contract.document["paths"]?[operation.path]?[operation.method.lowercased()]?["operationId"]
        }
        #expect(Set(names).count == names.count)
        #expect(!names.contains(nil))
    }
}
