@testable import Systems
import Catalogue
import TestSupport
import Testing
import Wire

/// What a JSON-RPC server answers where nobody scripted anything.
struct JSONRPCTests {
    private func answer(_ body: [UInt8]) -> Reply {
        let dialect = JSONRPC()
        let request = Request.make("POST", "/rpc", body: body)
        switch dialect.read(request) {
        case .unreadable(let reply): return reply
        case .call(let call):
            return dialect.combine([dialect.unscripted(call, in: AnswerContext(request))], of: request)
        case .calls(let calls), .batch(_, let calls):
            return dialect.combine(calls.map { dialect.unscripted($0, in: AnswerContext(request)) }, of: request)
        }
    }

    private func tell(_ body: String) -> String { tell(Array(body.utf8)) }

    private func tell(_ body: [UInt8]) -> String {
        let reply = answer(body)
        return String(decoding: reply.content, as: UTF8.self)
            + (reply.head.status == 200 ? "" : " \(reply.head.status)")
    }

    private static func error(_ code: Int, _ message: String, id: String = "null") -> String {
        #"{"jsonrpc":"2.0","error":{"code":\#(code),"message":"\#(message)"},"id":\#(id)}"#
    }
    private static func notFound(_ id: String) -> String { error(-32601, "Method not found", id: id) }
    private static let invalid = error(-32600, "Invalid Request")
    private static let broken = error(-32700, "Parse error")

    @Test(arguments: [
        "1", "-7", "0", "1.0", "1e2", "-0", "12345678901234567890123456789", "0.1000", #""1""#, #""""#, #""\u00e9\n""#,
        "null",
    ])
    func theIDComesBackAsItWasWritten(id: String) {
        #expect(tell(#"{"jsonrpc":"2.0","method":"nope","id":\#(id)}"#) == Self.notFound(id))
        #expect(tell(#"{"method":"nope","id" : \#(id) ,"jsonrpc":"2.0","params":[1]}"#) == Self.notFound(id))
    }

