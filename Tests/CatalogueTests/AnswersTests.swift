import Foundation
@testable import Systems
import Catalogue
import TestSupport
import Testing
import Wire

struct AnswersTests {
    private func text(_ name: String, _ given: [String: Argument] = [:]) -> String {
        bytes(Failure.named(name).script(given))
    }

    @Test(arguments: FailureIndex.all.failures.filter { $0.kind == .answer })
    func everyAnswerTakesStatusFieldsAndMessage(failure: Failure) {
        let script = failure.script([
            "status": .count(418),
            "headers": .headers(
                replacing: [Array("content-type".utf8)], with: [HeaderField("X-More", "1")]),
            "message": .text("told so"),
        ])
        #expect(script.status == 418)
        let text = bytes(script)
        #expect(text.contains("X-More: 1\r\n") && !text.contains("Content-Type") && text.contains("told so"))
    }

    @Test(arguments: FailureIndex.all.failures.filter { $0.kind == .answer })
    func everyAnswerTakesABodyOfItsOwn(failure: Failure) throws {
        let body = Array(#"{"error":"own"}"#.utf8)
        let given: [String: Argument] = ["status": .count(422), "json": .json(body)]
        let (own, stock) = (bytes(failure.script(given)), bytes(failure.script(["status": .count(422)])))
        #expect(own.hasSuffix("\r\n\r\n" + #"{"error":"own"}"# + "<finish exchange>"), "\(own)")
        #expect(
            own.components(separatedBy: "Content-Type: ").dropFirst().map { $0.prefix { $0 != "\r\n" } } == [
                "application/json"
            ])
        #expect(own.contains("\r\nContent-Length: 15\r\n"))
        func others(_ text: String) -> [Substring] {
            (text.components(separatedBy: "\r\n\r\n").first ?? "").split(separator: "\r\n").filter {
                !$0.hasPrefix("Content-Length: ") && !$0.hasPrefix("Content-Type: ")
            }
        }
        #expect(others(own) == others(stock))
        let typed = given.merging([
            "headers": .headers(
                replacing: [Array("content-type".utf8)],
                with: [HeaderField("Content-Type", "application/problem+json")])
        ]) { $1 }
        #expect(bytes(failure.script(typed)).contains("\r\nContent-Type: application/problem+json\r\n"))
    }

    @Test func challengesSpeakTheirScheme() {
        func field(_ given: [String: Argument]) -> String? {
            text("http/challenge", given).split(separator: "\r\n").first { $0.contains("Authenticate") }.map(
                String.init)
        }
        #expect(field([:]) == #"WWW-Authenticate: Basic realm="Mishap", charset="UTF-8""#)
        #expect(
            field(["scheme": .text("Bearer"), "realm": .text(#"a"b"#)])
                == #"WWW-Authenticate: Bearer realm="a\"b", error="invalid_token", "#
                + #"error_description="The access token expired""#)
        #expect(field(["scheme": .text("Digest")])?.contains(#"qop="auth", algorithm=MD5, nonce=""#) == true)
        #expect(field(["scheme": .text("Negotiate")]) == "WWW-Authenticate: Negotiate")
        #expect(field(["scheme": .text("Martian")]) == #"WWW-Authenticate: Martian realm="Mishap""#)
        #expect(field(["scheme": .text("")]) == nil)
        #expect(field(["status": .count(407)])?.hasPrefix("Proxy-Authenticate: Basic") == true)
    }

    @Test func textsNeverBeginAnotherLine() {
        #expect(
            text("http/redirect-to", ["location": .text("/a\r\nX-Evil: 1\0")]).contains(
                "Location: /aX-Evil: 1\r\n"))
        #expect(
            text("http/challenge", ["scheme": .text("A\r\n\r\nB")]).contains("WWW-Authenticate: AB realm"))
    }

    @Test func messagesAreEscapedWhereTheyStand() {
        #expect(text("http/html", ["message": .text("<b> & c")]).contains("&lt;b&gt; &amp; c"))
        #expect(
            text("http/status/503", ["message": .text("a\"b\\c\n\u{1}é")]).contains(
                #""detail":"a\"b\\c\n\u0001é""#))
    }

    @Test func escapingGoesByScalar() {
        #expect(text("http/html", ["message": .text("<\u{301}b&\u{301}")]).contains("&lt;\u{301}b&amp;\u{301}"))
        #expect(text("http/challenge", ["realm": .text("a\"\u{301}")]).contains("realm=\"a\\\"\u{301}\""))
    }

    @Test(arguments: ["http/bad-chunk-size", "http/missing-last-chunk", "http/conflicting-lengths"])
    func whatNeedsChunksSaysWhatOlderClientsGet(name: String) {
        #expect(Failure.named(name).wire.contains("HTTP/1.0"))
    }

    @Test func statusesHaveTheBodyThatTheyMayHave() {
        #expect(text("http/status/204") == "HTTP/1.1 204 No Content\r\n\r\n<finish exchange>")
        #expect(
            text("http/status/304", ["message": .text("x")])
                == "HTTP/1.1 304 Not Modified\r\n\r\n<finish exchange>")
        #expect(
            text("http/status/205")
                == "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n<finish exchange>")
        #expect(text("http/status/102") == "HTTP/1.1 102 Processing\r\n\r\n<hold connection>")
        #expect(
            text("http/status/420").hasSuffix(
                #"{"type":"about:blank","title":"Non-Standard Status","status":420}"# + "\n<finish exchange>")
        )
    }

    @Test func redirectsCarryTheirStatus() {
        #expect(
            text("http/redirect-loop", ["status": .count(307)])
                == "HTTP/1.1 307 Temporary Redirect\r\nLocation: /@http/x/pay?id=7\r\nContent-Length: 0\r\n\r\n"
                + "<finish exchange>")
    }

    @Test func anEarlyReplyIs413OrWhatStandsBesideIt() {
        let early = Failure.named("http/early-reply")
        #expect(early.script().status == 413)
        #expect(early.script(beside: Reply(ResponseHead(status: 403))).status == 403)
        #expect(early.script(["status": .count(401)], beside: Reply()).status == 401)
        #expect(early.script(["after": .count(9)]).upload == .interrupt(after: 9))
    }
}
