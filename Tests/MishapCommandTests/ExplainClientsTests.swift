import Catalogue
import Systems
import Testing

/// What `explain` says of clients beside the five that each failure is measured with, and of what they ask again.
@Suite struct ExplainClientsTests {
    @Test func aSingleResetIsAskedAgainByMostClientsInJava() {
        let text = Run(["explain", "tcp/reset"]).output
        for line in [
            "  OkHttp               SocketException: Connection reset\n",
            "  Go net/http          read: connection reset by peer\n",
            "\nAsked again by itself\n  Java HttpClient and Apache HttpClient a GET twice; HttpURLConnection twice;",
            "OkHttp 3 times on a reused connection;", "OkHttp 5.5.1,", "reqwest 0.13.5",
        ] {
            #expect(text.contains(line), "\(line)")
        }
        let words = text.split { $0.isWhitespace }.joined(separator: " ")
        #expect(words.contains(#"fasthttp a GET 5 times; use "times": 3 to be seen, 5 by fasthttp."#))
    }

    @Test(arguments: [
        (
            "http/status/503",
            #"Apache HttpClient twice; got and ky a GET 3 times; go-retryablehttp 3 times; use "times": 3 to be seen."#
        ),
        (
            "http/status/429",
            #"Apache HttpClient a GET twice; go-retryablehttp a GET 3 times; use "times": 2 to be seen, 3 by go-retryablehttp."#
        ),
        ("http/status/408", #"OkHttp twice; use "times": 2 to be seen."#),
    ])
    func statusesThatAreAskedAgain(name: String, sentence: String) {
        let words = Run(["explain", name]).output.split { $0.isWhitespace }.joined(separator: " ")
        #expect(words.contains("Asked again by itself " + sentence), "\(words)")
    }

    @Test(arguments: ["http/html", "http/challenge", "graph/190"])
    func whatNobodyAsksAgain(name: String) {
        #expect(!Run(["explain", name]).output.contains("Asked again"))
    }

    /// Each row is about a failure and a client that there are; no client has two reports of one failure.
    @Test func theTablesNameFailuresAndClients() throws {
        for name in OtherClients.failures {
            let failure = try #require(FailureIndex.all[name], "\(name)")
            let clients = failure.allReports.map(\.client)
            #expect(Set(clients).count == clients.count, "\(name)")
            let others = failure.allReports.dropFirst(failure.reports.count).map(\.client)
            #expect(!others.isEmpty && others == OtherClients.names.filter(others.contains), "\(name)")
            for one in failure.repeats { #expect(clients.contains(one.client) && one.requests > 1, "\(name)") }
        }
        #expect(OtherClients.failures.count == 46)
    }

    /// Lines that were found wrong when the clients were asked.
    @Test(arguments: [
        ("http/garbage", "Java HttpClient", "ProtocolException: Invalid status line"),
        ("http/bad-length", "Java HttpClient", "IllegalArgumentException"),
        ("http/redirect-to-file", "Java HttpClient", "the 302 itself"),
        ("http/unrequested-upgrade", "Java HttpClient", "version(HTTP_1_1)"),
        ("http/status/401", "Java HttpClient", "WWW-Authenticate header missing"),
        ("http/malformed-status-line", "Node fetch", "Node 24"),
        ("http/conflicting-lengths", "Node fetch", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"),
        ("http/no-continue", "OkHttp", "SocketTimeoutException"), ("http/bad-cookie", "Go net/http", "its jar keeps"),
    ])
    func correctedLines(name: String, client: String, part: String) throws {
        let failure = try #require(FailureIndex.all[name])
        let report = try #require(failure.allReports.first { $0.client == client }).report
        #expect(report.contains(part), "\(report)")
    }
}
