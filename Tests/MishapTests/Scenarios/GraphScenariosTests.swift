import Catalogue
import Systems
import Foundation
import TestSupport
import Testing

/// What the rows of the Graph API's scenarios do not show: `GraphRows` has the others.
@Suite(.descriptors) struct GraphScenariosTests {
    private static func gateway(_ rules: String) throws -> RunningGateway {
        try RunningGateway(["main": #"{ "system": "graph", "rules": [ \#(rules) ] }"#])
    }

    @Test func theTraceIsDrawnFromSeedRuleAndHit() throws {
        func traces() throws -> [String] {
            let gateway = try Self.gateway(#"{ "name": "a", "steps": [ { "fail": 1 } ] }"#)
            return try (1...3).map { _ in try gateway.ask("/me").body }
        }
        let first = try traces()
        #expect(Set(first).count == 3)
        #expect(try traces() == first)
    }

    @Test func everyKnownCodeComesInItsTurn() throws {
        let rows = FailureIndex.all.chapters.first { $0.system == "graph" }?.rows ?? []
        let codes = rows.map(\.code).filter { $0.allSatisfy { $0.isNumber || $0 == "/" } }
        // A range is no code of its own; 803 is in public client libraries alone, and others were captured alone.
        let listed = Reference.rows("graph").filter { ["code", "subcode"].contains($0.group) && $0.code != "200-299" }
        let captured = ["101", "131000", "131000/2494002", "131026", "131030", "131047", "132001", "100/1815629"]
        #expect(Set(codes) == Set(listed.map(\.code) + captured + ["803"]))
        let connection = try RunningGateway.shipped.get().connect()
        for code in codes + codes.prefix(1) {
            connection.send(request("/@graph/every-code~rows/v20.0/me"))
            let answer = connection.receiveResponse().body
            let parts = code.split(separator: "/")
            let subcode = parts.count == 2 ? #","error_subcode":\#(parts[1]),"# : ""
            #expect(
                ["}", ","].contains { answer.contains(#""code":\#(parts[0])"# + $0) }
                    && (subcode.isEmpty || answer.contains(subcode)),
                "\(code): \(answer)")
        }
    }

    @Test func thePageShowsWhatIsSent() throws {
        let page = try String(contentsOf: Repository.root.appending(path: "docs/systems/graph.md"), encoding: .utf8)
        let answer = try RunningGateway(shipped: ()).ask("/@graph/password-changed/v20.0/me?access_token=EAA")
        #expect(page.contains("\n\(answer.body)\n"), "\(answer.body)")
    }

    @Test func theNetworkFailsBeneathIt() throws {
        let gateway = try RunningGateway.shipped.get()
        #expect(try gateway.ask("/@graph/network-error/v20.0/me").description == " [ECONNRESET]")
        #expect(try gateway.ask("/@graph/html/v20.0/me").body.hasPrefix("<!DOCTYPE html>"))
    }

    // MARK: Without a scenario

    @Test(arguments: [
        ("190/463/v20.0/me", 400, #""code":190,"error_subcode":463,"#),
        ("190/v20.0/me", 400, #""code":190,"fbtrace_id""#),
        ("190/4000000000/feed", 400, #""code":190,"fbtrace_id""#),
        ("4/me", 403, #""code":4,"fbtrace_id""#),
        ("299/me", 403, #""code":299,"fbtrace_id""#),
        ("7777/8888/me", 400, #""code":7777,"error_subcode":8888,"#),
        ("FBSDKLoginErrorPasswordChanged/me", 400, #""code":190,"error_subcode":460,"#),
        ("x-page-usage/me", 200, #"{"id":"1"}"#),
    ])
    func aFailureByItsNameAnswersAnything(path: String, status: Int, part: String) throws {
        let answer = try RunningGateway.shipped.get().ask("/__mishap/fail/graph/" + path)
        #expect(answer.status == status)
        #expect(answer.body.contains(part), "\(answer.body)")
    }

    // MARK: Bad requests

    /// With the form's fields in front of each body that is a form.
    private static let hostile: [(type: String, body: String, part: String)] = {
        let form = "application/x-www-form-urlencoded"
        let element = #"{"method":"GET","relative_url":"me"}"#
        func list(_ count: Int) -> String {
            "batch=[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
        }
        let tooMany = "Too many requests in batch message. Maximum batch size is 50"
        let noList = "The batch parameter is not a JSON array."
        return [
            (form, list(51), tooMany), (form, list(50), #""code":400"#),
            (form, list(100_000), "The batch parameter has more than 100000 values."),
            (form, "batch=[]", "[]"), (form, "batch=", noList), (form, "batch=%7B%7D", noList),
            (form, "batch=" + String(repeating: "[", count: 100_000), noList),
            (form, "batch=[1,null,{},{\"method\":\"GET\"}]", "needs a method and a relative_url"),
            (form, "batch=%FF%FE", noList), (form, String(repeating: "&batch", count: 200_000), noList),
            ("application/json", #"{"batch":[\#(element)]}"#, #"[{"code":400,"headers""#),
            ("application/json", #"{"batch":"[]"}"#, "[]"),
            ("application/json", #"{"batch":["#, "Unsupported post request"),
            (
                "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"batch\"\r\n\r\n[",
                noListOrNone
            ),
            (
                "multipart/form-data; boundary=b",
                "--b\r\nContent-Disposition: form-data; name=\"batch\"\r\n\r\n[\(element)]\r\n--b--\r\n",
                #"[{"code":400,"headers""#
            ),
            (form, #"batch=[{"method":"GET","relative_url":"\#(String(repeating: "/", count: 100_000))"}]"#, "code"),
        ]
    }()
    /// A part without an end is no part.
    private static let noListOrNone = "Unsupported post request"

    @Test func badBatchesAreAnsweredInTime() throws {
        let gateway = try RunningGateway.shipped.get()
        for (type, body, part) in Self.hostile {
            let connection = try gateway.connect()
            let fields = ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"]
            connection.send(request("/@graph/method-missing~bad/v20.0/", fields, method: "POST") + body)
            let answer = connection.receiveResponse(within: .seconds(60))
            #expect(answer.body.contains(part), "\(body.prefix(60)): \(answer.text.prefix(600))")
        }
    }

    @Test(arguments: [
        ("/", "Unsupported get request.", 400), ("/v20.0", "Unsupported get request.", 400),
        ("/me", "An active access token must be used", 400), ("/me?access_token=", "An active access token", 400),
        ("/v20.0/20531316728", "An access token is required to request this resource.", 400),
        ("/v20.0/20531316728?access_token=EAA", "Object with ID '20531316728' does not exist", 400),
        ("/v20.0/1_2?access_token=EAA", "Object with ID '1_2'", 400),
        ("/v20.0/nobody", "(#803) Some of the aliases you requested do not exist: nobody", 404),
        ("/v20.0/4/bogus", "Unknown path components: /bogus", 400),
        ("/v20.0/%22%5C/%FF", #"Unknown path components: /"#, 400),
        ("/4?method=delete&access_token=EAA", "Unsupported delete request.", 400),
    ])
    func whatNobodyScriptedIsNotThere(target: String, part: String, status: Int) throws {
        let gateway = try Self.gateway(
            #"{ "match": { "node": "scripted" }, "steps": [ { "reply": { "json": {} } } ] }"#)
        let own = try gateway.ask(target)
        #expect(own.status == status)
        #expect(own.body.contains(part), "\(own.body)")
    }

    // MARK: A real client

    /// Python's own client, asked to fail as an app would be.
    private func python(_ script: String) async throws -> String {
        let gateway = try RunningGateway.shipped.get()
        return try await PythonClient.run(Self.client + script, [gateway.url])
    }

    /// By requests, as most do it, with batches as forms in parts.
    private static let client = """
        import json, requests, sys
        def call(name, path, token='EAAold', **form):
            url = sys.argv[1] + '/@graph/' + name + '~python/v20.0/' + path
            if form:
                form['access_token'] = token
            else:
                url += ('&' if '?' in path else '?') + 'access_token=' + token
            parts = {key: (None, value) for key, value in form.items()} if 'batch' in form else None
            answer = requests.request(
                'POST' if form else 'GET', url, data=None if parts else form, files=parts, timeout=60)
            return answer.status_code, answer.json(), answer.headers
        def error(answer):
            status, body, headers = answer
            error = body['error']
            return status, error['code'], error.get('error_subcode'), error['type'], len(error['fbtrace_id'])

        """

    @Test func pythonRenewsItsTokenAndIsServed() async throws {
        let output = try await python(
            """
            name = 'token-expired-then-renewed'
            print(*error(call(name, 'me')))
            status, body, _ = call(name, 'oauth/access_token?grant_type=fb_extend_sso_token')
            print(status, body['access_token'])
            print(*call(name, 'me', body['access_token'])[:2])
            print(*call(name, 'me/feed', body['access_token'], message='hi')[:2])
            print(*error(call('transient-then-success', 'me')))
            print(*call('transient-then-success', 'me')[:2])
            """)
        #expect(
            output == """
                400 190 463 OAuthException 23
                200 EAAnew
                200 {'id': '1', 'name': 'Ada Lovelace'}
                200 {'id': '1', 'name': 'Ada Lovelace'}
                500 2 None OAuthException 23
                200 {'id': '1', 'name': 'Ada Lovelace'}

                """)
    }

    @Test func pythonReadsBatchesLimitsAndPermissions() async throws {
        let output = try await python(
            """
            calls = [
                {'method': 'GET', 'relative_url': 'me'}, {'method': 'GET', 'relative_url': 'me/friends?limit=5'},
                {'method': 'POST', 'relative_url': 'me/feed', 'body': 'message=hi'}]
            status, answers, _ = call('batch-mixed', '', batch=json.dumps(calls), include_headers='false')
            print(status, len(answers), json.loads(answers[0]['body'])['id'], answers[1], answers[2]['code'],
                json.loads(answers[2]['body'])['error']['code'])
            print(*error(call('batch-token-refused', '', batch=json.dumps(calls))))
            print(len(call('missing-element', '', batch=json.dumps(calls))[1]))
            status, body, headers = call('ads-limit', 'act_1/insights')
            usage = json.loads(headers['X-Business-Use-Case-Usage'])['1'][0]
            print(status, usage['type'], usage['call_count'], usage['estimated_time_to_regain_access'])
            body = call('declined-permission', 'me/permissions')[1]
            print([p['permission'] for p in body['data'] if p['status'] == 'declined'])
            body = call('policy-block', 'me/feed', message='hi')[1]['error']
            print(body['error_user_title'])
            """)
        #expect(
            output == """
                200 3 1 None 403 200
                400 190 463 OAuthException 23
                2
                400 ads_management 100 12
                ['user_friends']
                You cannot post right now

                """)
    }

    @Test func pythonTakesTheTourAndComesBackToItsBeginning() async throws {
        let output = try await python(
            """
            import http.client, urllib.parse
            seen = []
            while len(seen) < 44:
                connection = http.client.HTTPConnection(urllib.parse.urlsplit(sys.argv[1]).netloc, timeout=60)
                try:
                    connection.request('GET', '/@graph/tour~python/v20.0/me')
                    answer = connection.getresponse()
                    body = answer.read()
                    try:
                        word = json.loads(body)
                    except ValueError:
                        word = None
                    if isinstance(word, dict) and 'error' in word:
                        seen.append((answer.status, word['error']['code']))
                    else:
                        seen.append((answer.status, word))
                except ConnectionResetError:
                    seen.append(('reset', None))
                finally:
                    connection.close()
            print(seen[0] == seen[-1], seen[-2][0])
            print(*[entry[1] for entry in seen if isinstance(entry[1], int)])
            """)
        #expect(
            output == """
                True reset
                1 2 4 17 341 32 613 80001 10 200 270 299 100 100 2500 2635 21 368 506 102 \
                190 190 190 190 190 190 190 190 190 190 368

                """)
    }
}
