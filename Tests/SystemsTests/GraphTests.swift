@testable import Catalogue
@testable import Systems
import TestSupport
import Testing
import Wire

/// The envelope of the Graph API, its codes, and what a request asks for.
struct GraphTests {
    private static let rows = GraphCode.all

    @Test func theTablesHaveEveryCodeOnce() {
        #expect(Set(Self.rows.map(\.name)).count == Self.rows.count)
    }

    @Test(arguments: GraphCode.all.map(\.name)) func theWireCarriesTheCode(name: String) throws {
        let failure = try #require(FailureIndex.all[name])
        let code = try #require(GraphCode(String(name.dropFirst(6))))
        let text = bytes(failure.script())
        let subcode = code.subcode.map { #","error_subcode":\#($0)"# } ?? ""
        let message = code.message.text(GraphAPI().sample(ofBatch: false), in: .sample)
        #expect(text.hasPrefix("HTTP/1.1 \(code.status) "))
        if code.message.constant != nil {
            #expect(text.contains(#"{"error":{"message":"\#(message)","type":"\#(code.type)","#), "\(text)")
        }
        #expect(text.contains(#""code":\#(code.code)"#) && (subcode.isEmpty || text.contains(subcode)), "\(text)")
        // The token endpoint was captured without one.
        #expect(text.contains(/,"fbtrace_id":"A[A-Za-z0-9_-]{22}"\}\}/) == (name != "graph/101"), "\(text)")
        #expect(!message.isEmpty && !code.meaning.hasSuffix("."))
        #expect(code.isMessageCaptured || code.message.description.hasSuffix("."))
        #expect((400...599).contains(code.status))
    }

    @Test(arguments: [
        ("com.facebook.sdk.core/8", "graph/100"), ("FBSDKErrorNetwork", "tcp/reset"),
        ("com.facebook.sdk.login/302", "graph/190/460"), ("FBSDKLoginUserCheckpointedErrorCode", "graph/190/459"),
        ("com.facebook.sdk.login/305", "graph/190/464"), ("com.facebook.sdk.core/7", "graph/missing-element"),
        ("com.facebook.sdk.share/203", "graph/without-id"), ("dialog-4201", "graph/login-redirect"),
        ("200-299", "graph/200"),
    ])
    func whatAClientReportsLeadsToWhatCausesIt(alias: String, name: String) {
        #expect(FailureIndex.all["graph/" + alias]?.name == name)
    }

    @Test func whatTheSDKRaisesByItselfSaysWhy() {
        guard case .notInducible(let entry, let reason) = FailureIndex.all.resolve("graph/com.facebook.sdk.login/306")
        else {
            Issue.record("it can")
            return
        }
        #expect(
            entry.name == "graph/FBSDKLoginErrorSystemAccountAppDisabled" && reason == "the account settings of iOS")
    }

    @Test(arguments: ["190", "190/463", "1/1", "2147483647/2147483647"]) func anyNumberIsACode(code: String) {
        #expect(FailureIndex.all["graph/" + code]?.name == "graph/" + code)
    }

    @Test func everyFormIsOfAListedCodeAndHasAName() {
        let forms = Self.rows.flatMap(\.forms)
        let listed = GraphCodeRows.forms.split(separator: "\n").count
        #expect(forms.count == listed && Set(forms.map { "\($0.code)/\($0.name)" }).count == listed)
        #expect(GraphCode(100, 33).forms.isEmpty && GraphCode(4711).forms.isEmpty)
        #expect(!forms.contains { $0.name == GraphForm.standard })
    }

