import Foundation
import TestSupport
import Testing

/// What `docs/testing.md` shows of the libraries for test suites.
@Suite(.blocking) struct LibraryPageTests {
    private static let page = try! Document("docs/testing.md")

    private static func environment(_ more: [String: String]) -> [String: String] {
        ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MISHAP_") && $0.key != "NODE_TEST_CONTEXT" }
            .merging(["MISHAP_BIN": Binary.path]) { $1 }.merging(more) { $1 }
    }

    @Test func theTestInPythonPasses() throws {
        let client = """
            import time, urllib.error, urllib.request

            def order(url):
                while True:
                    try:
                        return urllib.request.urlopen(url + "/orders", b"{}").status
                    except urllib.error.HTTPError as error:
                        time.sleep(int(error.headers["Retry-After"]) + 0.3)


            """
        let folder = try ScenarioFolder(["test_order.py": client + (try #require(Self.page.blocks("python").first))])
        let environment = Self.environment([
            "PYTHONPATH": Repository.path("clients/python"), "PYTHONDONTWRITEBYTECODE": "1",
        ])
        let arguments = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "mishap_testing.pytest_plugin"]
        let run = try ProgramRun(
            Repository.python, arguments, environment: environment, in: folder.path, mergesError: true)
        #expect(run.code == 0 && run.output.contains("1 passed"), "\(run.output)")
    }

    @Test(.enabled(if: Fixture.path(of: "node") != nil)) func theTestInJavaScriptPasses() throws {
        let client = """
            import assert from 'node:assert/strict'
            import { test } from 'node:test'
            import { withMishap } from 'mishap/node'

            async function order(url) {
              for (;;) {
                const answer = await fetch(url + '/orders', { method: 'POST', body: '{}' })
                if (answer.status !== 503) return answer.status
                const wait = Number(answer.headers.get('Retry-After')) * 1000 + 300
                await new Promise((resolve) => setTimeout(resolve, wait))
              }
            }


            """
        let folder = try ScenarioFolder(["order.test.mjs": client + (try #require(Self.page.blocks("js").first))])
        try FileManager.default.createDirectory(
            atPath: folder.path + "/node_modules", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/node_modules/mishap", withDestinationPath: Repository.path("clients/javascript"))
        let run = try ProgramRun(
            "node", ["--test", "order.test.mjs"], environment: Self.environment([:]), in: folder.path, mergesError: true
        )
        #expect(run.code == 0 && run.output.contains("pass 1"), "\(run.output)")
    }

    /// Those in Swift are in tests of this package.
    @Test(arguments: [
        (0, "Tests/MishapTestingTests/ShopTests.swift"), (1, "Tests/MishapTests/EmbeddingTests.swift"),
    ])
    func theTestsInSwiftAreTests(number: Int, file: String) throws {
        func lines(_ text: String) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let blocks = Self.page.blocks("swift")
        try #require(blocks.count == 2)
        let wanted = lines(blocks[number]).filter { !$0.hasPrefix("import ") }
        let there = lines(try Repository.text(file))
        let isThere = there.indices.contains { there[$0...].starts(with: wanted) }
        #expect(isThere, "\(blocks[number])")
    }
}
