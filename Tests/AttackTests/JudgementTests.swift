import HostileRequests
import Testing

@testable import mishap_attack

/// What counts as an answer, and what does not.
@Suite struct JudgementTests {
    private static func row(_ name: String) throws -> HostileRequest {
        try #require(HostileRequest.all.first { $0.name == name })
    }

    private static func ok(_ body: String, _ fields: String = "") -> String {
        "HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func refusal(_ status: Int, _ type: String = "application/problem+json") -> String {
        "HTTP/1.1 \(status) No\r\nContent-Type: \(type)\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"
    }

    private static let after = ok("GET /plain/after\n")

    private static func problem(
        _ name: String, _ received: String, _ ending: Judgement.Ending = .end, _ path: AnswerPath = .plain,
        isLater: Bool = false
    ) throws -> String? {
        Judgement(row: try row(name), path: path, isLater: isLater).problem(Array(received.utf8), ending)
    }

    @Test func whatTheRowDemandsIsNoProblem() throws {
        #expect(try Self.problem("a plain GET", Self.ok("GET /plain/a\n") + Self.after) == nil)
        #expect(try Self.problem("one chunk", Self.ok("POST /raw/a\nabc") + Self.after, .end, .raw) == nil)
        #expect(
            try Self.problem(
                "one chunk", "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nPOST /closed/a\nabc", .end, .closed) == nil)
        #expect(try Self.problem("no Host", Self.refusal(400)) == nil)
        #expect(try Self.problem("close", Self.ok("GET /plain/a\n")) == nil)
        #expect(try Self.problem("HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n" + Self.after) == nil)
        #expect(try Self.problem("an end in a body", "") == nil)
        #expect(try Self.problem("an end in a body", Self.refusal(400)) == nil)
        #expect(
            try Self.problem("no Host", Self.ok("GET /plain/opener\n") + Self.refusal(400), isLater: true) == nil)
        #expect(
            try Self.problem(
                "an expectation with a body",
                "HTTP/1.1 100 Continue\r\n\r\n" + Self.ok("POST /plain/a\nabc") + Self.after) == nil)
    }

    /// In place of a 100 (Continue) the control API refuses by the head. What follows may be the body, or another request.
    @Test func aRefusalInPlaceOfAContinueIsNoProblem() throws {
        let kept = "HTTP/1.1 405 No\r\nContent-Type: application/problem+json\r\nContent-Length: 2\r\n\r\n{}"
        for name in ["an expectation with a body", "an expectation and too large a length"] {
            #expect(try Self.problem(name, kept, .end, .fed) == nil)
            #expect(try Self.problem(name, kept, .open, .fed) == nil)
            #expect(try Self.problem(name, kept + Self.after, .end, .fed) == nil)
            #expect(try Self.problem(name, kept, .reset, .fed) == "reset behind a refusal")
            #expect(try Self.problem(name, kept + "HTTP/1.1 2", .end, .fed) == "half an answer, closed: \"HTTP/1.1 2\"")
        }
        #expect(try Self.problem("an expectation with a body", kept) == "request 1: status 405: \"{}\"")
        #expect(try Self.problem("no Host", kept, .end, .fed) == "405 in place of 400: \"{}\"")
        #expect(try Self.problem("one chunk", kept, .end, .fed) == "the follow-up got no answer, closed")
    }

    /// Each is one mistake of a server, and the words for it.
    @Test(arguments: [
        ("a plain GET", ok("GET /plain/a\n"), Judgement.Ending.open, "the follow-up got no answer, still open"),
        ("a plain GET", "", .end, "request 1 got no answer, closed"),
        ("a plain GET", ok("GET /plain/a\n") + after + "x", .end, "more behind the last answer: \"x\""),
        ("a plain GET", ok("GET /plain/a\n") + after, .reset, "reset behind the last answer"),
        ("a plain GET", ok("GET /plain/b\n") + after, .end, "request 1: is not the answer: \"GET /plain/b\\n\""),
        ("a plain GET", ok("GET /plain/a\n") + refusal(400), .end, "the follow-up got 400: \"{}\""),
        ("one chunk", ok("POST /plain/a\nab") + after, .end, "request 1: is not the answer: \"POST /plain/a\\nab\""),
        (
            "one chunk", ok("POST /plain/a\nabc") + ok("GET /smuggled\n"), .end,
            "the follow-up got 200: \"GET /smuggled\\n\""
        ),
        ("no Host", ok("GET /plain/a\n") + after, .end, "200 in place of 400: \"GET /plain/a\\n\""),
        (
            "no Host", refusal(400) + after, .end,
            "more behind the last answer: \"HTTP/1.1 200 OK\\r\\nContent-Length: 17\\r\\n\\r\\nGET /plain/after\\n\""
        ),
        ("no Host", refusal(400), .open, "still open behind the last answer"),
        ("no Host", refusal(400, "text/html"), .end, "a 400 that is no problem document: \"{}\""),
        ("no Host", "", .end, "no refusal, closed"),
        (
            "no Host", "HTTP/1.1 400 No\r\nHTTP/1.1 400 No\r\n\r\n", .end,
            "malformed answer: a field line: \"HTTP/1.1 400 No\""
        ),
        (
            "no Host", "HTTP/1.1 400 No\nContent-Length: 0\n\n", .end,
            "malformed answer: a line end: \"HTTP/1.1 400 No\""
        ),
        ("no Host", "HTTP/1.1 400 No\r\nContent-Length: 5\r\n\r\nab", .end, "half an answer, closed: \"ab\""),
        (
            "an end in a body", ok("POST /plain/a\nab"), .end,
            "200 in place of 400 or 408 or 413: \"POST /plain/a\\nab\""
        ),
        ("an end in a body", "", .open, "still open behind the client's end"),
        (
            "an expectation in HTTP/1.0", "HTTP/1.1 100 Continue\r\n\r\n" + ok("POST /plain/a\nabc"), .end,
            "request 1 got 1 interim responses"
        ),
    ])
    func aMistakeIsNamed(name: String, received: String, ending: Judgement.Ending, words: String) throws {
        #expect(try Self.problem(name, received, ending) == words)
    }

    /// Two readings are allowed, but no mixture of them.
    @Test func aMixtureIsAProblem() throws {
        #expect(try Self.problem("HTTP/1.2", Self.ok("GET /plain/a\n") + Self.after) == nil)
        #expect(try Self.problem("HTTP/1.2", Self.refusal(505)) == nil)
        #expect(try Self.problem("HTTP/1.2", Self.ok("GET /plain/a\n") + Self.refusal(505)) != nil)
        #expect(try Self.problem("HTTP/1.2", Self.refusal(505) + Self.after) != nil)
    }
}
