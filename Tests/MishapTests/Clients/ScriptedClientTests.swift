import Foundation
import TestSupport
import Testing

/// What the HTTP clients of other languages make of the main failures, where those languages are there.
@Suite(.descriptors(10)) struct ScriptedClientTests {
    private func words(_ output: String) -> [String: String] {
        let lines = output.split(separator: "\n").compactMap { line -> (String, String)? in
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
        return Dictionary(lines, uniquingKeysWith: { first, _ in first })
    }

    @Test func pythonsHTTPClient() async throws {
        let expected = [
            "http/timeout": "TimeoutError", "tcp/reset": "ConnectionResetError", "tcp/close": "RemoteDisconnected",
            "tcp/reset-mid-body": "ConnectionResetError", "tcp/close-mid-body": "IncompleteRead",
            "http/malformed-status-line": "BadStatusLine", "http/garbage": "BadStatusLine",
            "http/length-too-long": "IncompleteRead", "http/bad-chunk-size": "IncompleteRead",
            "http/html": "200", "http/status-503": "503",
        ]
        let script = """
            import http.client, sys
            for name in sys.argv[2:]:
                connection = http.client.HTTPConnection('127.0.0.1', int(sys.argv[1]), timeout=0.5 if 'timeout' in name else 60)
                try:
                    connection.request('GET', '/@' + name + '/any')
                    response = connection.getresponse()
                    response.read()
                    print(name, response.status)
                except Exception as error:
                    print(name, type(error).__name__)
                connection.close()
            """
        let port = try RunningGateway.shipped.get().port
        // A timeout had a name of its own before Python 3.10.
        let said = try await words(PythonClient.run(script, ["\(port)"] + expected.keys.sorted()))
            .mapValues { $0 == "timeout" ? "TimeoutError" : $0 }
        #expect(said == expected)
    }

    @Test(.enabled(if: ChildProcess.isThere("node"), "there is no Node here"))
    func nodesFetch() async throws {
        let expected = [
            "http/timeout": "TimeoutError", "tcp/reset": "ECONNRESET", "tcp/close": "UND_ERR_SOCKET",
            "tcp/reset-mid-body": "ECONNRESET", "tcp/close-mid-body": "UND_ERR_SOCKET",
            "http/malformed-status-line": "HPE_INVALID_CONSTANT", "http/bad-chunk-size": "HPE_INVALID_CHUNK_SIZE",
            "http/html": "200", "http/status-503": "503",
        ]
        let script = """
            const [port, ...names] = process.argv.slice(1);
            (async () => {
              for (const name of names) {
                try {
                  const signal = AbortSignal.timeout(name.includes('timeout') ? 500 : 60000);
                  const headers = name.includes('reset-mid-body') ? { 'Mishap-Fail': `${name}; pause=2s` } : {};
                  const response = await fetch(`http://127.0.0.1:${port}/@${name}/any`, { signal, headers });
                  await response.text();
                  console.log(name, response.status);
                } catch (error) { console.log(name, error.cause?.code ?? error.name); }
              }
            })();
            """
        let port = try RunningGateway.shipped.get().port
        let arguments = ["-e", script, "\(port)"] + expected.keys.sorted()
        let said = try await words(ClientProgram.run("node", arguments, within: .seconds(120)).output)
        try #require(!said.values.contains("ReferenceError"), "a Node without fetch")
        // A reset that comes in one turn of its loop with the bytes before it is an end to libuv, which looks at POLLHUP
        // first. With the pause of 20 ms that is only where Node gets no processor for so long, as beside all other tests:
        // hence the longer pause.
        #expect(said == expected)
    }
}
