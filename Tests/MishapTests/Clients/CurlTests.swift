import Catalogue
import Systems
import TestSupport
import Testing

/// What curl makes of each failure: its exit code, which the catalogue promises too.
@Suite(.descriptors(10)) struct CurlTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let failure: String
        let code: Int32
        /// The exit code of curl 8.14, which is Debian 13's, where it is not that of 7.88.
        let laterCode: Int32?
        let arguments: [String]
        /// What `%{http_code}` says, where it is worth looking at.
        let status: String?

        init(
            _ failure: String, _ code: Int32, later laterCode: Int32? = nil, _ arguments: String...,
            status: String? = nil
        ) {
            self.failure = failure
            self.code = code
            self.laterCode = laterCode
            self.arguments = arguments
            self.status = status
        }

        var testDescription: String { failure }
    }

    private static let small = String(repeating: "a", count: 2048)
    private static let large = String(repeating: "a", count: 100_000)

    static let rows: [Row] = [
        Row("http/timeout", 28, "--max-time", "1"),
        Row("http/slow-headers", 28, "--max-time", "1"),
        Row("http/garbage", 1),
        Row("http/malformed-status-line", 1),
        Row("http/malformed-header", 8),
        Row("http/oversized-header", 27, later: 100),
        Row("http/interim-flood", 0, status: "200"),
        Row("http/unrequested-upgrade", 52),
        Row("http/bad-chunk-size", 56),
        Row("http/missing-last-chunk", 18),
        Row("http/length-too-long", 18),
        Row("http/length-too-short", 0, status: "200"),
        Row("http/bad-length", 8),
        Row("http/conflicting-lengths", 18),
        Row("http/unknown-transfer-encoding", 61),
        Row("http/html", 0, status: "200"),
        Row("http/empty-body", 0, status: "200"),
        Row("http/truncated-json", 0, status: "200"),
        Row("http/invalid-utf8", 0, status: "200"),
        Row("http/wrong-content-type", 0, status: "200"),
        Row("http/bad-gzip", 61, "--compressed"),
        Row("http/truncated-gzip", 0, "--compressed"),
        Row("http/unknown-encoding", 61, "--compressed"),
        Row("http/too-large", 63, "--max-filesize", "1000000", status: "200"),
        Row("http/redirect-loop", 47, "--location"),
        Row("http/redirect-to-file", 1, "--location"),
        Row("http/redirect-without-location", 0, "--location", status: "302"),
        Row("http/challenge", 0, status: "401"),
        Row("http/bad-cookie", 0, status: "200"),
        Row("http/early-reply", 0, "--data", small, status: "413"),
        Row(
            "http/no-continue", 0, "--header", "Expect: 100-continue", "--expect100-timeout", "0.1", "--data", small,
            status: "201"),
        Row("http/status/503", 0, status: "503"),
        Row("tcp/reset-on-first-byte", 56),
        Row("tcp/reset", 56),
        Row("tcp/close", 52),
        Row("tcp/close-mid-headers", 0, status: "200"),
        Row("tcp/reset-mid-body", 56, status: "200"),
        Row("tcp/close-mid-body", 18, status: "200"),
        Row("tcp/stall-mid-body", 28, "--max-time", "5", status: "200"),
        Row("tcp/slow", 28, "--max-time", "5", status: "200"),
        Row("tcp/slow-close", 0, status: "200"),
        Row("tcp/reset-mid-upload", 56, "--data", small),
        Row("tcp/close-mid-upload", 52, "--data", small),
        Row("tcp/stop-reading", 28, "--max-time", "1", "--data", large),
    ]

    /// It asks the network for a host that does not exist; see `aRedirectToAClosedPort`.
    private static let leftOut = ["http/redirect-to"]

    @Test func everyFailureHasARow() {
        // What a system says is no business of curl's; JSONRPCScenariosTests has a row for each.
        let names = FailureIndex.all.failures.filter {
            FailureIndex.all.dialect(of: $0) == nil && $0.kind != .connection
        }.map(\.name)
        #expect(names.sorted() == (Self.rows.map(\.failure) + Self.leftOut).sorted())
    }

    private static func run(_ url: String, _ arguments: [String]) async throws -> ClientProgram.Result {
        try await ClientProgram.run(
            "curl",
            ["--silent", "--output", "/dev/null", "--max-time", "60", "--write-out", "%{http_code}"] + arguments + [url]
        )
    }

    @Test func afterASlowCloseItAsksAgainOnAnotherConnection() async throws {
        let url = try RunningGateway.shipped.get().url + "/@tcp/slow-close/any"
        let result = try await Self.run(url, ["--output", "/dev/null", url, "--write-out", " %{num_connects}"])
        #expect(result.code == 0 && result.output == " 1 1")
    }

    @Test(arguments: Extent.sample(of: rows, 12, "failures that curl meets"))
    func curlEndsAsTheCatalogueSays(row: Row) async throws {
        let gateway = try RunningGateway.shipped.get()
        let scenario = row.failure.replacing("http/status/", with: "http/status-")
        let result = try await Self.run(gateway.url + "/@\(scenario)/any", row.arguments)
        #expect(try await result.code == (Self.isLater() ? row.laterCode ?? row.code : row.code))
        if let status = row.status { #expect(result.output == status) }
        let report = try #require(FailureIndex.all[row.failure]?.reports.first { $0.client == "curl" }?.report)
        let said = report.firstMatch(of: /[0-9]+/).flatMap { Int32($0.output) }
        #expect(said == row.code, "the catalogue says: \(report)")
        if let later = row.laterCode {
            #expect(report.contains(", \(later) with 8.14"), "the catalogue says: \(report)")
        }
    }

    /// CURLE_TOO_LARGE is new in 8.6.
    private static func isLater() async throws -> Bool {
        let words = try await ClientProgram.run("curl", ["--version"]).output
        let version = try #require(words.firstMatch(of: /^curl (\d+)\.(\d+)/))
        return (Int(version.1) ?? 0, Int(version.2) ?? 0) >= (8, 6)
    }

    /// By its failure's name alone, without a scenario.
    @Test(
        arguments: [("tcp/reset", 56), ("tcp/close", 52), ("http/html", 0), ("http/bad-length", 8)] as [(String, Int32)]
    )
    func curlMeetsTheSameWithoutAScenario(failure: String, code: Int32) async throws {
        let gateway = try RunningGateway.shipped.get()
        let result = try await Self.run(gateway.url + "/__mishap/fail/\(failure)/any/path", [])
        #expect(result.code == code)
    }

    @Test(.descriptors) func aRedirectToAClosedPort() async throws {
        let gateway = try RunningGateway(
            rules: #"{ "steps": [ { "fail": "http/redirect-to", "with": { "by": "closed-port" } } ] }"#)
        let result = try await Self.run(gateway.url, ["--location"])
        #expect(result.code == 7)
    }
}