    @Test(arguments: [
        "0", "-1", "+1", "01", "1/0", "1/01", "1/", "/1", "1/2/3", "2147483648", "1/2147483648", "٣", "", "1e3",
        "190/x",
    ])
    func whatIsNoNumberIsNone(code: String) { #expect(FailureIndex.all["graph/" + code] == nil) }

    @Test(arguments: [(201, "documented"), (299, "documented"), (300, "assumed"), (199, "assumed")])
    func theRangeIsAboutPermissions(code: Int, evidence: String) throws {
        let entry = try #require(FailureIndex.all.entry("graph/\(code)"))
        #expect(entry.evidence.rawValue == evidence)
        #expect(entry.summary.contains("permission") == (evidence == "documented"))
    }

    @Test(arguments: [
        ("4", "X-App-Usage: {\"call_count\":100,"), ("17", "X-App-Usage: "), ("17/2446079", "X-Ad-Account-Usage: "),
        ("613/1487742", "X-Ad-Account-Usage: {\"acc_id_util_pct\":100,"), ("32", "X-Page-Usage: "),
        ("80000", #"X-Business-Use-Case-Usage: {"1":[{"type":"ads_insights","#), ("80001", #""type":"pages""#),
        ("80002", #""type":"instagram""#), ("80003/2446079", #""type":"custom_audience""#),
        ("80004", #""type":"ads_management""#), ("80005", #""type":"leadgen""#), ("80006", #""type":"messenger""#),
    ])
    func limitsTellHowMuchIsUsed(code: String, field: String) {
        #expect(bytes(Failure.named("graph/" + code).script()).contains(field))
        let less = bytes(
            Failure.named("graph/" + code).script(["usage": .count(7), "regain": .duration(1_860_000_000_000)]))
        #expect(less.contains(":7,"))
        if code.hasPrefix("8") { #expect(less.contains(#""estimated_time_to_regain_access":31"#)) }
    }

    @Test func theEnvelopeTakesAllThatItCanHave() {
        let script = Failure.named("graph/100").script([
            "message": .text("a \"b\"\n"), "type": .text("GraphMethodException"), "subcode": .count(33),
            "userTitle": .text("T"), "userMessage": .text("M"), "transient": .text("true"),
            "data": .json(Array(#"{"x":[1.50]}"#.utf8)), "status": .count(503),
        ])
        let trace = /"fbtrace_id":"A[A-Za-z0-9_-]{22}"/
        #expect(
            bytes(script).replacing(trace, with: "trace").hasSuffix(
                #"{"error":{"message":"a \"b\"\n","type":"GraphMethodException","code":100,"error_data":{"x":[1.50]},"error_subcode":33,"#
                    + #""is_transient":true,"error_user_title":"T","error_user_msg":"M",trace}}<finish exchange>"#))
        #expect(script.status == 503)
    }

    @Test func whatACauseGivesGoesIntoTheEnvelope() throws {
        let preset = try #require(FailureIndex.all.failure(of: Cause("graph/100 subcode=33 message=gone")))
        #expect(
            bytes(preset.script()).contains(#""message":"gone","type":"OAuthException","code":100,"error_subcode":33,"#)
        )
    }

    // MARK: Reading

    private func fields(_ target: String, method: String = "GET") -> [String: String]? {
        guard case .call(let call) = GraphAPI().read(.make(method, target)) else { return nil }
        return call.fields.texts(GraphAPI())
    }

    @Test func aPathHasAVersionANodeAndAnEdge() {
        #expect(
            fields("/v20.0/me/friends?limit=5") == [
                "version": "v20.0", "node": "me", "edge": "friends", "relative_url": "me/friends?limit=5",
                "verb": "GET", "batch": "false",
            ])
        #expect(fields("/act_1/ads/x%2Fy")?["edge"] == "ads/x/y")
        #expect(fields("/")?["node"] == nil && fields("/v2.10")?["node"] == nil && fields("/v2.10/")?["edge"] == nil)
        for path in ["/v20", "/v20.x/me", "/v.0/me", "/20.0/me", "/vx.0/me"] {
            #expect(fields(path)?["version"] == nil, "\(path)")
        }
    }

    @Test func aParameterMaySayAnotherMethod() {
        #expect(fields("/4?method=delete", method: "POST")?["verb"] == "DELETE")
        #expect(fields("/4?method=", method: "POST")?["verb"] == "POST")
        #expect(fields("/4?method=\(String(repeating: "x", count: 17))")?["verb"] == "GET")
        #expect(fields("/method/x")?["verb"] == "GET")
    }

    @Test(arguments: [
        (#"/?batch=[{"method":"get","relative_url":"/v2.0/me?a=b"}]"#, [("content-type", "text/plain")], ""),
        (
            "/v2.0", [("Content-Type", "application/x-www-form-urlencoded")],
            "batch=%5B%7B%22method%22:%22get%22,%22relative_url%22:%22me?a=b%22%7D%5D"
        ),
        (
            "/v2.0/", [("Content-Type", "application/json; charset=utf-8")],
            #"{"batch":[{"method":"get","relative_url":"me?a=b"}]}"#
        ),
        (
            "/v2.0/me", [("Content-Type", "application/json")],
            #"{"batch":"[{\"method\":\"get\",\"relative_url\":\"me?a=b\"}]"}"#
        ),
    ])
    func aBatchComesInManyForms(target: String, headers: [(String, String)], body: String) {
        let request = Request.make("POST", target, fields: headers, body: Array(body.utf8))
        guard case .batch(let whole, let calls) = GraphAPI().read(request) else {
            Issue.record("no batch")
            return
        }
        #expect(whole.isWhole && calls.count == 1)
        let fields = calls[0].fields.texts(GraphAPI())
        #expect(fields == ["version": "v2.0", "node": "me", "relative_url": "me?a=b", "verb": "GET"])
    }

    @Test func aNameMayBeEncoded() {
        let request = Request.make(
            "POST", "/", fields: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Array("x=%25&b%61tc%68=[{}]".utf8))
        guard case .batch(_, let calls) = GraphAPI().read(request) else {
            Issue.record("no batch")
            return
        }
        #expect(calls.count == 1)
        #expect(fields("/4?metho%64=delete")?["verb"] == "DELETE")
    }

    @Test(arguments: [
        ("x", "The batch parameter is not a JSON array."),
        ("[" + Array(repeating: "1", count: 51).joined(separator: ",") + "]", "Too many requests in batch message."),
    ])
    func whatIsNoBatchIsToldWhy(batch: String, message: String) { expectNoBatch(batch, message) }

    @Test func aBatchOfManyValuesIsToldWhy() {
        expectNoBatch(
            "[[" + Array(repeating: "1", count: 100_000).joined(separator: ",") + "]]",
            "The batch parameter has more than 100000 values.")
    }

    private func expectNoBatch(_ batch: String, _ message: String) {
        let form = [("Content-Type", "application/x-www-form-urlencoded")]
        let request = Request.make("POST", "/", fields: form, body: Array("batch=\(batch)".utf8))
        guard case .unreadable(let reply) = GraphAPI().read(request) else {
            Issue.record("a batch")
            return
        }
        #expect(String(decoding: reply.content, as: UTF8.self).hasPrefix(#"{"error":{"message":"\#(message)"#))
    }

    @Test func aSubcodeThatIsSetIsTheStandard() {
        func words(_ name: String) -> String? {
            Failure.named(name).parameters.first { $0.name == "subcode" }?.summary
        }
        #expect(words("graph/190") == "The error_subcode; none by default.")
        #expect(words("graph/190/463") == "The error_subcode.")
    }

    @Test func onlyAPOSTIsABatch() {
        guard case .call = GraphAPI().read(.make("GET", "/?batch=[]")) else {
            Issue.record("a batch")
            return
        }
    }

    // MARK: Spoilers

    private func body(_ name: String, _ given: [String: Argument] = [:], beside text: String) -> String {
        let reply = Reply(status: 200, contentType: "application/json", text: text)
        return bytes(Failure.named(name).script(given, beside: reply))
            .replacing(/(?s)^.*?\r\n\r\n/, with: "").replacing("<finish exchange>", with: "")
    }

    @Test func permissionsAreDeclinedWhereTheyAreListed() {
        let list = #"{"data":[{"permission":"email","status":"granted"},{"permission":"x","status":"granted"}]}"#
        #expect(
            body("graph/declined-permission", ["permission": .text("email"), "by": .text("expired")], beside: list)
                == #"{"data":[{"permission":"x","status":"granted"},{"permission":"email","status":"expired"}]}"#)
        #expect(
            body("graph/declined-permission", beside: "{").contains(
                #"{"permission":"user_friends","status":"declined"}]"#))
    }

    @Test(arguments: [
        (#"{"id":"41","name":"A"}"#, #"{"id":"42","name":"A"}"#), (#"{"id":"x"}"#, #"{"id":"x1"}"#),
        (#"{"id":7}"#, #"{"id":"2"}"#), ("[]", #"{"id":"2"}"#),
        (#"{"id":"9223372036854775807"}"#, #"{"id":"92233720368547758071"}"#),
    ])
    func theUserIsAnother(before: String, after: String) { #expect(body("graph/other-user", beside: before) == after) }

    @Test func aRedirectLeadsBackToTheApp() {
        func location(_ target: String, _ given: [String: Argument] = [:]) -> String {
            let failure = Failure.named("graph/login-redirect")
            let script = failure.script(
                Arguments(of: failure, given: given), for: .make("GET", target), in: GraphAPI(),
                beside: Reply())
            return bytes(script).split(separator: "\r\n").first { $0.hasPrefix("Location: ") }.map(String.init) ?? ""
        }
        #expect(
            location("/dialog/oauth").hasPrefix("Location: fbconnect://success?error=access_denied&error_code=200&"))
        #expect(location("/?redirect_uri=https%3A%2F%2Fa%2F%3Fb%3Dc").hasPrefix("Location: https://a/?b=c&error="))
        #expect(
            location("/?redirect_uri=a%0D%0AX:%20b", ["by": .text("no-token")]) == "Location: aX:b#expires_in=0")
        #expect(
            location("/?state=%26", ["by": .text("no-token"), "location": .text("/login")])
                == "Location: /login#state=%26")
        #expect(
            location("/?redirect_uri=a%3A%2F%2Fb%3Fc%23d%23e").hasPrefix("Location: a://b?c&error=access_denied&"))
        #expect(location("/?redirect_uri=a%3A%2F%2Fb%23d%3F").hasPrefix("Location: a://b?error=access_denied&"))
        #expect(location("/?redirect_uri=a%3A%2F%2Fb%23d%3F").hasSuffix("#d?"))
        #expect(location("/?redirect_uri=a%23d&state=s", ["by": .text("no-token")]) == "Location: a#state=s")
        #expect(location("/", ["message": .text("no & no")]).contains("error_description=no%20%26%20no"))
    }

    @Test func aChallengeIsQuoted() {
        #expect(
            bytes(Failure.named("graph/www-authenticate").script(["message": .text("a\"b\r\nc")])).contains(
                #"WWW-Authenticate: OAuth "Facebook Platform" "invalid_token" "a\"bc""# + "\r\n"))
    }
}
