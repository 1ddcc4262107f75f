import Foundation
import GatewayServer
import JSONText
import Mishap
import Synchronization
import TestSupport
import Testing

@testable import MishapCommand

/// `mishap doctor` over real connections: straight, through a proxy that forwards a FIN only, and at what is no gateway.
@Suite(.blocking) struct DoctorCommandTests {
    private static func gateway(host: String = "127.0.0.1") throws -> Gateway {
        try Gateway(Gateway.load([]), GatewayConfiguration(server: .init(host: host, port: 0, shards: 1)))
    }

    /// With the standard times it is done within 6 s where nothing answers. This only tells that from a wait without an end.
    private static let bound = Duration.seconds(60)

    /// Times that a busy machine keeps. `DoctorJudgementTests` has the standard ones, and what is late by them.
    private static let patient = DoctorTimes(
        tolerance: 60_000, mergeable: 60_000, patience: 60_000, health: 60_000, round: 120_000, rows: 120_000)

    /// Asks with time enough, so that no answer is late.
    private static func ask(_ url: String, asJSON: Bool = false, _ times: DoctorTimes = patient) throws -> Run {
        let words = Words()
        let context = CommandContext(environment: Environment([:]), output: words.output(), shutdown: .never)
        let code = DoctorCommand.ask(try GatewayAddress(url), asJSON: asJSON, context, times)
        return Run(code: code, words)
    }

    private static func json(_ run: Run) throws -> JSONValue {
        JSONValue(try JSONParser.parse(Array(run.output.utf8)).get())
    }

    private static func outcomes(_ report: JSONValue) throws -> [String: String] {
        guard case .array(let rows)? = report["rows"] else { throw MissingRows() }
        var outcomes: [String: String] = [:]
        for row in rows {
            guard case .string(let name)? = row["name"], case .string(let outcome)? = row["outcome"] else { continue }
            outcomes[name] = outcome
        }
        return outcomes
    }

    private static func names(_ value: JSONValue?) -> Set<String> {
        guard case .array(let values)? = value else { return [] }
        return Set(values.compactMap { if case .string(let name) = $0 { name } else { nil } })
    }

    @Test func straightAllArrives() async throws {
        try await aside {
            let gateway = try Self.gateway()
            defer { gateway.stop() }
            let run = try Self.ask(gateway.url, asJSON: true)
            #expect(run.error.isEmpty)
            let report = try Self.json(run)
            let outcomes = try Self.outcomes(report)
            #expect(outcomes.count == 16)
            #expect(outcomes.values.allSatisfy { $0 == "as sent" }, "\(run.output)")
            #expect(run.code == 0)
            #expect(report["gateway"] == .string(MishapVersion.text))
            #expect(report["address"] == .string("127.0.0.1:\(gateway.port)"))
            #expect(report["changed"] == [] && report["between"] == .null && report["help"] == [])
            #expect(report["https"]?["outcome"] == "as sent", "\(run.output)")
        }
    }

    /// By its command line, with the standard times: a busy machine may be late for these.
    @Test func theCommandAsksAGateway() throws {
        let gateway = try Self.gateway()
        defer { gateway.stop() }
        let run = Run(["doctor", gateway.url, "--json"])
        #expect([0, 1].contains(run.code) && run.error.isEmpty, "\(run.code) \(run.error)")
        let report = try Self.json(run)
        #expect(report["gateway"] == .string(MishapVersion.text))
        #expect(try Self.outcomes(report).count == 16)
    }

