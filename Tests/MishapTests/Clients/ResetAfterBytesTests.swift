import Foundation
import TestSupport
import Testing

/// What clients report for a reset that comes after bytes: always the same, because the reset waits until they have been
/// acknowledged, and a little longer.
@Suite(.descriptors) struct ResetAfterBytesTests {
    /// A client that asks for the same address so many times, and the one word that it has for each failure.
    struct Client: Sendable, CustomTestStringConvertible {
        let name: String
        let word: String
        let run: @Sendable (_ url: String, _ count: Int) async throws -> String

        var testDescription: String { name }
    }

    private static let clients = [
        Client(name: "curl", word: "56") { url, count in
            let arguments = [
                "-s", "-o", "/dev/null", "-w", "%{exitcode}\\n", "--max-time", "60", "\(url)#[1-\(count)]",
            ]
            return try await ClientProgram.run("curl", arguments).output
        },
        Client(name: "Python's http.client", word: "ConnectionResetError") { url, count in
            let script = """
                import http.client, sys, urllib.parse
                url = urllib.parse.urlsplit(sys.argv[1])
                for _ in range(int(sys.argv[2])):
                    connection = http.client.HTTPConnection(url.netloc, timeout=60)
                    try:
                        connection.request('GET', url.path)
                        connection.getresponse().read()
                        print('none')
                    except Exception as error:
                        print(type(error).__name__)
                    connection.close()
                """
            return try await PythonClient.run(script, [url, "\(count)"])
        },
        Client(name: "requests", word: "ChunkedEncodingError/ProtocolError/ConnectionResetError") { url, count in
            let script = """
                import sys, requests
                def name(error):
                    inner = [argument for argument in error.args if isinstance(argument, Exception)]
                    return '/'.join([type(error).__name__] + [name(one) for one in inner])
                for _ in range(int(sys.argv[2])):
                    try:
                        requests.get(sys.argv[1], timeout=60)
                        print('none')
                    except Exception as error:
                        print(name(error))
                """
            return try await PythonClient.run(script, [url, "\(count)"])
        },
        Client(name: "Node's fetch", word: "TypeError/ECONNRESET") { url, count in
            let script = """
                const [url, count] = process.argv.slice(1);
                (async () => {
                  for (let index = 0; index < Number(count); index++) {
                    try {
                      await (await fetch(url)).text();
                      console.log('none');
                    } catch (error) { console.log(`${error.name}/${error.cause?.code}`); }
                  }
                })();
                """
            return try await ClientProgram.run("node", ["-e", script, url, "\(count)"]).output
        },
        Client(name: "Java's HttpClient", word: "IOException/IOException/SocketException") { url, count in
            let source = """
                import java.net.URI;
                import java.net.http.*;

                public class Resets {
                    static String name(Throwable error) {
                        String name = error.getClass().getSimpleName();
                        return error.getCause() == null ? name : name + "/" + name(error.getCause());
                    }

                    public static void main(String[] arguments) throws Exception {
                        var client = HttpClient.newHttpClient();
                        var request = HttpRequest.newBuilder(URI.create(arguments[0])).build();
                        for (int index = 0; index < Integer.parseInt(arguments[1]); index++) {
                            try {
                                client.send(request, HttpResponse.BodyHandlers.ofByteArray());
                                System.out.println("none");
                            } catch (Exception error) {
                                System.out.println(name(error));
                            }
                        }
                    }
                }
                """
            let file = FileManager.default.temporaryDirectory.appending(path: "Resets-\(UUID()).java")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(source.utf8).write(to: file)
            return try await ClientProgram.run("java", [file.path(), url, "\(count)"]).output
        },
    ]

    private static let gateway = SharedGateway {
        try RunningGateway(
            rules: """
                { "match": { "path": "/mid-body" }, "steps": [ { "fail": "tcp/reset-mid-body", "with": { "pause": "200ms" } } ] },
                { "match": { "path": "/length" }, "steps": [
                    { "fail": "http/length-too-long", "with": { "by": "reset", "pause": "200ms" } } ] },
                { "match": { "path": "/later" }, "steps": [
                    { "reply": { "text": "0123456789" }, "cut": { "after": 5, "end": "reset", "pause": "300ms" } } ] },
                { "match": { "path": "/nothing" }, "steps": [ { "fail": "tcp/reset" } ] }
                """)
    }

    /// Without the pause each of these words is the rare one of two where the client has two, so that a run of nothing else
    /// is no chance. How long it has to be depends on how soon the client gets a processor: beside other tests that may be
    /// longer than the usual 20 ms.
    @Test(arguments: clients, ["mid-body", "length"])
    func eachClientHasOneWordForIt(client: Client, path: String) async throws {
        let count = Extent.repetitions(30, whole: 200)
        let url = try Self.gateway.get().url + "/@main/\(path)"
        let words = try await client.run(url, count).split(separator: "\n").map(String.init)
        #expect(words.count == count)
        #expect(Set(words) == [client.word])
    }

    @Test func thePauseIsAsLongAsItIsSaidToBe() throws {
        let connection = try RawConnection(port: Self.gateway.get().port)
        let began = ContinuousClock.now
        connection.send("GET /@main/later HTTP/1.1\r\nHost: a\r\n\r\n")
        let received = connection.receive(within: .seconds(30))
        #expect(received.text.hasSuffix("\r\n\r\n01234") && received.ending == .reset)
        #expect(ContinuousClock.now - began >= .milliseconds(300))
    }
}
