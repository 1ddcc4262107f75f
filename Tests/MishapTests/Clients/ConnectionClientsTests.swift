import Catalogue
import Foundation
import FoundationNetworking
import Mishap
import Systems
import TestSupport
import Testing

/// What clients report of connections that fail before there is a request, each on a port of its own.
@Suite(.descriptors(60)) struct ConnectionClientsTests {
    /// What a client may report of each failure; several where it is chance which one, since an RST can come before the client
    /// has seen that it is connected. The catalogue promises each of them.
    struct Client: Sendable, CustomTestStringConvertible {
        let name: String
        let reports: [String: [String]]
        /// Asks for each address, and gives what it reports, in their order. It waits a second for those that end in `waits`.
        let run: @Sendable (_ urls: [String]) async throws -> [String]

        var testDescription: String { name }
    }

    private static let failures = [
        "tcp/refuse", "tcp/connect-timeout", "tcp/reset-on-accept", "tcp/close-on-accept", "tcp/silent",
        "tcp/reset-on-first-byte",
    ]

    private static let clients = [
        Client(
            name: "curl",
            reports: [
                "tcp/refuse": ["7"], "tcp/connect-timeout": ["28"], "tcp/reset-on-accept": ["56", "7"],
                "tcp/close-on-accept": ["52"], "tcp/reset-on-first-byte": ["56"], "tcp/silent": ["28"],
            ]
        ) { urls in
            var codes: [String] = []
            for url in urls {
                // Of tcp/connect-timeout it is the time to connect that ends it.
                let times =
                    url.hasSuffix("waits") ? ["--connect-timeout", "1", "--max-time", "2"] : ["--max-time", "60"]
                let arguments = ["-s", "-o", "/dev/null"] + times + [url]
                codes.append("\(try await ClientProgram.run("curl", arguments).code)")
            }
            return codes
        },
        Client(
            name: "requests",
            reports: [
                "tcp/refuse": ["ConnectionError, from NewConnectionError"],
                "tcp/connect-timeout": ["ConnectTimeout, from ConnectTimeoutError"],
                "tcp/reset-on-accept": [
                    "ConnectionError, from ConnectionResetError", "ConnectionError, from NewConnectionError",
                ],
                "tcp/close-on-accept": ["ConnectionError, from RemoteDisconnected"],
                "tcp/reset-on-first-byte": ["ConnectionError, from ConnectionResetError"],
                "tcp/silent": ["ReadTimeout, from ReadTimeoutError"],
            ]
        ) { urls in
            let script = """
                import sys, requests
                def first(error):
                    inner = [one for one in (getattr(error, 'reason', None), *error.args) if isinstance(one, Exception)]
                    return first(inner[0]) if inner else type(error).__name__
                for url in sys.argv[1:]:
                    try:
                        print(requests.get(url, timeout=1 if url.endswith('waits') else 60).status_code)
                    except Exception as error:
                        print(f'{type(error).__name__}, from {first(error)}')
                """
            return lines(try await PythonClient.run(script, urls))
        },
        Client(
            name: "Node fetch",
            reports: [
                "tcp/refuse": ["TypeError: fetch failed, from ECONNREFUSED"], "tcp/connect-timeout": ["TimeoutError"],
                "tcp/reset-on-accept": ["TypeError: fetch failed, from ECONNRESET"],
                "tcp/close-on-accept": ["TypeError: fetch failed, other side closed", "TimeoutError"],
                "tcp/reset-on-first-byte": ["TypeError: fetch failed, from ECONNRESET"], "tcp/silent": ["TimeoutError"],
            ]
        ) { urls in
            let script = """
                // A timeout of fetch by itself does not keep Node running.
                const running = setInterval(() => {}, 1000);
                (async () => {
                  for (const url of process.argv.slice(1)) {
                    try {
                      // The first fetch of a process does not see the close of tcp/close-on-accept.
                      const signal = AbortSignal.timeout(/waits|close/.test(url) ? 1000 : 60000);
                      console.log((await fetch(url, { signal })).status);
                    } catch (error) {
                      const cause = error.cause;
                      if (!cause) console.log(error.name);
                      else console.log(`${error}, ${cause.code == 'UND_ERR_SOCKET' ? cause.message : 'from ' + cause.code}`);
                    }
                  }
                  clearInterval(running);
                })();
                """
            return lines(try await ClientProgram.run("node", ["-e", script] + urls).output)
        },
        Client(
            name: "Java HttpClient",
            reports: [
                "tcp/refuse": ["ConnectException"],
                "tcp/connect-timeout": ["HttpConnectTimeoutException: HTTP connect timed out"],
                "tcp/reset-on-accept": [
                    "IOException: HTTP/1.1 header parser received no bytes",
                    "ConnectException: Connection reset by peer",
                ],
                "tcp/close-on-accept": ["IOException: HTTP/1.1 header parser received no bytes"],
                "tcp/reset-on-first-byte": ["IOException: HTTP/1.1 header parser received no bytes"],
                "tcp/silent": ["HttpTimeoutException: request timed out"],
            ]
        ) { urls in
            let source = """
                import java.net.URI;
                import java.net.http.*;
                import java.time.Duration;

                public class Connections {
                    public static void main(String[] urls) throws Exception {
                        for (String url : urls) {
                            var time = Duration.ofSeconds(url.endsWith("waits") ? 1 : 60);
                            var client = HttpClient.newBuilder().connectTimeout(time).build();
                            var request = HttpRequest.newBuilder(URI.create(url)).timeout(time.multipliedBy(2)).build();
                            try {
                                System.out.println(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
                            } catch (Exception error) {
                                String name = error.getClass().getSimpleName();
                                System.out.println(error.getMessage() == null ? name : name + ": " + error.getMessage());
                            }
                        }
                    }
                }
                """
            let file = FileManager.default.temporaryDirectory.appending(path: "Connections-\(UUID()).java")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(source.utf8).write(to: file)
            return lines(try await ClientProgram.run("java", [file.path()] + urls).output)
        },
        Client(
            name: "URLSession on Linux",
            reports: [
                "tcp/refuse": ["NSURLErrorDomain -1004"], "tcp/connect-timeout": ["NSURLErrorDomain -1001"],
                "tcp/reset-on-accept": ["NSURLErrorDomain -1005", "NSURLErrorDomain -1"],
                "tcp/close-on-accept": ["NSURLErrorDomain -1011"],
                "tcp/reset-on-first-byte": ["NSURLErrorDomain -1005"], "tcp/silent": ["NSURLErrorDomain -1001"],
            ]
        ) { urls in
            var reports: [String] = []
            for url in urls {
                let configuration = URLSessionConfiguration.ephemeral
                configuration.timeoutIntervalForRequest = url.hasSuffix("waits") ? 1 : 60
                let session = URLSession(configuration: configuration)
                defer { session.invalidateAndCancel() }
                do {
                    let (_, response) = try await session.data(from: #require(URL(string: url)))
                    reports.append("\((response as? HTTPURLResponse)?.statusCode ?? 0)")
                } catch let error as URLError {
                    reports.append("NSURLErrorDomain \(error.code.rawValue)")
                }
            }
            return reports
        },
    ]

    private static func lines(_ output: String) -> [String] { output.split(separator: "\n").map(String.init) }

    @Test func everyFailureOfAConnectionIsThere() {
        let names = FailureIndex.all.failures.filter {
            $0.strike != nil && FailureIndex.all.dialect(of: $0) == nil && $0.name.hasPrefix("tcp/")
        }
        #expect(names.map(\.name) == Self.failures)
        for client in Self.clients { #expect(client.reports.keys.sorted() == Self.failures.sorted()) }
    }

    @Test(arguments: clients) func itReportsWhatTheCatalogueSays(client: Client) async throws {
        let scenarios = Dictionary(
            uniqueKeysWithValues: Self.failures.map { ($0, #"{ "connections": [ { "fail": "\#($0)" } ] }"#) })
        let running = try RunningGateway(scenarios)
        let urls = try Self.failures.map { name in
            let isSilent = ["tcp/connect-timeout", "tcp/silent"].contains(name)
            return try running.gateway.listen(name).url + "/\(name)" + (isSilent ? "/waits" : "")
        }
        let said = try await client.run(urls)
        try #require(said.count == Self.failures.count, "\(said)")
        for (failure, said) in zip(Self.failures, said) {
            let expected = try #require(client.reports[failure])
            #expect(expected.contains(said), "\(failure): \(said)")
            let report = try #require(FailureIndex.all[failure]?.reports.first { $0.client == client.name }?.report)
            for one in expected { #expect(report.contains(one), "the catalogue says of \(failure): \(report)") }
        }
    }
}
