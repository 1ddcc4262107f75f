import Foundation
import TestSupport
import Testing

/// What pools of real clients make of connections that end between two requests, as docs/connections.md has it.
@Suite(.descriptors) struct PoolClientsTests {
    /// Asks for the address again and again, with so many milliseconds before each, and says on a line each what it got: a
    /// status, or the error.
    struct Client: Sendable, CustomTestStringConvertible {
        let name: String
        let program: String
        /// The arguments in front of address, method and milliseconds. In place of `source`, where there is one, a file with it.
        let arguments: [String]
        var file: (name: String, source: String)?

        var testDescription: String { name }

        func ask(_ url: String, _ method: String, _ pauses: [Int]) async throws -> [String] {
            let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-pool-\(UUID())")
            defer { try? FileManager.default.removeItem(at: folder) }
            var arguments = arguments
            if let file {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(file.source.utf8).write(to: folder.appending(path: file.name))
                arguments.append(folder.appending(path: file.name).path())
            }
            let result = try await ClientProgram.run(program, arguments + [url, method] + pauses.map { "\($0)" })
            let lines = result.output.split(separator: "\n").map(String.init)
            try #require(result.code == 0 && lines.count == pauses.count, "\(name): \(result)")
            return lines
        }
    }

    private static let requests = Client(
        name: "requests", program: PythonClient.path,
        arguments: [
            "-c",
            """
            import sys, time, requests
            session = requests.Session()
            url, method, *pauses = sys.argv[1:]
            for pause in pauses:
                time.sleep(int(pause) / 1000)
                try:
                    print(session.request(method, url, data='a' if method == 'POST' else None, timeout=60).status_code)
                except Exception as error:
                    print(type(error).__name__)
            """,
        ])

    private static func node(_ name: String, _ ask: String) -> Client {
        Client(
            name: name, program: "node",
            arguments: [
                "-e",
                """
                const http = require('http');
                const [url, method, ...pauses] = process.argv.slice(1);
                const body = method == 'POST' ? 'a' : undefined;
                \(ask)
                (async () => {
                  for (const pause of pauses) {
                    if (pause > 0) await new Promise(done => setTimeout(done, pause));
                    console.log(await ask());
                  }
                  process.exit();
                })();
                """,
            ])
    }

    private static let fetch = node(
        "Node fetch",
        """
        const ask = async () => {
          try {
            const response = await fetch(url, { method, body });
            await response.text();
            return response.status;
          } catch (error) { return error.cause?.code ?? error.name; }
        };
        """)

    private static let agent = node(
        "node:http with an agent",
        """
        const agent = new http.Agent({ keepAlive: true });
        const ask = () => new Promise(done => {
          const request = http.request(url, { method, agent }, response => {
            response.resume().on('end', () => done(response.statusCode));
          });
          request.on('error', error => done(error.code)).end(body);
        });
        """)

    private static let java = Client(
        name: "Java HttpClient", program: "java", arguments: [],
        file: (
            "Pool.java",
            """
            import java.net.URI;
            import java.net.http.*;

            public class Pool {
                public static void main(String[] arguments) throws Exception {
                    var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
                    var body = arguments[1].equals("POST")
                        ? HttpRequest.BodyPublishers.ofString("a") : HttpRequest.BodyPublishers.noBody();
                    var request = HttpRequest.newBuilder(URI.create(arguments[0])).method(arguments[1], body).build();
                    for (int index = 2; index < arguments.length; index++) {
                        Thread.sleep(Integer.parseInt(arguments[index]));
                        try {
                            System.out.println(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
                        } catch (Exception error) {
                            System.out.println(error.getClass().getSimpleName());
                        }
                    }
                }
            }
            """
        ))

    private static let go = Client(
        name: "Go net/http", program: "go", arguments: ["run"],
        file: (
            "pool.go",
            """
            package main

            import (
                "fmt"
                "io"
                "net/http"
                "os"
                "strconv"
                "strings"
                "time"
            )

            func main() {
                for _, pause := range os.Args[3:] {
                    milliseconds, _ := strconv.Atoi(pause)
                    time.Sleep(time.Duration(milliseconds) * time.Millisecond)
                    var body io.Reader
                    if os.Args[2] == "POST" {
                        body = strings.NewReader("a")
                    }
                    request, _ := http.NewRequest(os.Args[2], os.Args[1], body)
                    response, err := http.DefaultClient.Do(request)
                    if err != nil {
                        fmt.Println("error")
                        continue
                    }
                    io.ReadAll(response.Body)
                    response.Body.Close()
                    fmt.Println(response.StatusCode)
                }
            }
            """
        ))

