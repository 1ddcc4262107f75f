import Catalogue
import Engine
import GatewayServer
import Mishap
import Rules
import ScenarioFiles
import TLS
import TestSupport
import Testing
import Wire

/// Two calls in one request, answered in one response: a dialect from the wire to the wire.
///
/// `Gateway.load` takes no dialects yet, so the engine is joined to the server here; EngineTests has the words of it.
@Suite(.descriptors) struct ToyDialectTests {
    @Test func twoCallsInOneRequestAreAnsweredInOneResponse() throws {
        let server = try Server(
            ServerConfiguration(port: 0, shards: 2),
            responder: EngineResponder(
                #"""
                { "system": "lines", "rules": [
                  { "match": { "line": "one" }, "steps": [ { "reply": { "json": 1 } }, { "reply": { "json": 11 } } ] },
                  { "match": { "line": "two" }, "steps": [ { "reply": { "json": 2, "status": 201 } } ] },
                  { "match": { "line": "die" }, "steps": [ { "fail": "tcp/reset" } ] } ] }
                """#), tls: TLSServer(Certificates(now: { 0 })))
        defer { server.stop() }
        func ask(_ lines: String) throws -> RawConnection.Received {
            let connection = try RawConnection(port: server.port)
            connection.send(request("/", ["Content-Length: \(lines.utf8.count)"], method: "POST") + lines)
            return connection.receiveResponse()
        }
        let answer = try ask("one\ntwo")
        #expect(
            answer.withoutDate == "HTTP/1.1 201 Created\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\n1+2")
        #expect(try ask("two\none\nnobody").body == "2+11+?")
        #expect(try ask("one\ndie\ntwo").description == " [ECONNRESET]")
    }
}

/// A system whose calls are the lines of the body.
private struct Lines: Dialect {
    var name: String { "lines" }
    var matchFields: [MatchField] { [MatchField("line", "The line.")] }
    var readsBody: Bool { true }
    var stockSuccess: Reply { Reply(status: 200, contentType: "text/plain", text: "") }

    func read(_ request: Request) -> Reading {
        let lines = request.body.split(separator: UInt8(ascii: "\n"))
        return .calls(lines.map { Call(fields: CallFields(first: Array($0)), text: Array($0)) })
    }

    func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply {
        var reply = stockSuccess
        reply.content = Array(answers.compactMap { $0?.content }.joined(separator: [UInt8(ascii: "+")]))
        reply.head.status = answers.compactMap { $0?.head.status }.first { $0 != 200 } ?? 200
        return reply
    }

    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? {
        Reply(status: 200, contentType: "text/plain", text: "?")
    }
}

/// The straight line without sessions and journal.
private struct EngineResponder: Responder {
    let scenario: CompiledScenario
    let state: SessionState

    init(_ text: String) throws {
        var numbering = ScriptNumbering()
        let result = ScenarioLoader(
            source: FileScenarioSource(), patterns: PCRE2Compiler(), encoder: ZlibEncoder(),
            failures: .all(with: [Lines()])
        )
        .load(Array(text.utf8), name: "toy", file: "toy.json", numbering: &numbering)
        scenario = try #require(result.scenarios.first, "\(result.text)")
        state = SessionState(scenario)
    }

    func responder(forShard shard: Int) -> any ShardResponder { EngineShardResponder(responder: self) }
}

private final class EngineShardResponder: ShardResponder {
    let responder: EngineResponder

    init(responder: EngineResponder) { self.responder = responder }

    func decide(_ exchange: Exchange) -> Decision {
        switch Engine.decide(exchange.request, scenario: responder.scenario, state: responder.state) {
        case .needsBody, .waits, .takesLong: .needsBody
        case .answer(let answer): .plan(answer.plan)
        case .unmatched: .plan(WirePlan(Reply(ResponseHead(status: 404)).script()))
        }
    }

    func ended(_ exchange: Exchange) {}
    func refused(connection: UInt64, status: Int, at arrivedAt: Int64) {}
}
