import Catalogue
import Systems
import Testing

/// Where `ranges` makes no sense, that is said at load.
@Suite struct RangesTests {
    @Test(arguments: [
        (#"{ "reply": { "text": "a", "ranges": false } }"#, #""ranges" can only be true"#),
        (#"{ "reply": { "ranges": true } }"#, #""ranges" needs a body"#),
        (
            #"{ "reply": { "status": 404, "text": "a", "ranges": true } }"#,
            #"only a reply with status 200 has "ranges", not one with 404"#
        ),
        (
            #"{ "reply": { "head": [ [ "Content-Length", "1" ] ], "text": "a", "ranges": true } }"#,
            #""ranges" has no effect: "head" is the whole head"#
        ),
        (
            #"{ "reply": { "headers": { "content-length": 1 }, "text": "a", "ranges": true } }"#,
            #""ranges" cannot stand beside the header "Content-Length""#
        ),
        (
            #"{ "reply": { "headers": { "Transfer-Encoding": "x" }, "text": "a", "ranges": true } }"#,
            #""ranges" cannot stand beside the header "Transfer-Encoding""#
        ),
        (
            #"{ "reply": { "chunks": [ { "text": "a" } ], "ranges": true } }"#,
            #""ranges" needs a body in one piece, not "chunks""#
        ),
        (
            #"{ "reply": { "raw": "YQ==", "ranges": true } }"#,
            #""raw" is the whole response: "ranges" has no place beside it"#
        ),
        (
            #"{ "fail": "http/length-too-long", "reply": { "text": "abc", "ranges": true } }"#,
            #""ranges" has no effect: "http/length-too-long" changes more than the bytes of the body"#
        ),
        (
            #"{ "fail": "http/bad-chunk-size", "reply": { "text": "abc", "ranges": true } }"#,
            #""ranges" has no effect: "http/bad-chunk-size" changes more than the bytes of the body"#
        ),
    ])
    func whatCannotBe(_ step: String, _ message: String) {
        #expect(stepMessages(step) == ["error: " + message])
    }

    @Test func aSuccessOfASystem() {
        #expect(
            messages(
                #"{ "system": "jsonrpc", "otherwise": { "reply": { "result": 1, "ranges": true } } }"#,
                dialects: FailureIndex.all.dialects
            ).map(withoutPlace) == [
                #"error: a success of jsonrpc has no "ranges"; it answers a call in the body of a request, and only a GET asks for ranges"#
            ])
    }

    @Test(arguments: [
        #"{ "reply": { "text": "", "ranges": true } }"#,
        #"{ "reply": { "size": "10MB", "ranges": true, "framing": "chunked", "trailers": { "X": "1" } } }"#,
        #"{ "reply": { "text": "abc", "ranges": true, "framing": "close", "interim": [ { "status": 103 } ] } }"#,
        #"{ "reply": { "text": "abc", "ranges": true }, "cut": { "after": 2, "end": "reset" }, "delay": "1s" }"#,
        #"{ "fail": "tcp/reset-mid-body", "reply": { "text": "abc", "ranges": true } }"#,
        #"{ "fail": "http/bad-gzip", "reply": { "text": "abc", "ranges": true } }"#,
    ])
    func whatCan(_ step: String) {
        #expect(stepMessages(step) == [])
    }

    @Test func theReplySaysThatThereAreRanges() {
        #expect(plan(#"{ "reply": { "text": "a", "ranges": true } }"#).contains("Accept-Ranges: bytes"))
        #expect(
            plan(#"{ "reply": { "text": "a", "ranges": true, "headers": { "Accept-Ranges": "none" } } }"#)
                .contains("Accept-Ranges: none"))
        #expect(
            !plan(#"{ "reply": { "text": "a", "ranges": true, "headers": { "Accept-Ranges": null } } }"#)
                .contains("Accept-Ranges"))
    }
}
