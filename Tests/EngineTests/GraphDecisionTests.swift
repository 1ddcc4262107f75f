import Engine
import Testing
import Wire

/// Scripted requests of the Graph API: which rule each one meets, and what becomes of a batch.
@Suite struct GraphDecisionTests {
    private let golden = Golden(
        #"""
        { "system": "graph", "rules": [
          { "name": "whole", "match": { "batch": true, "path": "/whole" }, "steps": [ { "fail": "190/463" } ] },
          { "name": "v2", "match": { "batch": true, "version": "v2.0" }, "steps": [ { "fail": "missing-element", "reply": { "json": [1, 2] } } ] },
          { "name": "me", "match": { "node": "me", "edge": { "exists": false } }, "steps": [
              { "reply": { "json": { "id": "1" } }, "delay": "1s" }, { "reply": { "json": { "id": "2" }, "status": 201, "headers": { "ETag": "x" } } } ] },
          { "name": "feed", "match": { "edge": "feed", "verb": "POST" }, "steps": [ { "fail": 200, "with": { "transient": true }, "delay": "3s" } ] },
          { "name": "slow", "match": { "relative_url": { "startsWith": "slow" } }, "steps": [ { "fail": "timed-out" } ] },
          { "name": "usage", "match": { "node": "near" }, "steps": [ { "fail": "x-app-usage", "reply": { "json": {} } } ] },
          { "name": "hi", "match": { "json": { "/body": { "contains": "message=hi" } } }, "steps": [ { "reply": { "json": { "said": "hi" } } } ] },
          { "name": "lone", "match": { "node": "lone", "batch": false }, "steps": [ { "reply": { "json": "lone" } } ] },
          { "name": "page", "match": { "node": "page" }, "steps": [ { "fail": "http/html" } ] },
          { "name": "reset", "match": { "node": "reset" }, "steps": [ { "fail": "tcp/reset" } ] },
          { "name": "any", "match": { "path": "/any" }, "steps": [ { "reply": { "json": "any" } } ] } ] }
        """#)

    private func batch(_ requests: String..., path: String = "/") -> Request {
        Request.make(
            "POST", path, fields: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Array("include_headers=false&batch=[\(requests.joined(separator: ","))]".utf8))
    }

    private func get(_ url: String, _ method: String = "GET", body: String = "") -> String {
        #"{"method":"\#(method)","relative_url":"\#(url)","body":"\#(body)"}"#
    }

    /// The body that goes out, with points in the place of what is drawn.
    private func text(_ request: Request) -> String {
        guard case .answer(let answer) = golden.decide(request) else { return "" }
        let text = answer.plan.script.actions.reduce(into: "") { text, action in
            guard case .content(let content, _) = action else { return }
            text += String(decoding: content.bytes(0..<content.count), as: UTF8.self)
        }
        return text.replacing(/A[A-Za-z0-9_-]{22}/, with: "…")
    }

    @Test func eachRequestOfABatchMeetsItsRule() {
        let request = batch(
            get("me"), get("me?fields=id"), get("v3.0/me/feed", "POST"), get("slow/x"), get("near"),
            get("4/comments", "POST", body: "message=hi"))
        #expect(
            text(request) == "["
                + [
                    #"{"code":200,"body":"{\"id\":\"1\"}"}"#, #"{"code":201,"body":"{\"id\":\"2\"}"}"#,
                    #"{"code":403,"body":"{\"error\":{\"message\":\"(#200) Permissions error\",\"type\":\"OAuthException\",\"code\":200,\"is_transient\":true,\"fbtrace_id\":\"…\"}}"}"#,
                    "null", #"{"code":200,"body":"{}"}"#, #"{"code":200,"body":"{\"said\":\"hi\"}"}"#,
                ].joined(separator: ",") + "]")
        #expect(golden.state.hits(of: 2) == 2 && golden.state.hits(of: 3) == 1)
        #expect(
            golden.tell(request).hasPrefix(
                "rule 2 step 1 hit 3\nwait 3s\nhead 200 [Content-Type: application/json; charset=UTF-8] length "))
    }

    @Test func headersComeAlongUnlessNobodyWantsThem() {
        let request = Request.make(
            "POST", "/", fields: [("Content-Type", "application/json")],
            body: Array("{\"batch\":[\(get("near"))]}".utf8))
        #expect(
            text(request)
                == #"[{"code":200,"headers":[{"name":"Content-Type","value":"application/json"},"#
                + #"{"name":"X-App-Usage","value":"{\"call_count\":95,\"total_cputime\":25,\"total_time\":25}"}],"body":"{}"}]"#
        )
    }

    @Test func aBatchCanBeTakenWhole() {
        let refused = batch(get("me"), get("me"), path: "/whole")
        #expect(
            text(refused)
                == #"{"error":{"message":"Error validating access token: Session has expired on Wednesday, 31-Dec-69 15:00:00 PST. The current time is Wednesday, 31-Dec-69 16:00:00 PST.","type":"OAuthException","code":190,"error_subcode":463,"fbtrace_id":"…"}}"#
        )
        #expect(text(batch(get("me"), path: "/v2.0")) == "[1]")
        #expect(golden.state.hits(of: 2) == 0)
        #expect(text(batch(path: "/")) == "[]")
    }

    @Test func whatIsBrokenForAllIsBrokenOnce() {
        #expect(text(batch(get("me"), get("page"), get("reset"))).hasPrefix("<!DOCTYPE html>"))
        #expect(golden.tell(batch(get("me"), get("reset"), get("page"))).hasSuffix("reset connection"))
    }

    @Test func whatIsNoRequestMeetsRulesThatAskForNothing() {
        #expect(text(batch("1", path: "/any")) == #"[{"code":200,"body":"\"any\""}]"#)
        #expect(text(batch("1")).contains("(#100) A request of a batch needs a method and a relative_url."))
        let broken = Request.make("POST", "/any?batch=x")
        #expect(text(broken) == "\"any\"")
        #expect(text(Request.make("POST", "/me?batch=x")).contains("GraphBatchException"))
    }

    @Test func aRequestAloneIsNoBatch() {
        #expect(text(Request.make("GET", "/v20.0/lone")) == "\"lone\"")
        #expect(text(batch(get("lone"))).contains("(#803)"))
        #expect(text(Request.make("GET", "/me/")) == #"{"id":"1"}"#)
    }

    @Test func aBatchHasATokenForEachThatHasNone() {
        func tell(_ query: String) -> String {
            text(batch(get("me/x"), get("me/y?access_token=E"), path: "/" + query))
        }
        let missing = "An active access token must be used"
        #expect(tell("").components(missing) == 1 && tell("").contains("Unknown path components: /y"))
        #expect(tell("?access_token=").components(missing) == 1)
        #expect(tell("?access_token=E").components(missing) == 0)
    }

    // MARK: Strict

    private let strict = Golden(
        #"""
        { "system": "graph", "settings": { "strict": true }, "rules": [
          { "name": "me", "match": { "node": "me" }, "steps": [ { "reply": {} } ] },
          { "name": "login", "match": { "node": { "in": ["oauth", "dialog"] } }, "steps": [ { "reply": {} } ] },
          { "name": "any", "match": { "path": "/any" }, "steps": [ { "reply": {} } ] } ] }
        """#)

    @Test(arguments: [
        ("/me", "rule -2"), ("/me?access_token=", "rule -2"), ("/me?access_token=a%20b", "rule -2"),
        ("/me?access_token=EAA-x_9", "rule 0"),
        ("/me?access%5Ftoken=E", "rule 0"), ("/me?access_token=1234%7Cabc.d", "rule 0"),
        ("/v2.0/oauth/access_token", "rule 1"), ("/dialog/oauth", "rule 1"), ("/any", "rule 2"),
    ])
    func strictlyNothingGoesWithoutAToken(target: String, who: String) {
        #expect(strict.who(target).hasPrefix(who), "\(strict.who(target))")
    }

    @Test(arguments: [
        ("Bearer EAA", "rule 0"), ("oauth EAA", "rule 0"), ("Bearer ", "rule -2"), ("Basic EAA", "rule -2"),
        ("EAA", "rule -2"), ("Bearer \u{e9}", "rule -2"),
    ])
    func aTokenMayStandInTheHead(field: String, who: String) {
        #expect(strict.who("/me", [("Authorization", field)]).hasPrefix(who))
        // An empty parameter is no token.
        #expect(strict.who("/me?access_token=", [("Authorization", field)]).hasPrefix(who))
    }

    @Test func aBatchNeedsATokenForAllOfIt() {
        let list = "batch=[\(get("me"))]&include_headers=false"
        func tell(_ body: String) -> String {
            let form = [("Content-Type", "application/x-www-form-urlencoded")]
            return strict.tell(Request.make("POST", "/", fields: form, body: Array(body.utf8)))
        }
        #expect(tell(list + "&access_token=EAA").contains(#"[{\"code\":200"#))
        let refused = tell(list)
        #expect(refused.contains("head 400 ") && refused.contains("An active access token must be used"))
        #expect(tell(list + "&access_token=%00").contains("Cannot parse access token"))
    }
}

extension String {
    /// How often it has these words.
    fileprivate func components(_ words: String) -> Int { ranges(of: words).count }
}
