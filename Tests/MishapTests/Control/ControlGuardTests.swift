import GatewayServer
import Mishap
import TestSupport
import Testing

/// Who may use the control API: tokens, allowed names, and pages of browsers.
@Suite(.descriptors) struct ControlGuardTests {
    private static func gateway(_ configure: (inout GatewayConfiguration) -> Void) throws -> RunningGateway {
        try RunningGateway(rules: #"{ "name": "all", "steps": [ { "reply": { "text": "ok" } } ] }"#, configure)
    }

    // MARK: Tokens

    @Test(arguments: [
        "Authorization: Bearer s3cret", "authorization: bearer s3cret", "Authorization: BEARER   s3cret ",
    ])
    func theTokenIsAskedForFromEverywhere(field: String) throws {
        let gateway = try Self.gateway { $0.token = "s3cret" }
        for path in ["sessions", "sessions/default/journal", ""] {
            #expect(try gateway.call("GET", path).status == 401)
            #expect(try gateway.call("GET", path, nil, field).status == 200)
        }
        #expect(try gateway.call("POST", "reset", nil, field).status == 204)
        // The body is JSON, which is looked at later.
        #expect(try gateway.call("POST", "sessions", "{}").status == 401)
        #expect(try gateway.call("POST", "sessions", "{}", field).status == 201)
    }

    @Test func withoutOneItIsSaidHow() throws {
        let gateway = try Self.gateway { $0.token = "s3cret" }
        let missing = try gateway.call("GET", "sessions")
        #expect(missing.fields.contains("WWW-Authenticate: Bearer"))
        #expect(missing.detail.contains("Authorization: Bearer TOKEN"))
        // Whether a call is there is nobody's business.
        #expect(try gateway.call("GET", "nothing").status == 401)
        #expect(try gateway.call("DELETE", "reset").status == 401)
    }

    @Test(arguments: [
        "Bearer s3cre", "Bearer s3cret2", "Bearer s3creT", "Bearer s3crets3cret", "Bearer ", "Bearer xxxxxx",
    ])
    func aWrongOneIsRefused(value: String) throws {
        let gateway = try Self.gateway { $0.token = "s3cret" }
        let wrong = try gateway.call("POST", "reset", nil, "Authorization: \(value)")
        #expect(wrong.status == 401)
        #expect(!wrong.text.contains("s3cret"))
    }

    @Test func aWrongOneIsToldFromNone() throws {
        let gateway = try Self.gateway { $0.token = "s3cret" }
        let wrong = try gateway.call("GET", "sessions", nil, "Authorization: Bearer other")
        #expect(wrong.fields.contains(#"WWW-Authenticate: Bearer error="invalid_token""#))
        let basic = try gateway.call("GET", "sessions", nil, "Authorization: Basic czNjcmV0")
        #expect(basic.status == 401 && basic.fields.contains("WWW-Authenticate: Bearer"))
    }

    @Test(arguments: ["Bearer ", "Bearer x", "Bearer"]) func anEmptyOneLetsNobodyIn(value: String) throws {
        let gateway = try Self.gateway { $0.token = "" }
        #expect(try gateway.call("GET", "sessions", nil, "Authorization: \(value)").status == 401)
    }

    @Test func clientsUnderTestNeedNone() throws {
        let gateway = try Self.gateway { $0.token = "s3cret" }
        #expect(try gateway.call("GET", "health").status == 200)
        #expect(try gateway.ask("/__mishap/fail/http/status/418/x").status == 418)
        #expect(try gateway.ask("/").body == "ok")
    }

    // MARK: Names

    @Test func aNameThatIsAllowedIsLetIn() throws {
        let gateway = try Self.gateway { $0.allowedHosts = ["Mishap.Test", "ci.example.com"] }
        for host in ["mishap.test", "MISHAP.test:8080", "ci.example.com", "ci.example.com.", "localhost.:80"] {
            #expect(try gateway.ask("/__mishap/sessions", host: host).status == 200)
        }
        for host in ["a.mishap.test", "mishap.test.evil.com", "xmishap.test", "mishap.test..", "evil.com."] {
            #expect(try gateway.ask("/__mishap/sessions", host: host).status == 403)
        }
        #expect(try gateway.ask("/__mishap/sessions", "Origin: https://mishap.test:3000").status == 200)
        #expect(try gateway.ask("/__mishap/sessions", "Origin: https://mishap.test.").status == 200)
        #expect(try gateway.ask("/__mishap/sessions", "Origin: https://a.mishap.test").status == 403)
        #expect(try gateway.ask("/__mishap/sessions", "Origin: ftp://mishap.test").status == 403)
    }

    /// A target in absolute form is judged by its authority, whatever the Host says.
    @Test(arguments: [
        ("http://evil.example/__mishap/sessions", 403), ("http://localhost:80@evil.example/__mishap/sessions", 403),
        ("http://localhost/__mishap/sessions", 200), ("http://evil.example@localhost/__mishap/sessions", 200),
        ("http://127.0.0.1:8080/__mishap/sessions", 200), ("http://[::1]/__mishap/sessions", 200),
    ])
    func theAuthorityOfAnAbsoluteTargetCounts(target: String, status: Int) throws {
        let gateway = try Self.gateway { _ in }
        for host in ["localhost", "evil.example"] {
            #expect(try gateway.ask(target, host: host).status == status, "\(host)")
        }
    }

    // MARK: Pages

    private static let page = "http://localhost:3000"

    private static func allowedOrigin(_ fields: [String]) -> [String] {
        fields.filter { $0.hasPrefix("Access-Control-Allow-Origin:") }
    }

    @Test func aPageOfThisMachineReadsAnswers() throws {
        let gateway = try Self.gateway { _ in }
        #expect(try gateway.ask("/").body == "ok")
        let origin = "Origin: \(Self.page)"
        // A constant, a list, a stream, problems of the shard and of a handler, and what is not there.
        let calls = [
            ("GET", "health", 200), ("GET", "", 200), ("GET", "sessions", 200),
            ("GET", "sessions/default/journal", 200),
            ("DELETE", "health", 405), ("GET", "sessions/nobody", 404), ("GET", "nothing", 404), ("POST", "reset", 204),
        ]
        for (method, path, status) in calls {
            let called = try gateway.call(method, path, nil, origin)
            #expect(called.status == status)
            #expect(Self.allowedOrigin(called.fields) == ["Access-Control-Allow-Origin: \(Self.page)"], "\(path)")
            #expect(called.fields.contains("Vary: Origin"), "\(path)")
        }
        let created = try gateway.call("POST", "sessions", "{}", origin)
        #expect(created.status == 201)
        #expect(created.fields.contains { $0.hasPrefix("Access-Control-Expose-Headers: ") && $0.contains("Location") })
    }

    @Test func aLongJournalIsReadByAPageToo() throws {
        let gateway = try Self.gateway { _ in }
        for _ in 0..<300 {
            #expect(try gateway.ask("/", "X: \(String(repeating: "x", count: 1000))").status == 200)
        }
        let journal = try gateway.call("GET", "sessions/default/journal", nil, "Origin: \(Self.page)")
        #expect(journal.fields.contains { $0.lowercased() == "transfer-encoding: chunked" })
        #expect(Self.allowedOrigin(journal.fields) == ["Access-Control-Allow-Origin: \(Self.page)"])
    }

    @Test func othersGetNoFields() throws {
        let gateway = try Self.gateway { _ in }
        for path in ["health", "sessions"] {
            let called = try gateway.call("GET", path)
            #expect(!called.fields.contains { $0.hasPrefix("Access-Control-") || $0.hasPrefix("Vary:") })
            let foreign = try gateway.call("GET", path, nil, "Origin: https://evil.example.com")
            #expect(foreign.status == (path == "health" ? 200 : 403))
            #expect(!foreign.fields.contains { $0.hasPrefix("Access-Control-") })
        }
    }

    /// What a browser asks first has no token.
    @Test(arguments: [nil, "s3cret"]) func aPageMayAskFirst(token: String?) throws {
        let gateway = try Self.gateway { $0.token = token }
        func ask(_ path: String, origin: String) throws -> RunningGateway.Called {
            try gateway.call(
                "OPTIONS", path, nil, "Origin: \(origin)", "Access-Control-Request-Method: PATCH",
                "Access-Control-Request-Headers: authorization, content-type")
        }
        let asked = try ask("sessions/default/variables", origin: Self.page)
        #expect(asked.status == 204)
        #expect(Self.allowedOrigin(asked.fields) == ["Access-Control-Allow-Origin: \(Self.page)"])
        #expect(asked.fields.contains("Access-Control-Allow-Methods: PATCH"))
        #expect(asked.fields.contains("Access-Control-Allow-Headers: authorization, content-type"))
        let foreign = try ask("sessions/default/variables", origin: "https://evil.example.com")
        #expect(foreign.status == 403 && Self.allowedOrigin(foreign.fields).isEmpty)
        // What is not there too: otherwise the page would not see why.
        #expect(try ask("sessions/default/verify", origin: Self.page).status == 204)
        // Not what asks: a plain OPTIONS.
        #expect(try gateway.call("OPTIONS", "sessions", nil).status == (token == nil ? 405 : 401))
    }

    @Test func offIsOffForPagesToo() throws {
        let gateway = try Self.gateway { $0.control = .off }
        let fields = ["Origin: \(Self.page)", "Access-Control-Request-Method: GET"]
        let asked = try gateway.call("OPTIONS", "sessions", nil, fields[0], fields[1])
        #expect(asked.status == 404 && Self.allowedOrigin(asked.fields).isEmpty)
    }
}
