import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// Test runners as people have them, under `exec`: all of their processes reach the gateway, and their exit codes come through.
@Suite(.blocking)
struct ExecRunnerTests {
    private static let scenario = #"""
        { "rules": [{ "name": "pay", "match": { "path": "/pay" },
            "steps": [{ "fail": "http/status/503" }, { "reply": { "text": "paid" } }] }],
          "expect": [{ "name": "retries", "rule": "pay", "requests": 2 }] }
        """#

    /// Runs a runner over one file in a folder.
    private func run(_ file: String, _ text: String, _ command: [String]) throws -> ProgramRun {
        let folder = try ScenarioFolder(["scenarios/pay.json": Self.scenario, file: text])
        return try ProgramRun(
            Binary.path, ["exec", "--settle", "0s", "--"] + command, in: folder.path, mergesError: true)
    }

    private static let pytest = """
        import json, os, urllib.error, urllib.request, pytest

        def call(method, url, body=None):
            request = urllib.request.Request(url, body and json.dumps(body).encode(), {"Content-Type": "application/json"}, method=method)
            try:
                with urllib.request.urlopen(request) as answer: return answer.status, answer.read()
            except urllib.error.HTTPError as error: return error.code, error.read()

        @pytest.fixture
        def gateway(request):
            control = os.environ["MISHAP_CONTROL_URL"]
            session = json.loads(call("POST", control + "/sessions", {"scenario": "pay", "label": request.node.nodeid})[1])
            yield session["url"]
            call("DELETE", control + "/sessions/" + session["id"])

        @pytest.mark.parametrize("number", range(8))
        def test_pays(gateway, number):
            assert [call("GET", gateway + "/pay")[0] for _ in range(ATTEMPTS(number))][0] == 503
        """

    @Test func pytestWithWorkers() throws {
        let command = [Repository.python, "-m", "pytest", "-q", "-n", "3", "-p", "no:cacheprovider", "test_pay.py"]
        let all = try run("test_pay.py", Self.pytest.replacing("ATTEMPTS(number)", with: "2"), command)
        #expect(all.code == 0, "\(all.output)")
        #expect(all.output.contains("8 passed") && all.output.contains("mishap: passed: 8 sessions"), "\(all.output)")
        // The tests pass, and one client does not try again.
        let some = try run(
            "test_pay.py", Self.pytest.replacing("ATTEMPTS(number)", with: "1 if number == 5 else 2"), command)
        #expect(some.code == 3, "\(some.output)")
        #expect(some.output.contains("8 passed") && some.output.contains("for 1 of 8 sessions"), "\(some.output)")
        #expect(some.output.contains("test_pay.py::test_pays[5]"), "\(some.output)")
    }

    @Test func nodeTest() throws {
        let text = """
            const test = require("node:test"), assert = require("node:assert"), http = require("node:http");
            const get = () => new Promise((done, fail) =>
              http.get(process.env.MISHAP_URL + "/pay", (answer) => { answer.resume(); done(answer.statusCode); }).on("error", fail));
            test("pays", async () => { assert.strictEqual(await get(), 503); assert.strictEqual(await get(), WANTED); });
            """
        let passed = try run("pay.test.js", text.replacing("WANTED", with: "200"), ["node", "--test"])
        #expect(passed.code == 0, "\(passed.output)")
        #expect(passed.output.contains("mishap: passed: pay\n"), "\(passed.output)")
        let failed = try run("pay.test.js", text.replacing("WANTED", with: "201"), ["node", "--test"])
        #expect(failed.code == 1, "\(failed.output)")
    }

    /// The bundle of these tests, which runs one of them that is only there for this.
    @Test func aSwiftTestBundle() throws {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let run = try run(
            "none.txt", "",
            [bundle, "--testing-library", "swift-testing", "--filter", "UnderExecTests", "--no-parallel"])
        #expect(run.code == 0, "\(run.output)")
        #expect(run.output.contains("mishap: passed: pay\n  passed: retries: 2 requests came"), "\(run.output)")
    }
}

/// Run by `aSwiftTestBundle` only.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["MISHAP_URL"] != nil), .blocking)
struct UnderExecTests {
    @Test func theGatewayIsReached() async throws {
        let url = try #require(URL(string: ProcessInfo.processInfo.environment["MISHAP_URL"]! + "/pay"))
        for status in [503, 200] {
            let (_, response) = try await URLSession.shared.data(from: url)
            #expect((response as? HTTPURLResponse)?.statusCode == status)
        }
    }
}
