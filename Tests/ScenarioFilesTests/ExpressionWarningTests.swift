import ScenarioFiles
import Systems
import Testing

@testable import Rules

/// Warnings about texts that look like an expression, and about replies that say something else than they are.
@Suite struct ExpressionWarningTests {
    private static let rule = #"{ "matches": "…" } is an expression; {name} or * is one segment, ** the rest"#

    private func matchMessages(_ members: String) -> [String] {
        ruleMessages("\"match\": { \(members) }, \"reply\": {}")
    }

    // MARK: - Paths

    @Test func aPathThatIsAnExpression() {
        let text = """
            { "rules": [ { "match": {
            "path": "/users/[0-9]+"
            }, "reply": {} } ] }
            """
        #expect(
            load(text).text == """
                a.json:2:9: warning: a path is compared literally; { "matches": "…" } is an expression; {name} or * is one segment, ** the rest: "/users/*"
                 2 | "path": "/users/[0-9]+"
                   |         ^~~~~~~~~~~~~~~

                """)
    }

    @Test(arguments: [
        (#"/users/\\d+"#, "/users/*"), ("/users/[a-z]+/orders", "/users/*/orders"), ("/c/.+", "/c/*"),
        ("/(get|put)/x", "/*/x"), (#"/v1\\.0/x"#, "/v1.0/x"),
        ("/users/[^/]+/x", "/users/*/x"), ("/a/(.+)", "/a/*"), ("/[abc]+", "/*"),
    ])
    func eachFormOfExpression(path: String, meant: String) {
        #expect(
            matchMessages("\"path\": \"\(path)\"") == [
                "warning: a path is compared literally; \(Self.rule): \"\(meant)\""
            ])
    }

    @Test(arguments: [
        "/^GSPC", "/files/US$", "/a+b", "/a(1)", "/x.y", "/$batch", "/a[0]", "/a/$count", "/a/$", "/items[]", "/a^b",
        "/Products('x')", "/c++",
        "/a.b+c", "/a|b", "/~me", "/[...]", "/a/[id]/x", "/users/{id}", "/files/**",
    ])
    func otherPathsAreNotWarnedOf(path: String) { #expect(matchMessages("\"path\": \"\(path)\"") == []) }

    /// Where such a path is an error, its hint is the template.
    @Test(arguments: [
        ("/d/.*", #""\#(".*")" is not a segment of a template"#, "/d/**"),
        ("/d/[0-9]{3}", #""[0-9]{3}" is not a segment of a template"#, "/d/*"),
        ("^/users/[0-9]+$", #"a path begins with "/""#, "/users/*"),
    ])
    func anExpressionThatIsNoPath(path: String, message: String, meant: String) {
        #expect(matchMessages("\"path\": \"\(path)\"") == ["error: \(message); \(Self.rule): \"\(meant)\""])
    }

    @Test func aPathWithAQuery() {
        #expect(
            matchMessages(#""path": "/items?page=2""#) == [
                #"error: a path has no "?"; it is "path": "/items", "query": { "page": "2" }"#
            ])
    }

    // MARK: - Values

    @Test func aValueThatIsAnExpression() {
        let text = """
            { "rules": [ { "match": { "headers": {
            "User-Agent": "/curl.*/i"
            } }, "reply": {} } ] }
            """
        #expect(
            load(text).text == """
                a.json:2:15: warning: "/curl.*/i" is compared as it stands; a value matcher is { "search": "curl.*", "ignoreCase": true }
                 2 | "User-Agent": "/curl.*/i"
                   |               ^~~~~~~~~~~

                """)
    }

    @Test(arguments: [
        ("~^a.+z$", #"{ "matches": "a.+z" }"#), ("regex:.*", #"{ "matches": ".*" }"#),
        ("regexp: a.c", #"{ "matches": "a.c" }"#), ("~*curl.*", #"{ "search": "curl.*", "ignoreCase": true }"#),
        ("=~ ^curl.*", #"{ "startsWith": "curl" }"#), ("^Bearer .*$", #"{ "startsWith": "Bearer " }"#),
        ("^Bearer .+$", #"{ "matches": "Bearer .+" }"#), ("^abc$", #"{ "equals": "abc" }"#),
        ("/^abc$/", #"{ "equals": "abc" }"#), ("Bearer *", #"{ "startsWith": "Bearer " }"#),
        ("Bearer .*", #"{ "startsWith": "Bearer " }"#), (".*curl.*", #"{ "contains": "curl" }"#),
        (".*curl", #"{ "endsWith": "curl" }"#), ("[0-9]+", #"{ "matches": "[0-9]+" }"#),
        (#"\\d+"#, #"{ "matches": "\\d+" }"#), (">=5", #"{ "atLeast": 5 }"#), ("> 100", #"{ "above": 100 }"#),
        ("< 3", #"{ "below": 3 }"#), ("<= -2.5", #"{ "atMost": -2.5 }"#),
    ])
    func eachFormOfValue(value: String, meant: String) {
        let warning = "warning: \"\(value)\" is compared as it stands; a value matcher is \(meant)"
        for part in ["headers", "query", "cookies", "form"] {
            #expect(matchMessages("\"\(part)\": { \"a\": \"\(value)\" }") == [warning])
        }
        #expect(matchMessages("\"body\": \"\(value)\"") == [warning])
        #expect(
            messages(
                "{ \"system\": \"graph\", \"rules\": [ { \"match\": { \"node\": \"\(value)\" }, \"reply\": {} } ] }"
            ).filter { $0.contains("warning") }.map(withoutPlace) == [warning])
        let isComparison = value.first == ">" || value.first == "<"
        #expect(matchMessages("\"json\": { \"/a\": \"\(value)\" }") == (isComparison ? [warning] : []))
        // An explicit test is meant.
        #expect(matchMessages("\"headers\": { \"a\": { \"equals\": \"\(value)\" } }") == [])
    }

    @Test(arguments: [
        "charge.*", "com.example.*", "^1.*", "~1.*", "~/.*", "SELECT *", "<3", "regex:", "*/*", "a.b", "text/*", "*",
        "https://a.org/b?c=[d]", "/a/b/", "/users/i", "^1.2.3", "~1.2.3", "1.*", "*.*",
        "C:\\\\data", "<3 you", "<a>", ">=", "a*b", "5 > 3", "W/*", "+1", "$5", "US$", "(a|b)", "regex", "a[0]", "2 *",
        "select a.*, b from c", "**", "[]", "~", "^", "$", "/", "//", "a+b", "foo*", "Re: .",
    ])
    func otherValuesAreNotWarnedOf(value: String) {
        #expect(matchMessages("\"headers\": { \"a\": \"\(value)\" }, \"body\": \"\(value)\"") == [])
    }

    // MARK: - Replies

    @Test(arguments: ["gzip", "x-gzip", "GZIP", "deflate"])
    func aBodyThatIsNotCompressed(coding: String) {
        let text = """
            { "rules": [ { "reply": { "text": "a",
            "headers": { "Content-Encoding": "\(coding)" }
            } } ] }
            """
        let warning =
            "warning: Content-Encoding is \(coding.lowercased()), but the body is not; the failure \"http/bad-gzip\" does this by name"
        #expect(messages(text) == ["2:1: \(warning)"])
        let exact = "{ \"head\": [[\"content-encoding\", \"\(coding)\"]], \"json\": {} }"
        #expect(stepMessages("{ \"reply\": \(exact) }") == [warning])
    }

    @Test(arguments: [
        #"{ "reply": { "base64": "H4sIAA==", "headers": { "Content-Encoding": "gzip" } } }"#,
        #"{ "reply": { "chunks": [{ "base64": "Hw==" }, { "base64": "iwgA" }], "headers": { "Content-Encoding": "gzip" } } }"#,
        #"{ "reply": { "status": 206, "base64": "AAA=", "headers": { "Content-Encoding": "gzip" } } }"#,
        #"{ "reply": { "base64": "eJwDAA==", "headers": { "Content-Encoding": "deflate" } } }"#,
        #"{ "reply": { "base64": "AwA=", "headers": { "Content-Encoding": "deflate" } } }"#,
        #"{ "reply": { "headers": { "Content-Encoding": "gzip" } } }"#,
        #"{ "reply": { "text": "{{hit}}", "headers": { "Content-Encoding": "gzip" } } }"#,
        #"{ "reply": { "text": "a", "headers": { "Content-Encoding": "br" } } }"#,
        #"{ "reply": { "text": "a", "headers": { "Content-Encoding": "{{request.query.a}}" } } }"#,
        #"{ "fail": "http/bad-gzip", "reply": { "text": "a", "headers": { "Content-Encoding": "gzip" } } }"#,
        #"{ "fail": "http/truncated-gzip", "reply": { "text": "a", "headers": { "Content-Encoding": "gzip" } } }"#,
    ])
    func whatMayBeMeantIsNotWarnedOf(step: String) { #expect(stepMessages(step) == []) }

    @Test func aRuleForHEADHasNoBody() {
        let reply = #""reply": { "headers": { "Content-Length": 1234, "Content-Encoding": "gzip" }"#
        #expect(ruleMessages(#""match": { "method": "HEAD" }, \#(reply) }"#) == [])
        #expect(ruleMessages(#""match": { "method": ["HEAD"] }, \#(reply), "text": "a" }"#) == [])
        #expect(
            ruleMessages(#""match": { "method": ["HEAD", "GET"] }, \#(reply) }"#) == [
                #"warning: Content-Length is 1234, but the body has 0 bytes; the failures "http/length-too-long" and "http/length-too-short" do this by name"#
            ])
    }
}
