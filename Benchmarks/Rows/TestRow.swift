import Glibc

/// How long a test's session takes, as a test suite in Python sees it.
struct TestRow: Row {
    let name = "test"
    let title = "a test's session by Python's http.client on keep-alive: POST, two requests, a DELETE that judges"

    private static let count = 1_000

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let server = try bench.mishap(serving: try bench.files.waiting())
        defer { server.stop() }
        var times: [Double] = []
        for round in 1...bench.options.rounds {
            Progress.log("  test: \(round)/\(bench.options.rounds)")
            times += try run(server, bench)
        }
        return [
            Finding(
                label: "a session, median", unit: .milliseconds, samples: [Finding.quantile(0.5, of: times)],
                threshold: .atMost(3)),
            Finding(label: "a session, p99", unit: .milliseconds, samples: [Finding.quantile(0.99, of: times)]),
        ]
    }

    /// An earlier build may judge otherwise, so this build alone is shown.
    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] { try measure(bench) }

    /// Milliseconds of each session.
    private func run(_ server: MishapServer, _ bench: Workbench) throws(BenchError) -> [Double] {
        let child = try ChildProcess(
            [try Files.program("python3"), "-c", Self.script, "\(server.port)", "\(Self.count)"], log: bench.log)
        let (code, output) = child.finish()
        let times = output.split(separator: "\n").compactMap { Double($0) }
        guard code == 0, times.count == Self.count else {
            throw BenchError("Python's sessions ended with \(code):\n\(output.suffix(2_000))")
        }
        return times
    }

    /// Prints the milliseconds of each session, and ends with 1 if one is not as it should be.
    private static let script = """
        import http.client, json, sys, time
        control, client = (http.client.HTTPConnection("127.0.0.1", int(sys.argv[1])) for _ in range(2))
        fields = {"Content-Type": "application/json"}
        wanted = json.dumps({
            "scenario": {"rules": [{"name": "pay", "match": {"path": "/pay"}, "steps": [{"fail": 503}, {"reply": {"status": 201}}]}],
                         "expect": [{"rule": "pay", "requests": 2, "same": ["body"]}]}})
        def call(connection, method, path, body=None):
            connection.request(method, path, body, fields)
            answer = connection.getresponse()
            return answer.status, answer.read()
        for _ in range(int(sys.argv[2])):
            began = time.perf_counter()
            status, text = call(control, "POST", "/__mishap/sessions", wanted)
            given = json.loads(text)
            path = "/@" + given["id"] + "/pay"
            statuses = [call(client, "POST", path, b"{}")[0] for _ in range(2)]
            verdict = json.loads(call(control, "DELETE", "/__mishap/sessions/" + given["id"])[1])
            print((time.perf_counter() - began) * 1000)
            if (status, statuses, verdict["outcome"]) != (201, [503, 201], "passed"):
                sys.exit(str((status, statuses, verdict)))
        """
}