    @Test(arguments: [
        "", " ", #"{"jsonrpc":"2.0","method":"f","params":"b"#, "nope", #"{"jsonrpc":"2.0","method":"f","id":01}"#,
        #"[{"jsonrpc":"2.0","method":"f","id":1},"#, #"{"jsonrpc":"2.0","method":"\ud800","id":1}"#, "{} x", "[1,]",
    ])
    func whatIsNotJSONIsAParseError(body: String) { #expect(tell(body) == Self.broken) }

    @Test func whatIsNotUTF8IsAParseError() {
        #expect(tell(Array(#"{"jsonrpc":"2.0","method":""#.utf8) + [0xFF] + Array(#"","id":1}"#.utf8)) == Self.broken)
        #expect(tell([0xEF, 0xBB, 0xBF] + Array(#"{"jsonrpc":"2.0","method":"f","id":1}"#.utf8)) == Self.broken)
    }

    @Test(arguments: [
        "{}", "1", "null", #""text""#, "[]", #"{"jsonrpc":"2.0","method":1,"params":"bar"}"#, #"{"jsonrpc":"2.0"}"#,
        #"{"method":"f"}"#, #"{"jsonrpc":"2.0","method":"f","id":[1]}"#, #"{"jsonrpc":"2.0","method":"f","id":true}"#,
        #"{"jsonrpc":"2.0","method":"f","params":7}"#, #"{"jsonrpc":2.0,"method":"f"}"#,
    ])
    func whatIsNoRequestIsInvalid(body: String) { #expect(tell(body) == Self.invalid) }

    @Test func anInvalidRequestKeepsTheIDThatCouldBeRead() {
        #expect(
            tell(#"{"jsonrpc":"2.0","method":1,"id":"x"}"#) == Self.error(-32600, "Invalid Request", id: #""x""#))
        #expect(
            tell(#"{"jsonrpc":"3.0","method":"f","id":9.50}"#) == Self.error(-32600, "Invalid Request", id: "9.50"))
    }

    @Test func theLastOfTwoKeysCounts() {
        #expect(tell(#"{"jsonrpc":"2.0","id":1,"method":"f","id":2}"#) == Self.notFound("2"))
        #expect(tell(#"{"jsonrpc":"2.0","id":1,"method":"f","method":1}"#).contains("-32600"))
    }

    @Test func aNotificationGetsNothing() {
        #expect(tell(#"{"jsonrpc":"2.0","method":"nope"}"#) == " 204")
        #expect(tell(#"[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b","params":{}}]"#) == " 204")
        #expect(tell(#"{"method":"nope","params":null,"id":null}"#) == " 204")
    }

    @Test func eachElementOfABatchHasItsOwnAnswer() {
        #expect(tell("[1]") == "[\(Self.invalid)]")
        #expect(tell("[1,2,3]") == "[\(Self.invalid),\(Self.invalid),\(Self.invalid)]")
        #expect(
            tell(
                #"""
                 [ {"jsonrpc":"2.0","method":"a","id":"1"}, {"jsonrpc":"2.0","method":"b"}, {"foo":"boo"}, [],
                   {"jsonrpc":"2.0","method":"c","id":9.0}, {"method":"old","id":3} ]
                """#)
                == "["
                + [
                    Self.notFound(#""1""#), Self.invalid, Self.invalid, Self.notFound("9.0"),
                    Self.error(-32600, "Invalid Request", id: "3"),
                ].joined(separator: ",") + "]")
    }

    @Test func olderEnvelopesAreAnsweredInKind() {
        #expect(
            tell(#"{"method":"f","params":null,"id":"u-1"}"#)
                == #"{"result":null,"error":{"code":-32601,"message":"Method not found"},"id":"u-1"}"#)
        #expect(
            tell(#"{"version":"1.1","method":"f","params":{"a":1},"id":5}"#)
                == #"{"version":"1.1","error":{"name":"JSONRPCError","code":-32601,"message":"Method not found"},"id":5} 500"#
        )
        #expect(
            tell(#"{"version":"1.1","method":"f"}"#)
                == #"{"version":"1.1","error":{"name":"JSONRPCError","code":-32601,"message":"Method not found"}} 500"#)
        #expect(tell(#"{"method":"f","params":{"a":1},"id":1}"#).contains("-32600"))
    }

    @Test func whatIsTooMuchIsRefused() {
        let element = #"{"jsonrpc":"2.0","method":"f","id":1}"#
        func batch(_ count: Int) -> String {
            "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
        }
        #expect(tell(batch(JSONRPC.maximumBatch + 1)) == Self.invalid)
        #expect(tell(batch(100_000)) == Self.invalid)
        func nested(_ depth: Int) -> String {
            #"{"jsonrpc":"2.0","method":"f","id":1,"params":"#
                + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        }
        #expect(tell(nested(JSONRPC.maximumDepth - 1)) == Self.notFound("1"))
        #expect(tell(nested(JSONRPC.maximumDepth)) == Self.broken)
        #expect(tell(nested(100_000)) == Self.broken)
        #expect(tell(String(repeating: "[", count: 100_000)) == Self.broken)
    }

    @Test func farTooManyValuesAreRefusedBeforeTheyAreMade() {
        let many = String(repeating: "0,", count: JSONRPC.maximumCommas) + "0"
        #expect(tell(#"{"jsonrpc":"2.0","method":"f","id":1,"params":["# + many + ",0]}") == Self.invalid)
        #expect(tell("[" + many + "]") == Self.invalid)
        // In a string they are only commas.
        let text = #"\\\""# + String(repeating: ",", count: JSONRPC.maximumCommas + 1)
        #expect(tell(#"{"jsonrpc":"2.0","method":"\#(text)","id":1}"#) == Self.notFound("1"))
    }

    @Test func onlyElementsOfABatchAreCountedAsSuch() {
        let members = (0..<JSONRPC.maximumBatch + 1).map { "\"m\($0)\":0" }.joined(separator: ",")
        #expect(tell(#" {"jsonrpc":"2.0","method":"f","id":1,"# + members + "}") == Self.notFound("1"))
        #expect(tell(" [" + String(repeating: "{},", count: JSONRPC.maximumBatch) + "{}]") == Self.invalid)
    }

    @Test(arguments: [
        ("0", "1"), ("0.0", "1"), ("-0", "1"), ("-0.00e5", "1"), ("0E9", "1"), ("1.5", "0"), ("1e2", "0"), ("7", "8"),
        ("0.001", "0"), ("null", "1"), (#""a""#, #""a-other""#),
    ])
    func aWrongIDIsAnotherOne(id: String, other: String) throws {
        let failure = try #require(FailureIndex.all["jsonrpc/wrong-id"])
        guard case .spoiler(let spoil) = failure.prepared(Arguments(of: failure)) else {
            Issue.record("it is no spoiler")
            return
        }
        var reply = Reply(status: 200, contentType: "application/json", text: #"{"result":1,"id":\#(id)}"#)
        spoil(nil, &reply)
        #expect(String(decoding: reply.content, as: UTF8.self) == #"{"result":1,"id":\#(other)}"#)
    }

    @Test func aNumberOfAMegabyteComesBack() {
        let number = String(repeating: "9", count: 1 << 20)
        #expect(tell(#"{"jsonrpc":"2.0","method":"f","id":\#(number)}"#) == Self.notFound(number))
    }

    @Test func onlyAPOSTIsARequest() {
        guard case .unreadable(let reply) = JSONRPC().read(Request.make("GET", "/rpc")) else {
            Issue.record("a GET was read")
            return
        }
        #expect(reply.head.status == 405 && reply.head.has("allow"))
    }

    @Test(arguments: [
        ("jsonrpc/-32042", "Server error"), ("jsonrpc/-32099", "Server error"), ("jsonrpc/4001", "Application error"),
        ("jsonrpc/0", "Application error"), ("jsonrpc/-32300", "Transport error"),
    ])
    func everyCodeHasAName(name: String, message: String) throws {
        let failure = try #require(FailureIndex.all[name])
        #expect(bytes(failure.script()).contains(#""code":\#(name.dropFirst(8)),"message":"\#(message)""#))
    }

    @Test(arguments: ["jsonrpc/", "jsonrpc/01", "jsonrpc/+1", "jsonrpc/1.0", "jsonrpc/-", "jsonrpc/-0"])
    func whatIsNoCodeHasNone(name: String) { #expect(FailureIndex.all[name] == nil) }
}
