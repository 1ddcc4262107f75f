import JSONText
import Testing

@testable import Mishap

/// Reports land in the logs of CI: what nobody may see there.
@Suite struct RedactionTests {
    private static func entry(_ member: String, _ value: JSONValue) -> JSONValue {
        Redaction.entry(.object([("seq", 1), (member, value)]))[member] ?? .null
    }

    @Test(arguments: [
        ("Authorization", true), ("proxy-authorization", true), ("Cookie", true), ("X-Auth-Token", true),
        ("X-API-Key", true), ("X-Client-Secret", true), ("Accept", false), ("Idempotency-Key", false), ("Host", false),
    ])
    func fields(name: String, isSecret: Bool) {
        let fields = Self.entry("headers", [[.string(name), "abc"], ["Other", "abc"]])
        #expect(fields == [[.string(name), isSecret ? "[redacted]" : "abc"], ["Other", "abc"]])
    }

    @Test func fieldsWithAddresses() {
        let fields: JSONValue = [
            ["Referer", "https://app/cb?access_token=abc"], ["Referer", "https://app/tokens?page=1"], ["Via", "token"],
        ]
        // Rather one too many.
        let shown: JSONValue = [["Referer", "[redacted]"], ["Referer", "[redacted]"], ["Via", "token"]]
        #expect(Self.entry("headers", fields) == shown)
    }

    @Test(arguments: [
        ("/a", "/a"), ("/a?b=1", "/a?b=1"), ("/a?token=x&b=1", "/a?token=[redacted]&b=1"),
        ("/a?b=1&access_token=x", "/a?b=1&access_token=[redacted]"), ("/a?to%6ben=x", "/a?to%6ben=[redacted]"),
        ("/a?api_key", "/a?api_key"), ("/token/1", "/token/1"),
    ])
    func targets(target: String, shown: String) {
        #expect(Self.entry("target", .string(target)) == .string(shown))
    }

    @Test(arguments: [
        ("plain", "plain"), (#"{"a":1}"#, #"{"a":1}"#),
        (
            #"{"a":{"password":"x"},"b":[{"refresh_token":["y"]}]}"#,
            #"{"a":{"password":"[redacted]"},"b":[{"refresh_token":"[redacted]"}]}"#
        ),
        (#"{"pass\u0077ord":"x"}"#, #"{"password":"[redacted]"}"#),
        ("a=1&client_secret=x&b=2", "a=1&client_secret=[redacted]&b=2"), ("to%6Ben=x", "to%6Ben=[redacted]"),
        ("<login><password>x</password></login>", "[redacted]"), (#"{"password":"x"#, "[redacted]"),
    ])
    func bodies(body: String, shown: String) {
        #expect(Self.entry("body", .string(body)) == .string(shown))
    }

    @Test func longBodiesAreCutAndOthersLeftOut() {
        let long = String(repeating: "ä", count: 201)
        #expect(Self.entry("body", .string(long)) == .string(String(repeating: "ä", count: 200) + "…"))
        let binary = Redaction.entry(["body": "cGFzc3dvcmQ9eA==", "bodyEncoding": "base64"])
        #expect(binary["body"] == "")
    }

    @Test func headsOfAnswers() {
        let head = "HTTP/1.1 302 Found\r\nSet-Cookie: a=b\r\nLocation: /x?token=y\r\nContent-Length: 0\r\n\r\n"
        let shown =
            "HTTP/1.1 302 Found\r\nSet-Cookie: [redacted]\r\nLocation: [redacted]\r\nContent-Length: 0\r\n\r\n"
        #expect(Self.entry("sent", ["status": 302, "head": .string(head)]) == ["status": 302, "head": .string(shown)])
    }

    @Test func differencesQuoteNoSecrets() {
        let differences: JSONValue = ["header \"authorization\" is \"Bearer x\"", "path is \"/a\""]
        #expect(Self.entry("differences", differences) == ["[redacted]", "path is \"/a\""])
    }
}
