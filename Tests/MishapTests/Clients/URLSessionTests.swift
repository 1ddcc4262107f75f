import Catalogue
import Systems
import Foundation
import FoundationNetworking
import Testing

/// What URLSession makes of the main failures.
///
/// Left out on purpose: `tcp/close-mid-headers`, since a head that is cut aborts the process of a URLSession on
/// Linux ("Transfer completed, but there's no response"), and `http/challenge` with Basic, at which it hangs.
@Suite(.descriptors) struct URLSessionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let scenario: String
        let code: Int

        init(_ scenario: String, _ code: Int) {
            self.scenario = scenario
            self.code = code
        }

        var testDescription: String { "\(scenario) \(code)" }
    }

    private func data(_ scenario: String, within time: TimeInterval = 60) async throws -> (Data, HTTPURLResponse) {
        let gateway = try RunningGateway.shipped.get()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = time
        let session = URLSession(configuration: configuration)
        defer { session.invalidateAndCancel() }
        let url = try #require(URL(string: gateway.url + "/@\(scenario)/any"))
        let (data, response) = try await session.data(from: url)
        return (data, try #require(response as? HTTPURLResponse))
    }

    static let errors: [Row] = [
        Row("http/timeout", NSURLErrorTimedOut),
        Row("tcp/stall-mid-body", NSURLErrorTimedOut),
        Row("tcp/reset", NSURLErrorNetworkConnectionLost),
        Row("tcp/reset-on-first-byte", NSURLErrorNetworkConnectionLost),
        Row("tcp/reset-mid-body", NSURLErrorNetworkConnectionLost),
        Row("tcp/close", NSURLErrorBadServerResponse),
        Row("tcp/close-mid-body", NSURLErrorUnknown),
        Row("http/length-too-long", NSURLErrorUnknown),
        Row("http/bad-chunk-size", NSURLErrorUnknown),
        Row("http/redirect-loop", NSURLErrorHTTPTooManyRedirects),
        Row("http/garbage", NSURLErrorUnsupportedURL),
        Row("http/malformed-status-line", NSURLErrorUnsupportedURL),
    ]

    @Test(arguments: errors) func theErrorIsTheCatalogues(row: Row) async throws {
        let error = try #require(
            await #expect(throws: URLError.self) {
                try await data(row.scenario, within: row.code == NSURLErrorTimedOut ? 1 : 60)
            })
        #expect(error.code.rawValue == row.code)
        let reports = try #require(FailureIndex.all[row.scenario]?.reports)
        let report = try #require(reports.first { $0.client == "URLSession on Linux" }?.report)
        #expect(report.hasPrefix("NSURLErrorDomain \(row.code)"), "the catalogue says: \(report)")
    }

    @Test func aPageComesWhereJSONBelongs() async throws {
        let (data, response) = try await data("http/html")
        #expect(response.statusCode == 200)
        #expect(response.value(forHTTPHeaderField: "Content-Type") == "text/html; charset=utf-8")
        #expect(String(decoding: data, as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
        #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: data) }
    }

    @Test func aStatusIsNoError() async throws {
        let (_, response) = try await data("http/status-503")
        #expect(response.statusCode == 503)
        #expect(response.value(forHTTPHeaderField: "Retry-After") == "2")
    }

    @Test func anEmptyBodyAndHalfADocumentAreSuccesses() async throws {
        #expect(try await data("http/empty-body").0.isEmpty)
        let half = try await data("http/truncated-json").0
        #expect(half.count == 40)
        #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: half) }
    }
}
