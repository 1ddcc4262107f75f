import Testing

/// What is said at load of an `encoding` that makes no sense.
@Suite struct EncodingTests {
    @Test(arguments: [
        (
            #"{ "reply": { "text": "a", "encoding": "br" } }"#,
            #""encoding" cannot be "br"; it is "gzip", "deflate" or "raw-deflate""#
        ),
        (#"{ "reply": { "text": "a", "encoding": true } }"#, #""encoding" must be a string, not a boolean"#),
        (
            #"{ "reply": { "text": "a", "encoding": {} } }"#,
            #""encoding" is empty; it is "gzip", or { "always": "gzip" }"#
        ),
        (
            #"{ "reply": { "text": "a", "encoding": { "always": "zip" } } }"#,
            #""always" cannot be "zip"; it is "gzip", "deflate" or "raw-deflate"; did you mean "gzip"?"#
        ),
        (
            #"{ "reply": { "text": "a", "encoding": { "alway": "gzip" } } }"#,
            #"unknown field "alway" in an encoding; did you mean "always"?"#
        ),
        (#"{ "reply": { "encoding": "gzip" } }"#, #""encoding" needs a body"#),
        (
            #"{ "reply": { "head": [], "text": "a", "encoding": "gzip" } }"#,
            #""encoding" cannot stand beside "head", which is the whole head"#
        ),
        (
            #"{ "reply": { "raw": "YQ==", "encoding": "gzip" } }"#,
            #""raw" is the whole response: "encoding" has no place beside it"#
        ),
        (
            #"{ "reply": { "text": "a", "headers": { "Content-Length": 1 }, "encoding": "gzip" } }"#,
            #""encoding" cannot stand beside the header "Content-Length""#
        ),
        (
            #"{ "reply": { "base64": "H4sIAA==", "headers": { "Content-Encoding": "gzip" }, "encoding": "gzip" } }"#,
            #""encoding" cannot stand beside the header "Content-Encoding", which it sets"#
        ),
        (#"{ "reply": { "size": "17MiB", "encoding": "gzip" } }"#, "a body that is encoded has 16 MiB at most"),
        (
            #"{ "fail": "http/bad-gzip", "reply": { "text": "a", "encoding": "gzip" } }"#,
            #""encoding" cannot stand beside a failure that is about the coding of the body"#
        ),
        (
            // 19 bytes with the envelope of a gzip file that compresses nothing, and 23 with its block.
            #"{ "reply": { "text": "a", "encoding": { "always": "gzip" } }, "cut": { "after": 25, "end": "close" } }"#,
            "the cut is after 25 bytes, but the body has 24, encoded"
        ),
    ])
    func whatIsRefused(step: String, message: String) { #expect(stepMessages(step) == ["error: " + message]) }

    @Test func whatIsLaidOut() {
        #expect(
            plan(#"{ "reply": { "text": "ab", "encoding": { "always": "deflate" } } }"#) == """
                head 200 [Content-Type: text/plain; charset=utf-8, Content-Encoding: deflate] length 4
                content 4 "[ab]"
                end of content
                finish exchange
                """)
        // Without saying so, and part by part.
        #expect(
            plan(
                #"{ "reply": { "chunks": ["a", "b"], "encoding": { "always": "deflate" }, "headers": { "Content-Encoding": null } } }"#
            ) == """
                head 200 [Content-Type: text/plain; charset=utf-8] chunked
                content 3 "[a]"
                content 3 "[b]"
                end of content
                finish exchange
                """)
    }
}
