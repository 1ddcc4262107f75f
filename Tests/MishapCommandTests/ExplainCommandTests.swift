import Catalogue
import Mishap
import Rules
import ScenarioFiles
import Systems
import Testing
import Wire

@testable import MishapCommand

struct ExplainCommandTests {
    /// Failures that another spelling equals, and that spelling.
    @Test(arguments: [
        ("tcp/slow", #""pace": { "bytes": 1, "every": "250ms" }"#),
        ("tcp/close-mid-body", #""cut": { "after": "50%", "end": "close" }"#),
        ("tcp/reset-mid-body", #""cut": { "after": "50%", "end": "reset" }"#),
        ("tcp/stall-mid-body", #""cut": { "after": "50%", "end": "stall" }"#),
    ])
    func whatAnotherSpellingEqualsEndsWithIt(name: String, modifier: String) throws {
        let step = "{ \"reply\": { \"json\": { \"ok\": true } }, \(modifier) }"
        #expect(Run(["explain", name]).output.hasSuffix("\nThe same as a step\n  \(step)\n"))
        let failing = "{ \"reply\": { \"json\": { \"ok\": true } }, \"fail\": \"\(name)\" }"
        let scripts = try [step, failing].map { step in
            var numbering = ScriptNumbering()
            let text = "{ \"rules\": [ \(step) ] }"
            let result = ScenarioLoader(
                source: FileScenarioSource(), patterns: PCRE2Compiler(), encoder: ZlibEncoder(), failures: .all
            )
            .load(Array(text.utf8), name: "a", file: "a.json", numbering: &numbering)
            let rule = try #require(result.scenarios.first?.rules.first, "\(result.text)")
            guard case .answer(let answer) = rule.steps[0].act, case .script(let script) = answer.source else {
                return result.text
            }
            return script.description
        }
        #expect(scripts[0] == scripts[1])
    }

    @Test func onlyThoseDo() {
        let equal = FailureIndex.all.failures.filter { EqualStep($0) != nil }.map(\.name)
        #expect(equal.sorted() == ["tcp/close-mid-body", "tcp/reset-mid-body", "tcp/slow", "tcp/stall-mid-body"])
    }

    @Test func allThatIsKnownOfOne() {
        let run = Run(["explain", "tcp/close-mid-body"])
        #expect(run.code == 0)
        #expect(
            run.output == """
                tcp/close-mid-body  a spoiler: it spoils the reply beside it, or a stock success
                The connection closes in the middle of the response's body.

                On the wire
                  The whole head, the body up to `after`, then a FIN, over TLS without a close_notify. A reply that
                  is framed by the close of the connection gets a Content-Length, or nobody could tell.

                When
                  In the body of the response.

                What it needs between gateway and client
                  A FIN arrives where it was sent. Ask mishap doctor whether that is so.

                What clients report
                  curl                 18
                  requests             ChunkedEncodingError, from IncompleteRead
                  Node fetch           TypeError: terminated, other side closed
                  Java HttpClient      IOException: fixed content-length: 100, bytes received: 10
                  URLSession on Linux  NSURLErrorDomain -1, transfer closed with 90 bytes remaining to read
                  undici               SocketError UND_ERR_SOCKET: other side closed
                  node:http            Error ECONNRESET: aborted
                  axios                AxiosError ERR_BAD_RESPONSE: stream has been aborted
                  got                  ReadError ECONNRESET: The server aborted pending request
                  ky                   TypeError: terminated, from UND_ERR_SOCKET: other side closed
                  superagent           Error ECONNRESET: aborted
                  HttpURLConnection    200; the body cut short, no error
                  OkHttp               ProtocolException: unexpected end of stream
                  Apache HttpClient    ConnectionClosedException: Premature end of Content-Length delimited message
                                       body (expected: 12; received: 6)
                  reactor-netty        PrematureCloseException: Connection prematurely closed DURING response
                  Ktor CIO             IllegalStateException: Content-Length mismatch: expected 12 bytes, but
                                       received 6 bytes
                  Go net/http          unexpected EOF
                  fasthttp             unexpected EOF
                  resty                unexpected EOF
                  go-retryablehttp     unexpected EOF
                  reqwest              error decoding response body, from end of file before message length reached
                  hyper                error reading a body from connection, from end of file before message length
                                       reached
                  ureq                 Peer disconnected
                  httpx                RemoteProtocolError: peer closed connection without sending complete message
                                       body (received 6 bytes, expected 12)
                  aiohttp              ClientPayloadError, from ContentLengthError: Not enough data to satisfy
                                       content length header

                Asked again by itself
                  got and resty a GET 3 times; fasthttp a GET 5 times; use "times": 3 to be seen, 5 by fasthttp.

                What "with" takes
                  after  Bytes of body that still go out, a share of it, or a time after the head; half of it by
                         default. (bytes, a size, such as "10KB", a share, such as "50%", or a time, such as "2s")

                Known from
                  RFC 9112, 8; measured on loopback 2026-11 (curl 7.88.1, requests 2.34.2, Node 20.20.2, OpenJDK
                  17.0.15, Swift 6.3.1 URLSession on Linux); undici 7.30.2, node:http of Node 20.20.2, axios 1.21.1,
                  got 14.6.6, ky 1.14.3, superagent 10.4.2, HttpURLConnection of OpenJDK 17.0.15, OkHttp 5.5.1,
                  Apache HttpClient 5.5.2, reactor-netty 1.3.0, Ktor CIO 3.3.3, Go 1.26.8, fasthttp 1.69.0, resty
                  2.17.2 with RetryCount 2, go-retryablehttp 0.7.8 with RetryMax 2, reqwest 0.13.5, hyper-util
                  0.1.21, ureq 3.5.1, httpx 0.28.1, aiohttp 3.14.5 (observed)

                Try it
                  curl -v http://127.0.0.1:8080/__mishap/fail/tcp/close-mid-body/any

                In a scenario
                  {
                    "rules": [
                      { "fail": "tcp/close-mid-body" }
                    ]
                  }

                The same as a step
                  { "reply": { "json": { "ok": true } }, "cut": { "after": "50%", "end": "close" } }

                """)
    }

    @Test(arguments: [
        ("reset-mid-body", "tcp/reset-mid-body"), ("418", "http/status/418"), ("http/status/599", "http/status/599"),
        ("wrong-id", "jsonrpc/wrong-id"), ("-32701", "xmlrpc/-32701"), ("ExpatError", "xmlrpc/ExpatError"),
        ("-99999999999", "jsonrpc/-99999999999"),
    ])
    func aCodeAloneIsEnough(code: String, name: String) {
        #expect(Run(["explain", code]).output.hasPrefix(name + "  "))
    }

    /// Names of other tools and of clients are those of a table that the hints of `check` have too.
    @Test func aNameFromElsewhereIsUnderstood() {
        #expect(Run(["explain", "EMPTY_RESPONSE"]).output.hasPrefix("tcp/close  "))
    }

    @Test(arguments: [
        (
            "8",
            ["graph/8", "jsonrpc/EESCAPE", "jsonrpc/JSONRPCFormatErrorCode", "graph/FBSDKErrorGraphRequestGraphAPI"]
        ),
        (
            "10",
            [
                "graph/10", "jsonrpc/ETRAILGARBAGE", "jsonrpc/JSONRPCConversionErrorCode",
                "graph/FBSDKErrorAccessTokenRequired",
            ]
        ),
        ("203", ["http/status/203", "graph/FBSDKShareErrorUnknown", "graph/200-299"]),
        ("299", ["http/status/299", "graph/200-299"]),
    ])
    func aNumberIsMoreThanOne(number: String, names: [String]) {
        let said = Run(["explain", number]).output
        #expect(said.hasPrefix("There are \(names.count) that \(number) may mean; ask for one of them:\n"), "\(said)")
        for name in names { #expect(said.contains("\n  \(name) "), "\(name)") }
    }

    @Test(arguments: ["-32601", "-32042"]) func aSignedCodeIsOneOfTwoSystems(code: String) {
        let said = Run(["explain", code]).output
        #expect(said.hasPrefix("There are 2 that \(code) may mean; ask for one of them:\n  jsonrpc/\(code)  "))
        #expect(said.contains("\n  xmlrpc/\(code) "))
    }

    @Test func whatWaitsForAnotherSaysWhichKindItIs() {
        let lines = Run(["explain", "mtop/-2222"]).output.split(separator: "\n")
        let kind = #"a failure of the connection: it happens before a request, and stands in "connections""#
        #expect(lines.first.map(String.init) == "mtop/-2222  not built yet, \(kind)")
        #expect(lines.contains("  http2/ping-unanswered  not built yet: it needs HTTP/2"))
    }

    /// The first one may be planned, or none that a rule can have.
    @Test func theDefaultOfARuleIsToldWhereItIsNotTheFirst() throws {
        let text = Run(["explain", "mtop/-3510"]).output
        #expect(text.contains("\nWhat leads to it, in a rule tcp/close-mid-upload unless \"by\" says which\n"))
        #expect(text.contains("(one of the above; default tcp/close-mid-upload)"))
        #expect(text.contains(#"{ "fail": "mtop/-3510", "with": { "by": "tcp/close-mid-upload", "after": 1 } }"#))
    }

    private static let ofConnection =
        #"it is a failure of the connection: it happens before a request, and stands in "connections""#

    @Test(arguments: [
        ("tcp/rest", #"there is no failure "tcp/rest"; did you mean "tcp/reset"?"#),
        ("reset-mid-bdy", #"there is no failure "reset-mid-bdy"; did you mean "tcp/reset-mid-body"?"#),
        ("http/reset", #"there is no failure "http/reset"; did you mean "tcp/reset"?"#),
        ("nothing/like/it", #"there is no failure "nothing/like/it"; mishap catalogue lists them all"#),
        (
            "http2/settings-never-sent",
            "http2/settings-never-sent is not built yet: it needs HTTP/2; \(ofConnection)"
        ),
        (
            "http2/goaway",
            "http2/goaway is not built yet: it needs HTTP/2; "
                + "it is a spoiler: it spoils the reply beside it, or a stock success"
        ),
        ("tls/expird", #"there is no failure "tls/expird"; did you mean "tls/expired"?"#),
        ("graph/190/0", #"there is no failure "graph/190/0"; did you mean "graph/190"?"#),
        (
            "EHOSTUNREACH",
            #"there is no failure "EHOSTUNREACH": no server can cause it: the client fails before it connects"#
        ),
    ])
    func aMiss(name: String, message: String) {
        let run = Run(["explain", name])
        #expect(run.code == 1)
        #expect(run.error == "mishap: \(message)\n")
        #expect(run.output.isEmpty)
    }

    @Test(arguments: ["tcp/connect-timeout", "connect-timeout", "mtop/-2003"])
    func whatNeedsAPortOfItsOwnSaysHowItIsSeen(name: String) {
        let run = Run(["explain", name])
        let (full, scenario) = name.hasPrefix("mtop/") ? (name, "2003") : ("tcp/connect-timeout", "connect-timeout")
        #expect(run.code == 0 && run.output.hasPrefix("\(full)  \(Self.ofConnection.dropFirst("it is ".count))\n"))
        #expect(
            run.output.hasSuffix(
                #"""

                Try it
                  echo '{ "connections": [{ "fail": "\#(full)" }] }' > \#(scenario).json
                  mishap serve \#(scenario).json --listen \#(scenario)=9001
                  curl -v --max-time 5 http://127.0.0.1:9001/any

                In a scenario
                  {
                    "connections": [{ "fail": "\#(full)" }]
                  }

                """#), "\(run.output)")
    }

    @Test func aCodeOfSeveralSystemsListsThemAll() throws {
        let garbage = try #require(FailureIndex.all["http/garbage"])
        let other = Failure("tls/garbage", "No TLS.", wire: "", source: "", effect: garbage.effect)
        guard case .several(let found) = FailureLookup("garbage", in: FailureIndex([garbage, other])) else {
            Issue.record("one was taken")
            return
        }
        #expect(found.map(\.name) == ["http/garbage", "tls/garbage"])
    }

    @Test func everySnippetIsAScenario() throws {
        let rows = FailureIndex.all.chapters.filter { ["jsonrpc", "xmlrpc"].contains($0.system) }.flatMap(\.rows)
        for failure in FailureIndex.all.failures + rows.compactMap({ FailureIndex.all[$0.name] }) {
            let folder = try ScenarioFolder([
                "a.json": ScenarioSnippet(failure, in: FailureIndex.all.dialect(of: failure)).text
            ])
            #expect(Gateway.load([folder.path]).result.text == "", "\(failure.name)")
        }
    }

    @Test(arguments: [
        ("http/timeout", "curl -v --max-time 5 http://g/any"),
        ("http/redirect-loop", "curl -v -L http://g/any"),
        ("http/bad-gzip", "curl -v --compressed http://g/any"),
        ("tcp/reset-on-first-byte", "curl -v http://g/any"),
        ("jsonrpc/-32601", #"curl -v -d '{"jsonrpc":"2.0","method":"any","id":1}' http://g/any"#),
        ("tcp/reset-mid-upload", "head -c 1000000 /dev/zero | curl -v --data-binary @- http://g/any"),
        ("tcp/stop-reading", "head -c 50000000 /dev/zero | curl -v --max-time 5 --data-binary @- http://g/any"),
        (
            "http/no-continue",
            "head -c 1000 /dev/zero | curl -v -H 'Expect: 100-continue' --data-binary @- http://g/any"
        ),
    ])
    func theLineToTryShowsTheFailure(name: String, line: String) throws {
        let entry = try #require(FailureIndex.all.entry(name))
        let explanation = Explanation(entry, url: "http://g", style: .plain)
        #expect(explanation.text.contains("  \(line.replacing("/any", with: "/__mishap/fail/\(name)/any"))\n"))
    }

    @Test func theLineFollowsThePortOfTheEnvironment() {
        #expect(
            Run(["explain", "http/html"], environment: ["MISHAP_PORT": "9000"]).output.contains(
                "http://127.0.0.1:9000/__mishap"))
    }
}