    @Test func behindAProxyThatForwardsAFINOnlyTheResetsAreLost() async throws {
        try await aside {
            let gateway = try Self.gateway()
            defer { gateway.stop() }
            let proxy = try LoopbackServer.proxy(to: gateway.port)
            defer { proxy.stop() }
            let run = try Self.ask(proxy.url, asJSON: true)
            let report = try Self.json(run)
            let changed = try Self.outcomes(report).filter { $0.value != "as sent" }
            #expect(
                changed == [
                    "reset without an answer": "changed", "reset in a body": "changed",
                    "reset during an upload": "changed",
                ], "\(run.output)")
            #expect(run.code == 1)
            #expect(
                report["between"]
                    == "a proxy of TCP, which ends the connection and opens another, such as Docker's for a published port"
            )
            let names = Self.names(report["changed"])
            #expect(names.isSuperset(of: ["tcp/reset", "tcp/reset-mid-body", "tcp/refuse", "urlerror/-1005"]))
            #expect(names.isDisjoint(with: ["tcp/close", "http/timeout", "http/malformed-header", "graph/190"]))
            #expect(Self.names(report["help"]).contains { $0.contains("--network host") })
            // Which passes TLS on.
            #expect(report["https"]?["outcome"] == "as sent")
        }
    }

    @Test func theTextSaysItForPeople() async throws {
        try await aside {
            let gateway = try Self.gateway()
            defer { gateway.stop() }
            let proxy = try LoopbackServer.proxy(to: gateway.port)
            defer { proxy.stop() }
            let run = try Self.ask(proxy.url)
            #expect(run.error.isEmpty)
            #expect(run.output.hasPrefix("\(proxy.url) at 127.0.0.1:\(proxy.port), Mishap \(MishapVersion.text)\n"))
            let row = try #require(run.output.split(separator: "\n").first { $0.contains("tcp/reset ") })
            #expect(row.contains("nothing, RST") && row.hasSuffix("nothing, FIN"))
            #expect(run.output.contains("\nBetween\n  a proxy of TCP"))
            #expect(
                run.output.contains(
                    "\n\nhttps: as sent, TLS 1.3 arrives with a certificate of this gateway's authority\n\n"))
        }
    }

    /// Nobody's test is about these requests.
    @Test func itsRequestsAreInNoReport() async throws {
        try await aside {
            let gateway = try Self.gateway()
            defer { gateway.stop() }
            #expect(try Self.ask(gateway.url).code == 0)
            let client = try RawConnection(port: gateway.port)
            client.send("GET /__mishap/fail/tcp/close/any HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(client.receive(within: .seconds(30)).ending == .end)
            let asking = try RawConnection(port: gateway.port)
            asking.send("GET /__mishap/report HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let body = asking.receiveResponse().body
            let report = JSONValue(try JSONParser.parse(Array(body.utf8)).get())
            guard case .array(let failures)? = report["failures"] else {
                Issue.record("no failures in \(body)")
                return
            }
            #expect(failures.compactMap { $0["name"] } == ["tcp/close"])
            #expect(failures.compactMap { $0["left"] } == [.number("1")])
        }
    }

    // MARK: What is no gateway

    @Test func nothingThere() {
        let run = Run(["doctor", "http://127.0.0.1:1"])
        #expect(run.code == 2)
        #expect(run.output.isEmpty)
        #expect(run.error == "mishap: http://127.0.0.1:1 cannot be reached: Connection refused\n")
    }

    @Test func nothingThereAsJSON() throws {
        let run = Run(["doctor", "http://127.0.0.1:1", "--json"])
        #expect(run.code == 2)
        #expect(run.error.isEmpty)
        let report = try Self.json(run)
        #expect(
            report["rows"] == [] && report["gateway"] == .null && report["changed"] == [] && report["https"] == .null)
        #expect(report["problem"] == "cannot be reached: Connection refused")
    }

    @Test(arguments: [
        "http://127.0.0.1:8080/path", "http://127.0.0.1:8080?x=1",
        "http://user@127.0.0.1:8080", "127.0.0.1",
    ])
    func whatIsNoAddressIsAMistake(url: String) {
        let run = Run(["doctor", url])
        #expect(run.code == 2)
        #expect(run.error.hasPrefix("mishap: \"\(url)\" is not where a gateway listens; "))
    }

    struct Stranger: Sendable, CustomTestStringConvertible {
        let name: String
        /// What it answers; nil if it reads and says nothing.
        let answer: String?
        let message: String
        var testDescription: String { name }
    }

    @Test(arguments: [
        Stranger(
            name: "another server", answer: "HTTP/1.0 404 File not found\r\nServer: SimpleHTTP/0.6\r\n\r\nno",
            message: "answers 404 File not found of SimpleHTTP/0.6 to /__mishap/health, so that it is not Mishap"),
        Stranger(
            name: "a proxy without its gateway",
            answer: "HTTP/1.1 502 Bad Gateway\r\nServer: nginx/1.22.1\r\nContent-Length: 0\r\n\r\n",
            message: "answers 502 Bad Gateway of nginx/1.22.1: a proxy that does not reach its gateway"),
        Stranger(
            name: "no HTTP", answer: "SSH-2.0-OpenSSH_9.2\r\n",
            message: "answers, but not in HTTP, so that it is not Mishap"),
        Stranger(
            name: "a close", answer: "",
            message: "closes the connection without an answer: a proxy, perhaps, whose gateway is not running"),
        Stranger(name: "silence", answer: nil, message: "does not answer within 2 s"),
    ])
    func whatIsNoGatewayIsSaidInOneLine(stranger: Stranger) async throws {
        try await aside {
            let server = try LoopbackServer { connection in
                _ = LoopbackServer.readHead(connection)
                if let answer = stranger.answer {
                    LoopbackServer.sendAll(Array(answer.utf8)[...], to: connection)
                } else {
                    _ = LoopbackServer.readHead(connection)
                }
            }
            defer { server.stop() }
            let started = ContinuousClock.now
            // Silence is awaited for the standard time, which the message has.
            let run = try stranger.answer == nil ? Run(["doctor", server.url]) : Self.ask(server.url)
            #expect(ContinuousClock.now - started < Self.bound)
            #expect(run.code == 2)
            #expect(run.output.isEmpty)
            #expect(run.error == "mishap: \(server.url) \(stranger.message)\n")
        }
    }

    /// The health is there once, and nothing after it: each connection is closed, or kept in silence.
    @Test(arguments: [true, false]) func aGatewayThatDiesInTheMiddleIsSaidInOneLine(closes: Bool) async throws {
        try await aside {
            let count = Counter()
            let server = try LoopbackServer { connection in
                guard count.next() == 1 else {
                    while !closes, !LoopbackServer.readHead(connection).isEmpty {}
                    return
                }
                _ = LoopbackServer.readHead(connection)
                LoopbackServer.sendAll(
                    Array(Self.health(#""status": "ok", "mishap": "1.0.0""#).utf8)[...], to: connection)
            }
            defer { server.stop() }
            let started = ContinuousClock.now
            // Silence is awaited to the end of its time, which is long enough for the health that comes.
            let run = try Self.ask(server.url, closes ? Self.patient : DoctorTimes(health: 3_000))
            #expect(ContinuousClock.now - started < Self.bound)
            #expect(run.code == 2)
            #expect(run.error == "mishap: \(server.url) stopped answering while it was asked: nothing comes\n")
        }
    }

    private static func health(_ members: String) -> String {
        let body = "{ \(members) }"
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Connection: close\r\n\r\n\(body)"
    }

    /// Its health has no version, and it does not know failures that came later.
    @Test func anOlderGatewayIsAskedForStockFailuresOnly() async throws {
        try await aside {
            let heads = Heads()
            let problem = "{}"
            let server = try LoopbackServer { connection in
                let head = LoopbackServer.readHead(connection)
                heads.add(head)
                let answer =
                    head.hasPrefix("GET /__mishap/health ")
                    ? Self.health(#""status": "ok""#)
                    : "HTTP/1.1 404 Not Found\r\nContent-Type: application/problem+json\r\nContent-Length: 2\r\n\r\n\(problem)"
                LoopbackServer.sendAll(Array(answer.utf8)[...], to: connection)
            }
            defer { server.stop() }
            let run = try Self.ask(server.url)
            #expect(run.code == 2)
            #expect(run.output.contains("It does not say that it is Mishap: an older one, or none."))
            #expect(run.output.contains("not tried: the gateway does not know it"))
            #expect(
                run.output.hasSuffix("\nhttps: not tried, an older gateway speaks no TLS\n\nNothing could be tried.\n"))
            #expect(!heads.all.contains { $0.contains("Mishap-Fail") })
            #expect(heads.all.contains { $0.hasPrefix("GET /__mishap/fail/tcp/reset/any ") })
        }
    }

    /// A proxy of HTTP that does not say its name: fields in lower case, and a 502 for what it cannot read.
    @Test func lowerCaseAndA502OfNobodysAreAnHTTPProxy() async throws {
        try await aside {
            let server = try LoopbackServer { connection in
                let isHealth = LoopbackServer.readHead(connection).hasPrefix("GET /__mishap/health ")
                let answer =
                    isHealth
                    ? Self.health(#""status": "ok", "mishap": "1.0.0""#)
                    : "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                LoopbackServer.sendAll(Array(answer.utf8)[...], to: connection)
            }
            defer { server.stop() }
            let run = try Self.ask(server.url, asJSON: true)
            #expect(run.code == 1)
            #expect(try Self.json(run)["between"] == "an HTTP proxy that does not say its name")
        }
    }

    @Test func localhostIsShownByItsAddress() async throws {
        try await aside {
            let gateway = try Self.gateway(host: "localhost")
            defer { gateway.stop() }
            let run = try Self.ask("http://localhost:\(gateway.port)", asJSON: true)
            #expect(run.code == 0)
            guard case .string(let address)? = try Self.json(run)["address"] else {
                Issue.record("no address in \(run.output)")
                return
            }
            #expect(["127.0.0.1:\(gateway.port)", "[::1]:\(gateway.port)"].contains(address))
        }
    }
}

private struct MissingRows: Error {}

/// Counts from 1, on any thread.
private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// Heads of requests, in the order in which they came.
private final class Heads: Sendable {
    private let heads = Mutex<[String]>([])

    var all: [String] { heads.withLock { $0 } }

    func add(_ head: String) { heads.withLock { $0.append(head) } }
}
