import Engine
import Testing
import Wire

/// Scripted MTOP: which request meets which rule, and what it gets.
@Suite struct MTOPDecisionTests {
    private let golden = Golden(
        #"""
        { "system": "mtop", "rules": [
          { "match": { "api": "mtop.upload" }, "steps": [ { "fail": "tcp/reset-mid-upload" } ] },
          { "match": { "api": "mtop.a", "v": "1.0" }, "steps": [ { "reply": { "data": { "price": null, "hit": "{{hit}}" } } } ] },
          { "match": { "api": "mtop.b", "json": { "/id": 7 } }, "steps": [ { "fail": "FAIL_BIZ_SOLD_OUT", "with": { "message": "no {{request.json/id}}" } } ] },
          { "match": { "api": { "exists": false } }, "steps": [ { "reply": { "text": "what?" } } ] },
          { "match": { "api": "mtop.bare" }, "steps": [ { "reply": { "data": 1, "headers": { "x-systime": null, "x-retcode": null, "X-Trace": "7" } } } ] },
          { "match": { "api": "mtop.pairs" }, "steps": [ { "reply": { "data": 1, "head": [["X-Only", "7"]] } } ] },
          { "match": { "api": "mtop.half" }, "steps": [ { "fail": "tcp/reset-mid-body", "reply": { "data": "abcd" } } ] },
          { "match": { "api": "mtop.reset" }, "steps": [ { "fail": -2154 } ] } ] }
        """#)

    private func get(_ target: String) -> String { golden.tell(Request.make("GET", target)) }

    private func post(_ target: String, _ body: String, type: String = "application/x-www-form-urlencoded") -> String {
        golden.tell(Request.make("POST", target, fields: [("Content-Type", type)], body: Array(body.utf8)))
    }

    private func envelope(_ api: String, _ ret: String, _ data: String, v: String = "1.0") -> String {
        let text = #"{"api":"\#(api)","data":\#(data),"ret":["\#(ret)"],"v":"\#(v)"}"#
        return text.replacing("\"", with: "\\\"")
    }

    @Test func aSuccessComesInTheEnvelopeOfItsCall() {
        let first = get("/gw/MTOP.A/1.0/?data={}")
        #expect(first.hasPrefix("rule 1 step 0 hit 1\n"))
        #expect(first.contains("x-retcode: SUCCESS") && !first.contains("x-mapping-code"))
        #expect(first.contains(#"\"ret\":[\"SUCCESS::"#) && first.contains(#"\"data\":{\"price\":null,\"hit\":1},"#))
        #expect(get("/h5/mtop.a/1.0/").contains(#"\"hit\":2}"#))
        #expect(get("/gw/mtop.a/1.0/?api=mtop.b").contains(#"\"hit\":3}"#))
        #expect(post("/rest", "api=mtop.a&v=1.0").contains(#"\"hit\":4}"#))
    }

    @Test func whatNoRuleTakesIsTheGatewaysOwn() {
        let said = get("/gw/mtop.a/2.0/")
        #expect(
            said.contains(
                envelope(
                    "mtop.a",
                    #"FAIL_SYS_API_NOT_FOUNDED::\xe8\xaf\xb7\xe6\xb1\x82API\xe4\xb8\x8d\xe5\xad\x98\xe5\x9c\xa8"#, "{}",
                    v: "2.0")))
        #expect(get("/").hasPrefix("rule 3 step 0 hit 1\n"))
    }

    @Test func jsonIsTheDataWhereverItIs() {
        let wanted = envelope("mtop.b", "FAIL_BIZ_SOLD_OUT::no 7", "{}")
        #expect(get("/gw/mtop.b/1.0/?data=%7B%22id%22%3A7%7D").contains(wanted))
        #expect(post("/gw/mtop.b/1.0/", "data=%7B%22id%22%3A7%7D").contains(wanted))
        #expect(post("/gw/mtop.b/1.0/", #"{"id":7}"#, type: "application/json").contains(wanted))
        #expect(get("/gw/mtop.b/1.0/?data=%7B%22id%22%3A8%7D").contains("FAIL_SYS_API_NOT_FOUNDED"))
        #expect(get("/gw/mtop.b/1.0/?data=%7B").contains("FAIL_SYS_API_NOT_FOUNDED"))
    }

    @Test func fieldsOfTheGatewayCanBeTakenAway() {
        let bare = get("/gw/mtop.bare/1.0/")
        #expect(bare.contains("head 200 [Content-Type: application/json;charset=UTF-8, X-Trace: 7]"), "\(bare)")
        #expect(get("/gw/mtop.pairs/1.0/").contains("X-Only: 7]"))
        #expect(!get("/gw/mtop.pairs/1.0/").contains("x-systime"))
    }

    @Test func theWireBreaksAsAnywhere() {
        #expect(get("/gw/mtop.half/1.0/").hasSuffix("reset connection"))
        #expect(get("/gw/mtop.reset/1.0/").contains("tcp/reset"))
    }

    @Test func anUploadIsDecidedAtItsHead() {
        func upload(_ target: String) -> String {
            let request = Request.make("POST", target, fields: [("Content-Type", "application/x-www-form-urlencoded")])
            request.announcesBody = true
            request.isBodyComplete = false
            return golden.tell(request)
        }
        #expect(upload("/gw/mtop.upload/1.0/").contains("tcp/reset-mid-upload"))
        #expect(upload("/gw/mtop.a/1.0/").hasPrefix("rule 1"))
        #expect(upload("/gw/mtop.b/1.0/") == "needs body")
        #expect(upload("/rest") == "needs body")
    }
}
