@testable import Systems
import Catalogue
import TestSupport
import Testing
import Wire

/// Faults of head and framing, byte by byte as HTTP/1 has them.
struct FaultBytesTests {
    private let type = "Content-Type: application/json\r\n"
    private let body = "{\"ok\":true}\n"

    @Test(arguments: [
        ("words", "BLAH BLAH"), ("version", "HTTP/9.9 200 OK"), ("letters", "HTTP/1.1 abc OK"),
        ("low-status", "HTTP/1.1 099 Weird"),
    ])
    func aMalformedStatusLineIsFollowedByAGoodResponse(word: String, line: String) {
        #expect(
            bytes(Failure.named("http/malformed-status-line").script(["by": .text(word)]))
                == "\(line)\r\n\(type)Content-Length: 12\r\n\r\n\(body)<finish connection>")
    }

    @Test(arguments: [
        ("no-colon", "This line has no colon"), ("nul", "X-Broken: a\0b"),
        ("space-before-colon", "X-Broken : value"),
        ("folded", "X-Broken: begun\r\n and continued"),
    ])
    func aMalformedHeaderIsOneLineMore(word: String, line: String) {
        #expect(
            bytes(Failure.named("http/malformed-header").script(["by": .text(word)]))
                == "HTTP/1.1 200 OK\r\n\(type)\(line)\r\nContent-Length: 12\r\n\r\n\(body)<finish exchange>")
    }

    @Test func aBadChunkSizeStandsWhereASizeBelongs() {
        #expect(
            bytes(Failure.named("http/bad-chunk-size").script())
                == "HTTP/1.1 200 OK\r\n\(type)Transfer-Encoding: chunked\r\n\r\n6\r\n{\"ok\":\r\nZZZ\r\n<finish connection>"
        )
    }

    @Test func theLastChunkIsMissing() {
        #expect(
            bytes(Failure.named("http/missing-last-chunk").script(["by": .text("reset")]))
                == "HTTP/1.1 200 OK\r\n\(type)Transfer-Encoding: chunked\r\n\r\nc\r\n\(body)\r\n<reset connection>"
        )
    }

    @Test func lengthsLie() {
        #expect(
            bytes(Failure.named("http/length-too-long").script(["extra": .count(3)]))
                == "HTTP/1.1 200 OK\r\n\(type)Content-Length: 15\r\n\r\n\(body)<finish connection, no close_notify>")
        #expect(
            bytes(Failure.named("http/length-too-short").script())
                == "HTTP/1.1 200 OK\r\n\(type)Content-Length: 6\r\n\r\n\(body)<finish exchange>")
        #expect(
            bytes(Failure.named("http/bad-length").script())
                == "HTTP/1.1 200 OK\r\n\(type)Content-Length: -5\r\n\r\n\(body)<finish connection>")
        #expect(
            bytes(Failure.named("http/conflicting-lengths").script())
                == "HTTP/1.1 200 OK\r\n\(type)Content-Length: 12\r\nContent-Length: 15\r\n\r\n\(body)<finish connection>"
        )
        #expect(
            bytes(Failure.named("http/conflicting-lengths").script(["by": .text("chunked")]))
                == "HTTP/1.1 200 OK\r\n\(type)Content-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "c\r\n\(body)\r\n0\r\n\r\n<finish connection>")
    }

    @Test func aLengthOfTheReplysOwnDoesNotGetInTheWay() {
        var reply = Reply(status: 200, contentType: "text/plain", text: "0123456789")
        reply.head.set("Content-Length", "10")
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
        #expect(
            bytes(Failure.named("http/length-too-long").script(["extra": .count(1)], beside: reply))
                == head + "Content-Length: 11\r\n\r\n0123456789<finish connection, no close_notify>")
        #expect(
            bytes(Failure.named("http/truncated-json").script(["after": .count(3)], beside: reply))
                == head + "Content-Length: 3\r\n\r\n012<finish exchange>")
        #expect(
            bytes(Failure.named("http/empty-body").script(beside: reply))
                == head + "Content-Length: 0\r\n\r\n<finish exchange>")
    }

    @Test func aTransferCodingThatIsUnknownEndsWithTheConnection() {
        #expect(
            bytes(Failure.named("http/unknown-transfer-encoding").script())
                == "HTTP/1.1 200 OK\r\n\(type)Transfer-Encoding: x-martian\r\n\r\n\(body)<finish connection>")
    }

    @Test func anOversizedHeaderHasItsSize() {
        let text = bytes(
            Failure.named("http/oversized-header").script(["size": .count(16_500), "by": .text("many")]))
        let values = text.split(separator: "\r\n").filter { $0.hasPrefix("X-Oversized-") }
        #expect(values.map { $0.filter { $0 == "a" }.count } == [8_000, 8_000, 500])
        #expect(text.contains("X-Oversized-3: " + String(repeating: "a", count: 500) + "\r\n"))
        let one = bytes(Failure.named("http/oversized-header").script())
        #expect(one.utf8.count > 1_048_576)
    }

    @Test func interimHeadsComeInFlood() {
        let text = bytes(Failure.named("http/interim-flood").script(["count": .count(3)]))
        let interim = "HTTP/1.1 103 Early Hints\r\n\r\n"
        #expect(text.hasPrefix(interim + interim + interim + "HTTP/1.1 200 OK\r\n"))
    }

    @Test func anUpgradeIsAHeadAndNoMore() {
        #expect(
            bytes(Failure.named("http/unrequested-upgrade").script())
                == "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n<finish connection, no close_notify>"
        )
    }

    @Test func theHeadIsCutInsideTheFirstFieldsName() {
        #expect(
            bytes(Failure.named("tcp/close-mid-headers").script())
                == "HTTP/1.1 200 OK\r\nCon<finish connection, no close_notify>")
        let reply = Reply(status: 404, contentType: "text/plain", text: "")
        #expect(
            bytes(Failure.named("tcp/close-mid-headers").script(beside: reply))
                == "HTTP/1.1 404 Not Found\r\nCon<finish connection, no close_notify>")
    }

    @Test func aFinInMidBodyIsSeenWhateverTheFraming() {
        var reply = Reply(status: 200, contentType: "text/plain", text: "0123456789")
        reply.framing = .close
        #expect(
            bytes(Failure.named("tcp/close-mid-body").script(beside: reply))
                == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n01234<finish connection, no close_notify>"
        )
    }

    @Test func halfADocumentIsACompleteResponseWhateverTheFraming() {
        var reply = Reply(status: 200, contentType: "text/plain", text: "0123456789")
        reply.framing = .close
        let failure = Failure.named("http/truncated-json")
        #expect(
            bytes(failure.script(beside: reply)).hasSuffix(
                "Connection: close\r\nContent-Type: text/plain\r\n\r\n01234<finish connection>"))
        #expect(failure.wire.contains("framed as the reply is"))
    }

    @Test(arguments: [
        (#"{"a:": 1, "b\":" : "c"}"#, #"{"a:": 1, "b\":" : "?c"}"#), (#"{"a":[1]}"#, #"{"?a":[1]}"#),
        (#"["a"]"#, #"["?a"]"#), ("17", "17?"),
    ])
    func brokenTextStandsInsideAString(json: String, spoiled: String) {
        let reply = Reply(status: 200, contentType: "application/json", text: json)
        let script = Failure.named("http/invalid-utf8").script(beside: reply)
        guard case .content(let content, _) = script.actions[1] else {
            Issue.record("no body")
            return
        }
        let bytes = content.bytes(0..<content.count).map { $0 == 0xFF ? UInt8(ascii: "?") : $0 }
        #expect(String(decoding: bytes, as: UTF8.self) == spoiled)
    }

    @Test func garbageIsNoHTTP() {
        guard case .raw(let raw)? = Failure.named("http/garbage").script().actions.first else {
            Issue.record("no raw bytes")
            return
        }
        #expect(raw.count == 199 && raw.first == 1 && raw.last == 0xC7)
    }

    @Test func aRedirectLoopNeverNamesAnotherHost() {
        guard case .answerToRequest(let make) = Failure.named("http/redirect-loop").effect else {
            Issue.record("not an answer to the request")
            return
        }
        let arguments = Arguments(of: Failure.named("http/redirect-loop"))
        let location = make(arguments, Request.make("GET", "//evil.example/x?y")).head.first("location")
        #expect(location == Array("/.//evil.example/x?y".utf8))
    }
}