    private static let clients = [requests, fetch, agent, java] + (ChildProcess.isThere("go") ? [go] : [])

    private static let gateway = SharedGateway {
        try RunningGateway([
            "reset": #"{ "keepAlive": { "requests": 1, "end": "reset" }, "rules": [ { "reply": { "text": "a" } } ] }"#,
            "idle": #"{ "keepAlive": "1s", "rules": [ { "reply": { "text": "a" } } ] }"#,
            "late": #"""
            { "keepAlive": { "idle": "1s", "end": { "reply": { "status": 408 } } }, "rules": [ { "reply": { "text": "a" } } ] }
            """#,
            "told": #"{ "keepAlive": { "idle": "4s", "announce": true }, "rules": [ { "reply": { "text": "a" } } ] }"#,
        ])
    }

    /// A private session of the scenario.
    private func ask(_ client: Client, _ scenario: String, _ method: String, _ pauses: [Int]) async throws -> (
        said: [String], entries: [Journal.Entry]
    ) {
        let gateway = try Self.gateway.get()
        let session = "\(scenario)~\(UUID().uuidString.lowercased())"
        let said = try await client.ask("\(gateway.url)/@\(session)/any", method, pauses)
        return (said, try gateway.journal(session, ended: said.count { $0 == "200" }).entries)
    }

    /// Which requests a client repeats by itself if they cross the end of a connection, and what it reports otherwise.
    private static let crossings: [(client: Client, method: String, error: String?)] = [
        (requests, "GET", "ConnectionError"), (requests, "POST", "ConnectionError"), (fetch, "GET", "ECONNRESET"),
        (fetch, "POST", "ECONNRESET"), (agent, "GET", "ECONNRESET"), (agent, "POST", "ECONNRESET"), (java, "GET", nil),
        (java, "POST", "IOException"), (go, "GET", nil), (go, "POST", "error"),
    ].filter { client, _, _ in clients.contains { $0.name == client.name } }

    /// A request behind an answer is on its way while the RST waits for that answer to be read. Whether one is by then is a
    /// matter of time; the journal says which were.
    @Test(arguments: crossings) func whatCrossesAnEnd(client: Client, method: String, error: String?) async throws {
        // Right behind an answer fetch has not yet taken the connection back, and opens another.
        let pauses = Array(repeating: client.name == "Node fetch" ? 2 : 0, count: 20)
        var (said, entries, crossed): ([String], [Journal.Entry], Int) = ([], [], 0)
        // A busy machine may let none of them cross.
        for _ in 0..<10 where crossed == 0 {
            (said, entries) = try await ask(client, "reset", method, pauses)
            crossed = entries.count { $0.crossed == true }
        }
        #expect(crossed > 0, "\(said)")
        if let error {
            #expect(said.count { $0 == error } >= crossed, "\(crossed): \(said)")
            #expect(Set(said) == ["200", error])
        } else {
            #expect(Set(said) == ["200"])
            #expect(entries.count == said.count + crossed)
        }
    }

    /// Half a second after it was closed, no pool takes a connection any more, and none takes an answer that nobody asked for.
    @Test(arguments: clients, ["idle", "late"])
    func whatEndedWhileItWasIdleIsNotUsed(client: Client, scenario: String) async throws {
        for method in ["GET", "POST"] {
            let (said, entries) = try await ask(client, scenario, method, [0, 50, 1500])
            #expect(said == ["200", "200", "200"], "\(method)")
            let connections = entries.map(\.connection)
            #expect(connections.count == 3 && connections[0] == connections[1] && connections[1] != connections[2])
        }
    }

    /// Of a time that is announced fetch takes two seconds off, and the others take no notice.
    @Test(arguments: clients) func whoHonoursWhatIsAnnounced(client: Client) async throws {
        let (said, entries) = try await ask(client, "told", "GET", [0, 3200])
        #expect(said == ["200", "200"])
        #expect((Set(entries.map(\.connection)).count == 2) == (client.name == "Node fetch"))
    }
}
