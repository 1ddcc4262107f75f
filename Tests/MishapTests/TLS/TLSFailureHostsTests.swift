import Catalogue
import Foundation
import GatewayServer
import JSONText
import Mishap
import Systems
import TestSupport
import Testing
import Wire

/// Failures of TLS by the server's name that a client asks for, with real clients.
@Suite(.descriptors(60)) struct TLSFailureHostsTests {
    private static let gateway = SharedGateway {
        try RunningGateway(["ok": #"{ "rules": [ { "reply": { "json": { "ok": true } } } ] }"#])
    }

    /// The rows of the catalogue that all of these clients were measured with, each with its defaults.
    private static let failures = (FailureIndex.all.chapter(of: "tls/")?.rows ?? []).compactMap { entry -> Failure? in
        guard case .failure(let make) = entry.disposition else { return nil }
        return make()
    }.filter { !others.contains($0.name) }
    /// Those that are seen by a second connection, or by a client that gives up.
    private static let others = ["tls/stall-in-handshake", "tls/resumption-refused", "tls/wrong-psk-identity"]

    private static func hosts(_ name: String) -> String { "\(name.dropFirst("tls/".count)).tls.localhost" }

    private static func authority(_ running: RunningGateway) async throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "mishap-ca-\(UUID()).pem").path()
        _ = try await ClientProgram.run("curl", ["-so", file, "http://127.0.0.1:\(running.port)/__mishap/ca.pem"])
        return file
    }

    /// What a client says of each failure, in their order.
    private static let clients:
        [(name: String, run: @Sendable (_ ca: String, _ port: String) async throws -> [String])] = [
            (
                "curl",
                { ca, port in
                    var said: [String] = []
                    for failure in failures {
                        let arguments = ["-s", "-o", "/dev/null", "--max-time", "30", "--cacert", ca]
                        let url = "https://\(hosts(failure.name)):\(port)/any"
                        said.append("\(try await ClientProgram.run("curl", arguments + [url]).code)")
                    }
                    return said
                }
            ),
            (
                "requests",
                { ca, port in
                    let script = """
                        import re, socket, sys, requests
                        real = socket.getaddrinfo
                        socket.getaddrinfo = lambda host, *rest, **named: real('127.0.0.1', *rest, **named)
                        for name in sys.argv[3:]:
                            try:
                                print(requests.get(f'https://{name}:{sys.argv[2]}/any', verify=sys.argv[1], timeout=30).status_code)
                            except Exception as error:
                                inner = error
                                while True:
                                    more = [one for one in (getattr(inner, 'reason', None), *inner.args) if isinstance(one, Exception)]
                                    if not more: break
                                    inner = more[0]
                                text = re.sub(r'^\\[SSL[^\\]]*\\] | \\(_ssl.c:\\d+\\)', '', str(inner)).replace('certificate verify failed: ', '')
                                text = re.sub(r"for '.*", 'for that name', text)
                                code = getattr(inner, 'verify_code', None)
                                print(f'{type(error).__name__}, from {type(inner).__name__}: {text}' + (f' (verify code {code})' if code else ''))
                        """
                    return lines(try await PythonClient.run(script, [ca, port] + failures.map { hosts($0.name) }))
                }
            ),
            (
                "node:https",
                { ca, port in
                    let script = """
                        const [file, port, ...names] = process.argv.slice(1);
                        const [https, tls] = [require('https'), require('tls')];
                        const ca = require('fs').readFileSync(file);
                        (async () => {
                          for (const name of names) await new Promise((done) => {
                            const said = (text) => { console.log(text); done(); };
                            const options = { host: '127.0.0.1', port, servername: name, path: '/any', ca, agent: false,
                              headers: { host: name }, checkServerIdentity: (_, one) => tls.checkServerIdentity(name, one) };
                            https.get(options, (answer) => { answer.resume();
                                answer.on('end', () => said(answer.statusCode)).on('error', (error) => said(error.code)); })
                              .on('error', (error) => {
                                const words = (error.message.match(/:([a-z][^:]*):\\.\\.\\//i) || [])[1];
                                said(error.code == 'EPROTO' ? `EPROTO: ${words}` : error.code);
                              });
                          });
                        })();
                        """
                    let arguments = ["-e", script, ca, port] + failures.map { hosts($0.name) }
                    return lines(try await ClientProgram.run("node", arguments).output)
                }
            ),
        ]

    private static func lines(_ output: String) -> [String] { output.split(separator: "\n").map(String.init) }

    @Test(arguments: clients.map(\.name)) func itSaysWhatTheCatalogueHas(client: String) async throws {
        let running = try Self.gateway.get()
        let ca = try await Self.authority(running)
        defer { try? FileManager.default.removeItem(atPath: ca) }
        #expect(Self.failures.count == 111)
        let run = try #require(Self.clients.first { $0.name == client }?.run)
        let said = try await run(ca, "\(running.port)")
        try #require(said.count == Self.failures.count, "\(said)")
        for (failure, said) in zip(Self.failures, said) {
            let report = try #require(failure.reports.first { $0.client == client }?.report, "\(failure.name)")
            #expect(said == report, "\(failure.name)")
        }
    }

    /// A handshake that ends at each place, as curl sees it in both versions.
    @Test(arguments: ["1.2", "1.3"]) func eachStageIsSeenAsWhatItIs(version: String) async throws {
        let running = try Self.gateway.get()
        let ca = try await Self.authority(running)
        defer { try? FileManager.default.removeItem(atPath: ca) }
        let inHandshake = ["hello", "server-hello", "certificate"]
        var rows: [(host: String, code: Int32, words: String)] = []
        for stage in inHandshake {
            rows.append(("alert-\(stage)", 35, "alert handshake failure"))
            rows.append(("close-in-handshake-\(stage)", 35, "SSL_ERROR_SYSCALL"))
            rows.append(("reset-in-handshake-\(stage)", 35, "Connection reset by peer"))
            rows.append(("close-notify-in-handshake-\(stage)", 35, "SSL_ERROR_ZERO_RETURN"))
        }
        for stage in ["finished", "first-request"] {
            rows.append(("alert-\(stage)", 56, "alert handshake failure"))
            rows.append(("close-in-handshake-\(stage)", 52, "Empty reply"))
        }
        rows.append(("close-notify-in-handshake-finished", 52, "Empty reply"))
        rows.append(("reset-in-handshake-first-request", 56, "Connection reset by peer"))
        for name in ["alert-idle", "close-in-handshake-idle", "reset-in-handshake-idle"] { rows.append((name, 0, "")) }
        for row in rows {
            let run = try await ClientProgram.run(
                "curl",
                [
                    "-sS", "--stderr", "-", "-o", "/dev/null", "--max-time", "30", "--cacert", ca, "--tls-max", version,
                    "https://\(row.host).tls.localhost:\(running.port)/any",
                ])
            #expect(
                run.code == row.code && (row.words.isEmpty || run.output.contains(row.words)), "\(row.host): \(run)")
        }
    }

    /// Variants, which follow the name.
    @Test(
        arguments: [
            ("old-version-1.0", 35, "legacy sigalg"), ("old-version-1.1", 35, "legacy sigalg"),
            ("old-version-ssl3", 35, "unsupported protocol"), ("old-version-ssl2", 35, "wrong version number"),
            ("weak-cipher-3des", 35, "alert handshake failure"), ("weak-cipher-null", 35, "alert handshake failure"),
            ("weak-cipher-anonymous", 35, "alert handshake failure"), ("weak-cipher-cbc", 0, ""),
            ("weak-cipher-static-rsa", 0, ""), ("weak-dh-512", 35, "dh key too small"),
            ("weak-dh-1024", 35, "dh key too small"), ("weak-dh-composite", 35, "dh key too small"),
            ("unrecognized-name-warning", 0, ""), ("other-protocol-smtp", 35, "wrong version number"),
            ("other-protocol-ftp", 35, "wrong version number"), ("other-protocol-imap", 35, "wrong version number"),
            ("other-protocol-pop3", 35, "wrong version number"), ("weak-key-512", 60, "key too weak"),
        ] as [(String, Int32, String)]) func aVariantIsSeen(host: String, code: Int32, words: String) async throws
    {
        let running = try Self.gateway.get()
        let ca = try await Self.authority(running)
        defer { try? FileManager.default.removeItem(atPath: ca) }
        let url = "https://\(host).tls.localhost:\(running.port)/any"
        let run = try await ClientProgram.run(
            "curl", ["-sS", "--stderr", "-", "-o", "/dev/null", "--max-time", "30", "--cacert", ca, url])
        #expect(run.code == code && (words.isEmpty || run.output.contains(words)), "\(run)")
    }

    /// What an alert that is sealed says, behind an answer.
    @Test func theAlertBehindAnAnswerIsRead() async throws {
        let running = try Self.gateway.get()
        let ca = try await Self.authority(running)
        defer { try? FileManager.default.removeItem(atPath: ca) }
        let script = """
            import socket, ssl, sys
            context = ssl.create_default_context(cafile=sys.argv[1])
            for name, version in [(name, version) for name in sys.argv[3:] for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3)]:
                context.maximum_version = version
                with context.wrap_socket(socket.create_connection(('127.0.0.1', int(sys.argv[2]))), server_hostname=name, suppress_ragged_eofs=False) as one:
                    one.sendall(b'GET / HTTP/1.1\\r\\nHost: ' + name.encode() + b'\\r\\n\\r\\n')
                    read = b''
                    try:
                        while part := one.recv(4096): read += part
                        end = 'close_notify'
                    except OSError as error:
                        end = getattr(error, 'reason', None) or type(error).__name__
                    print(b'{"ok":true}' in read, end)
            """
        let names = ["alert-idle", "close-in-handshake-idle", "no-such-failure"].map { "\($0).tls.localhost" }
        let said = Self.lines(try await PythonClient.run(script, [ca, "\(running.port)"] + names.prefix(2)))
        #expect(
            said == [
                "True SSLV3_ALERT_HANDSHAKE_FAILURE", "True SSLV3_ALERT_HANDSHAKE_FAILURE",
                "True UNEXPECTED_EOF_WHILE_READING", "True UNEXPECTED_EOF_WHILE_READING",
            ])
    }

    /// Neither a stall nor a pause is over when the time for a handshake is.
    @Test func aStallAndAPauseOutlastTheDeadlineOfTheServer() async throws {
        let running = try RunningGateway(["ok": #"{ "rules": [ { "reply": { "json": { "ok": true } } } ] }"#]) {
            $0.server.deadlines.firstHead = 300_000_000
        }
        let ca = try await Self.authority(running)
        defer { try? FileManager.default.removeItem(atPath: ca) }
        for (host, seconds, code) in [
            ("stall-in-handshake", "1.5", Int32(28)), ("stall-in-handshake-certificate", "1.5", 28),
            ("slow-handshake-certificate", "30", 0),
        ] {
            let url = "https://\(host).tls.localhost:\(running.port)/any"
            let run = try await ClientProgram.run(
                "curl", ["-s", "-o", "/dev/null", "--max-time", seconds, "--cacert", ca, url])
            #expect(run.code == code, "\(host)")
        }
        // Behind the first answer, the next one never comes.
        let url = "https://stall-in-handshake-idle.tls.localhost:\(running.port)/any"
        let two = try await ClientProgram.run(
            "curl",
            [
                "-s", "-w", "%{http_code} ", "--max-time", "1.5", "--cacert", ca, url, url, "-o", "/dev/null", "-o",
                "/dev/null",
            ])
        #expect(two.code == 28 && two.output == "200 000 ")
    }

    @Test func aNameThatIsNoneIsTold() async throws {
        let running = try Self.gateway.get()
        let ca = try await Self.authority(running)
        defer { try? FileManager.default.removeItem(atPath: ca) }
        for (url, words) in [
            ("https://expird.tls.localhost", #"there is no failure tls/expird; did you mean \"tls/expired\"?"#),
            (
                "https://expired--not-yet-valid.tls.localhost",
                "of expired and not-yet-valid, one leaves no room for the other"
            ),
            ("http://expired.tls.localhost", "tls/expired is a failure of TLS: ask by https"),
        ] {
            let run = try await ClientProgram.run("curl", ["-s", "--cacert", ca, "\(url):\(running.port)/any"])
            #expect(run.code == 0 && run.output.contains(words), "\(run)")
        }
    }

    @Test func theJournalSaysWhatTheClientDid() async throws {
        let running = try RunningGateway(["ok": #"{ "rules": [ { "reply": { "json": { "ok": true } } } ] }"#])
        let ca = try await Self.authority(running)
        defer { try? FileManager.default.removeItem(atPath: ca) }
        let port = "\(running.port)"
        _ = try await ClientProgram.run("curl", ["-s", "--cacert", ca, "https://expired.tls.localhost:\(port)/a"])
        _ = try await ClientProgram.run("curl", ["-sk", "https://expired--wrong-host.tls.localhost:\(port)/b"])
        var journal = ""
        // A client that has gone is noticed a moment later.
        for _ in 0..<500 where !(journal.contains("tls/expired--wrong-host") && journal.contains(#""alert""#)) {
            journal = try await ClientProgram.run(
                "curl", ["-s", "http://127.0.0.1:\(port)/__mishap/sessions/default/journal"]
            ).output
        }
        for words in [
            #""failure": "tls/expired""#, #""alert": "certificate_expired""#,
            "the client went on in spite of its connection's failure, tls/expired--wrong-host",
        ] { #expect(journal.contains(words), "\(words): \(journal)") }
    }

    // MARK: The shipped scenarios

    /// What clients do, and how many of what is expected of them they then hold.
    @Test(
        arguments: [
            ("expired", ["--cacert"], [60], true), ("expired", ["-k"], [0], false),
            ("wrong-host", ["--cacert"], [60], true), ("untrusted-root", ["--cacert"], [60], true),
            ("handshake-fails-twice", ["--cacert"], [35, 35, 0], true),
            ("handshake-fails-twice", ["--cacert"], [35, 35], false), ("stall", ["--cacert"], [28], true),
            ("damaged-record", ["--cacert"], [56, 0], true), ("damaged-record", ["--cacert"], [56], false),
            ("cut-answer", ["--cacert"], [18, 0], true), ("cut-answer", ["--cacert"], [18], false),
            (
                "pinned", ["--pinnedpubkey", "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "--cacert"], [90],
                true
            ),
        ] as [(String, [String], [Int32], Bool)])
    func aVerdictIsTold(scenario: String, trust: [String], codes: [Int32], passes: Bool) async throws {
        let running = try Self.shipped.get()
        let ca = try await Self.authority(running)
        defer { try? FileManager.default.removeItem(atPath: ca) }
        let made = try running.call("POST", "sessions", "{ \"scenario\": \"\(scenario)\" }")
        guard case .string(let id)? = made.json["id"], case .string(let url)? = made.json["httpsUrl"] else {
            throw RunningGateway.SessionRefused(called: made)
        }
        // By the name of its host alone, a session of all connections is at the gateway's own port.
        let base = url.replacing(":80/", with: ":\(running.port)/")
        for code in codes {
            let options = trust.last == "--cacert" ? trust + [ca] : trust
            let limit = scenario == "stall" ? "1" : "30"
            let run = try await ClientProgram.run(
                "curl", ["-s", "-o", "/dev/null", "--max-time", limit] + options + [base + "/any"])
            #expect(run.code == code)
        }
        // A connection that ended is noticed a moment later.
        let expected: JSONValue = passes ? "passed" : "failed"
        var outcome: JSONValue?
        waitUntil {
            outcome = (try? running.call("GET", "sessions/\(id)/verdict"))?.json["outcome"]
            return outcome == expected
        }
        #expect(outcome == expected)
    }

    private static let shipped = SharedGateway {
        try RunningGateway(loading: [Repository.root.appending(path: "scenarios/tls").path()])
    }
}
