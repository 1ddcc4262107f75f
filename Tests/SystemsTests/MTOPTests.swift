@testable import Catalogue
@testable import Systems
import TestSupport
import Testing
import Wire

/// What an MTOP gateway reads in a request, and what it answers where nobody scripted anything.
struct MTOPTests {
    private func post(_ target: String, _ form: String, type: String = "application/x-www-form-urlencoded") -> Request {
        Request.make("POST", target, fields: [("Content-Type", type)], body: Array(form.utf8))
    }

    private func call(_ request: Request) -> Call? { MTOP().read(request).whole }

    private func words(_ request: Request) -> String {
        guard let call = call(request) else { return "unreadable" }
        let fields = [MTOP.Field.api, .v].map { name in
            call.fields[name].map { String(decoding: $0, as: UTF8.self) } ?? "-"
        }
        return (fields + [String(decoding: call.text, as: UTF8.self)]).joined(separator: " ")
    }

    // MARK: Reading

    @Test(arguments: [
        ("/gw/mtop.a.b/1.0/", "mtop.a.b 1.0 "),
        ("/gw-open/mtop.a.b/1.0/", "mtop.a.b 1.0 "),
        ("/gw/mtop.a.b/1.0", "mtop.a.b 1.0 "),
        ("/h5/mtop.a.b/1.0/?jsv=2.6.1&appKey=1&api=mtop.x&v=9&data=%7B%22a%22%3A1%7D", #"mtop.a.b 1.0 {"a":1}"#),
        ("/some/base/gw/mtop.a.b/2/?data={}", "mtop.a.b 2 {}"),
        ("/gw/MTOP.A.B/1.0/", "mtop.a.b 1.0 "),
        ("/gw/mtop.a%2Eb/1%2e0/", "mtop.a.b 1.0 "),
        ("/rest/api3.do?api=Mtop.A&v=1.0&data=a+b%2Bc", "mtop.a 1.0 a b+c"),
        ("/?v=1.0&api=mtop.a&api=mtop.b", "mtop.a 1.0 "),
        ("/gw/mtop.a/?v=3", "mtop.a 3 "), ("/?%61pi=mtop.a&%76=3&dat%61=x", "mtop.a 3 x"),
        ("/gw//1.0/?api=mtop.q", "mtop.q 1.0 "),
        ("/gw", "- - "), ("/gw/", "- - "), ("/", "- - "), ("/?api=&v=", "- - "), ("/gateway/mtop.a/1.0/", "- - "),
        ("/gw/mtop.a", "mtop.a - "),
    ])
    func theAPIIsInThePathOrInTheQuery(target: String, wanted: String) {
        #expect(words(Request.make("GET", target)) == wanted)
    }

    @Test func theFormIsReadForWhatIsNotInTheHead() {
        let form = "api=mtop.form&v=4.0&data=%7B%7D"
        #expect(words(post("/", form)) == "mtop.form 4.0 {}")
        #expect(words(post("/gw/mtop.path/1.0/", form)) == "mtop.path 1.0 {}")
        #expect(words(post("/gw/mtop.path/1.0/?data=q", form)) == "mtop.path 1.0 q")
        let type = "Application/X-WWW-Form-Urlencoded; charset=utf-8"
        #expect(words(post("/", form, type: type)) == "mtop.form 4.0 {}")
        // Passed through, it is the data itself: the loader of the call reads it as any JSON body.
        #expect(
            words(post("/gw/mtop.path/1.0/", #"{"api":"mtop.json"}"#, type: "application/json")) == "mtop.path 1.0 ")
    }

    @Test func onlyAFormThatNamesTheAPIHasToBeThereFirst() {
        let dialect = MTOP()
        #expect(!dialect.needsBody(of: post("/gw/mtop.a/1.0/", "data={}")))
        #expect(!dialect.needsBody(of: post("/?api=mtop.a&v=1.0", "data={}")))
        #expect(dialect.needsBody(of: post("/", "api=mtop.a&v=1.0")))
        #expect(dialect.needsBody(of: post("/gw/mtop.a/", "v=1.0")))
    }

    // MARK: Answers

    private func answer(_ request: Request, at milliseconds: Int64 = 1_700_000_000_123) -> Reply? {
        call(request).flatMap { MTOP().unscripted($0, in: AnswerContext(request, wallMilliseconds: milliseconds)) }
    }

    @Test func whatNobodyRegisteredIsNotFounded() throws {
        let reply = try #require(answer(Request.make("GET", "/gw/mtop.No.Such/1.0/")))
        #expect(
            String(decoding: reply.content, as: UTF8.self)
                == #"{"api":"mtop.no.such","data":{},"ret":["FAIL_SYS_API_NOT_FOUNDED::请求API不存在"],"v":"1.0"}"#
        )
        #expect(reply.head.status == 200)
        #expect(
            reply.head.fields == [
                HeaderField("Content-Type", "application/json;charset=UTF-8"),
                HeaderField("x-retcode", "FAIL_SYS_API_NOT_FOUNDED"),
                HeaderField("x-mapping-code", "ES10002"), HeaderField("x-systime", "1700000000"),
            ])
    }

    @Test(arguments: ["/", "/gw/mtop.a/", "/rest/api3.do?v=1.0", "/h5/"])
    func whatNamesNoAPIMissesAParameter(target: String) throws {
        let text = try #require(answer(Request.make("GET", target))?.content)
        #expect(String(decoding: text, as: UTF8.self).contains(#""ret":["FAIL_SYS_PROTOPARAM_MISSED::"#))
    }

    @Test func timesBeforeTheEpochAreRoundedDown() throws {
        let reply = try #require(answer(Request.make("GET", "/gw/a/1/"), at: -1))
        #expect(reply.head.first("x-systime") == Array("-1".utf8))
    }

    @Test func aSuccessIsWrapped() throws {
        let request = Request.make("GET", "/gw/mtop.a/1.0/")
        let data = Reply(
            ResponseHead(fields: MTOP().stockSuccess.head.fields),
            body: [Reply.Part(.bytes(Array(#"{"price":null}"#.utf8)))])
        let list = try #require(MTOP().wrap(data, for: call(request), in: AnswerContext(request)))
        #expect(
            String(decoding: list.content, as: UTF8.self)
                == #"{"api":"mtop.a","data":{"price":null},"ret":["SUCCESS::接口调用成功"],"v":"1.0"}"#)
        #expect(list.head.first("x-retcode") == Array("SUCCESS".utf8) && !list.head.has("x-mapping-code"))
        let dialect = MTOP(MTOP.Options(retIsText: true))
        let text = try #require(dialect.wrap(data, for: dialect.read(request).whole, in: AnswerContext(request)))
        #expect(
            String(decoding: text.content, as: UTF8.self)
                == #"{"api":"mtop.a","data":{"price":null},"ret":"SUCCESS::接口调用成功","v":"1.0"}"#)
    }

    @Test func aPageThatNamesAFunctionGetsAScript() throws {
        let reply = try #require(answer(Request.make("GET", "/h5/a/1/?type=jsonp&callback=mtopjsonp1")))
        let text = String(decoding: reply.content, as: UTF8.self)
        #expect(text.hasPrefix(#"mtopjsonp1({"api":"a""#) && text.hasSuffix("})"))
        #expect(reply.head.first("content-type") == Array("application/javascript".utf8))
    }

    /// Both end a line of a script, as nothing in a string may.
    @Test func lineSeparatorsAreEscapedInAScript() {
        let data = Array("\"a\u{2028}b\u{2029}c\u{2027}\"".utf8)
        func text(_ callback: String?) -> String {
            let call = MTOPCall(callback: callback.map { Array($0.utf8) })
            return String(decoding: call.envelope(MTOPResult(["A::b"]), data: data), as: UTF8.self)
        }
        #expect(text("f").contains("\"data\":\"a\\u2028b\\u2029c\u{2027}\",") && text("f").hasSuffix("})"))
        #expect(text(nil).contains("\"data\":\"a\u{2028}b\u{2029}c\u{2027}\","))
    }

    @Test(arguments: ["alert(1)", "", "a%28", "a b", String(repeating: "a", count: 129)])
    func whatIsNoFunctionIsNotCalled(callback: String) throws {
        let reply = try #require(answer(Request.make("GET", "/h5/a/1/?callback=\(callback)")))
        #expect(reply.content.first == UInt8(ascii: "{"))
    }

    // MARK: Bad input

    @Test func whatIsNoTextIsRepairedInTheEcho() throws {
        let reply = try #require(answer(Request.make("GET", "/gw/a%FF%22%0A/%5C1/")))
        #expect(String(decoding: reply.content, as: UTF8.self).hasPrefix(#"{"api":"a\#u{FFFD}\"\n","data":{},"ret""#))
        #expect(String(decoding: reply.content, as: UTF8.self).hasSuffix(#","v":"\\1"}"#))
    }

    @Test func manyFieldsAndLongOnesAreReadInTime() {
        let time = processorTime {
            let fields = String(repeating: "a=b&", count: 500_000) + "api=mtop.last&v=1"
            #expect(words(post("/", fields)) == "mtop.last 1 ")
            let long = String(repeating: "%41", count: 300_000)
            #expect(call(post("/", "api=\(long)&v=1"))?.fields[MTOP.Field.api]?.count == 300_000)
            #expect(words(post("/", String(repeating: "&", count: 1_000_000))) == "- - ")
        }
        #expect(time < .seconds(20))
    }
}
