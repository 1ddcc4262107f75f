import Foundation
import Glibc
import Mishap
import Synchronization
import TestSupport
import Testing

@testable import MishapCommand

/// What the command line has about TLS, with real clients.
@Suite(.blocking) struct TLSCommandTests {
    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder(["scenarios/a.json": ScenarioFolder.hello]) }

    private func path(_ name: String) -> String { folder.path + "/" + name }

    /// Serves in this process, runs the work while it does, and stops.
    private func serve(
        _ arguments: [String] = [], environment: [String: String] = [:],
        _ work: @escaping @Sendable (UInt16) throws -> Void = { _ in }
    ) throws -> Run {
        let words = Words()
        let failure = Mutex<(any Error)?>(nil)
        let shutdown = ShutdownSource(
            prepare: {},
            wait: {
                let port = words.output.split(separator: ":").last.flatMap { UInt16($0.dropLast()) }
                do { try work(port ?? 0) } catch { failure.withLock { $0 = error } }
                return "SIGTERM"
            })
        let code = MishapCommand.run(
            rawArguments: (["serve", path("scenarios"), "--port", "0"] + arguments).map { Array($0.utf8) },
            environment: environment, output: words.output(), shutdown: shutdown)
        if let error = failure.withLock({ $0 }) { throw error }
        return Run(code: code, words)
    }

    /// Standard output of a script, which has to end well.
    @discardableResult
    private static func shell(_ script: String, in folder: ScenarioFolder) throws -> String {
        let run = try ProgramRun("/bin/sh", ["-ec", script], in: folder.path)
        try #require(run.code == 0, "\(script): \(run.error)")
        return run.output
    }

    private func shell(_ script: String) throws -> String { try Self.shell(script, in: folder) }

    // MARK: serve

    @Test func whatMishapCAPrintsIsWhatCurlHasToTrust() throws {
        let folder = folder
        let run = try serve { (port) throws in
            let url = "http://127.0.0.1:\(port)"
            let printed = Run(["ca", "--url", url])
            #expect(printed.code == 0)
            #expect(printed.output.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
            #expect(printed.output.hasSuffix("\n-----END CERTIFICATE-----\n"))
            #expect(Run(["ca"], environment: ["MISHAP_PORT": "\(port)"]).output == printed.output)
            // The gateway that is named is asked, whatever file there is.
            let file = ["MISHAP_CA_FILE": folder.path + "/other.pem"]
            #expect(Run(["ca", "--url", url], environment: file).output == printed.output)
            try Data(printed.output.utf8).write(to: URL(filePath: folder.path + "/ca.pem"))
            for host in ["localhost", "127.0.0.1"] {
                #expect(try Self.shell("curl -sS --cacert ca.pem https://\(host):\(port)/", in: folder) == "hello")
            }
        }
        #expect(run.code == 0)
        #expect(run.output.hasPrefix("mishap: listening on http://127.0.0.1:"))
        #expect(run.error.contains("/__mishap/ca.pem is the certificate to trust.\n"), "\(run.error)")
    }

    @Test func theFileKeepsTheAuthority() throws {
        let (folder, file) = (folder, path("ca.pem"))
        // As `serve` would make it, and before there is any.
        let printed = Run(["ca", "--ca-file", file])
        #expect(printed.code == 0)
        #expect(Run(["ca"], environment: ["MISHAP_CA_FILE": file]).output == printed.output)
        for _ in 0..<2 {
            let run = try serve(["--ca-file", file]) { (port) throws in
                #expect(Run(["ca", "--url", "http://127.0.0.1:\(port)"]).output == printed.output)
                #expect(try Self.shell("curl -sS --cacert ca.pem https://localhost:\(port)/", in: folder) == "hello")
            }
            #expect(run.code == 0)
        }
    }

    @Test func aCertificateOfOnesOwnIsShown() throws {
        try #require(
            try shell(
                """
                openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=own -keyout own.key -out own.pem -days 10 \
                  -addext subjectAltName=DNS:localhost 2>&1
                """) != "")
        let folder = folder
        let run = try serve(["--tls-cert", path("own.pem"), "--tls-key", path("own.key")]) { (port) throws in
            #expect(try Self.shell("curl -sS --cacert own.pem https://localhost:\(port)/", in: folder) == "hello")
            // Failures come from the authority all the same.
            #expect(Run(["ca", "--url", "http://127.0.0.1:\(port)"]).code == 0)
        }
        #expect(run.code == 0)
        #expect(run.error.contains("  https is spoken on the same port, with the certificate of --tls-cert.\n"))
    }

    @Test func hostsOfTheCertificateWithoutAServerName() throws {
        let folder = folder
        let options = ["--cert-host", "192.0.2.5", "--cert-host", "*.pods.test", "--advertise", "https://gateway.test"]
        let run = try serve(options) { (port) throws in
            let text = try Self.shell(
                """
                openssl s_client -connect 127.0.0.1:\(port) -noservername </dev/null 2>/dev/null |
                  openssl x509 -noout -ext subjectAltName
                """, in: folder)
            for name in [
                "DNS:localhost", "DNS:*.pods.test", "DNS:gateway.test", "Address:192.0.2.5", "Address:127.0.0.1",
            ] {
                #expect(text.contains(name), "\(text)")
            }
        }
        #expect(run.code == 0)
        #expect(run.error.contains("  Point your client at https://gateway.test instead of the real gateway.\n"))
        // Whoever does not trust it yet gets the certificate in the clear.
        #expect(run.error.contains("https is spoken on the same port; http://127.0.0.1:"), "\(run.error)")
    }

    @Test func theKeyLogIsAppended() throws {
        let (folder, file) = (folder, path("keys.log"))
        for _ in 0..<2 {
            _ = try serve(["--tls-key-log", file]) { (port) throws in
                for _ in 0..<2 { try Self.shell("curl -sSk https://localhost:\(port)/", in: folder) }
            }
        }
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.allSatisfy { $0.wholeMatch(of: /[A-Z_0-9]+ [0-9a-f]{64} [0-9a-f]+/) != nil }, "\(lines)")
        #expect(lines.count { $0.hasPrefix("CLIENT_TRAFFIC_SECRET_0 ") } == 4)
    }

    @Test func filesThatCannotBeUsedAreALineEach() throws {
        _ = try shell(
            """
            for name in one two; do
              openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=own -keyout $name.key -out $name.pem 2>/dev/null
            done
            openssl pkcs8 -topk8 -in one.key -out secret.key -passout pass:x
            cp one.key open.pem; cat one.pem >> open.pem; chmod 644 open.pem
            touch open.log; chmod 644 open.log; mkfifo -m 600 pipe
            """)
        for (options, message) in [
            (
                ["--tls-cert", "one.pem", "--tls-key", "two.key"],
                "--tls-key two.key: the private key is not that of the certificate"
            ),
            (["--tls-cert", "one.key", "--tls-key", "one.key"], "--tls-cert one.key: there is no certificate in it"),
            (["--tls-cert", "one.pem", "--tls-key", "one.pem"], "--tls-key one.pem: there is no private key in it"),
            (
                ["--tls-cert", "one.pem", "--tls-key", "secret.key"],
                "--tls-key secret.key: the private key is encrypted"
            ),
            (["--tls-cert", "none.pem", "--tls-key", "one.key"], "--tls-cert none.pem cannot be read: No such file"),
            (
                ["--ca-file", "open.pem"],
                "--ca-file open.pem has a private key, and others may read or change it: chmod 600"
            ),
            (["--ca-file", "no/ca.pem"], "--ca-file no/ca.pem cannot be made: No such file or directory"),
            (["--tls-key-log", "no/keys.log"], "--tls-key-log no/keys.log cannot be written: No such file"),
            (["--tls-key-log", "pipe"], "--tls-key-log pipe cannot be written: nobody reads it"),
            (
                ["--tls-key-log", "open.log"],
                "--tls-key-log open.log is for secrets, and others may read or change it: chmod 600 open.log"
            ),
        ] {
            let run = try ProgramRun(
                Binary.path, ["serve", "scenarios", "--port", "0"] + options, in: folder.path)
            #expect(run.code == 1)
            #expect(run.error.hasPrefix("mishap: \(message)"), "\(run.error)")
            #expect(run.error.split(separator: "\n").count == 1)
            #expect(run.output.isEmpty)
        }
        for (options, message) in [
            (["--tls-cert", "one.pem"], "--tls-cert is without --tls-key, the file with its key"),
            (["--tls-key", "one.key"], "--tls-key is without --tls-cert, the file with its certificate"),
            (["--cert-host", "https://a.test:1"], "did you mean \"a.test\"?"),
        ] {
            let run = Run(["serve"] + options)
            #expect(run.code == 2)
            #expect(run.error.contains(message), "\(run.error)")
        }
    }

    // MARK: ca

    @Test func withoutAGatewayAndAFileItSaysWhyItMakesNone() {
        let run = Run(["ca", "--url", "http://127.0.0.1:1"])
        #expect(run.code == 1)
        #expect(run.output.isEmpty)
        #expect(
            run.error
                == "mishap: http://127.0.0.1:1 cannot be reached: Connection refused. Start mishap serve first, or name "
                + "the --ca-file that it will have: a certificate made now would be of no use, since each gateway makes its "
                + "own authority\n")
        let https = Run(["ca", "--url", "https://127.0.0.1:8443"])
        #expect(https.code == 2)
        #expect(https.error.contains("did you mean \"http://127.0.0.1:8443\"?"), "\(https.error)")
    }

    // MARK: exec

    private func exec(_ script: String, _ options: [String] = [], environment: [String: String] = [:]) throws
        -> ProgramRun
    {
        // Empty ones count as not set.
        let own = [
            "TMPDIR": path("tmp"), "SSL_CERT_FILE": "", "REQUESTS_CA_BUNDLE": "", "CURL_CA_BUNDLE": "",
            "NODE_EXTRA_CA_CERTS": "",
        ]
        let variables = ProcessInfo.processInfo.environment.merging(own) { $1 }
        try FileManager.default.createDirectory(atPath: path("tmp"), withIntermediateDirectories: true)
        return try ProgramRun(
            Binary.path, ["exec", path("scenarios"), "--settle", "0s"] + options + ["--", "/bin/sh", "-ec", script],
            environment: variables.merging(environment) { $1 }, in: folder.path)
    }

    private var leftFiles: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path("tmp")) }
    }

    @Test func execHasAFileToTrustForAsLongAsTheCommandRuns() throws {
        let run = try exec("stat -c %a $MISHAP_CA; curl -sS --cacert $MISHAP_CA $MISHAP_HTTPS_URL/; echo; env")
        #expect(run.code == 0)
        #expect(run.output.hasPrefix("600\nhello\n"), "\(run.output) \(run.error)")
        #expect(run.output.contains("\nMISHAP_CA=\(path("tmp"))/mishap-ca-"))
        #expect(!run.output.contains("SSL_CERT_FILE=\(path("tmp"))"))
        #expect(try leftFiles == [])
    }

    @Test func itGoesWhereTheCommandIsEndedToo() throws {
        #expect(try exec("test -s $MISHAP_CA; kill -TERM $$").code == 143)
        #expect(try exec("test -s $MISHAP_CA; (kill -TERM $PPID); exec sleep 60").code == 143)
        #expect(try leftFiles == [])
        #expect(try exec("exec /nowhere/at-all", ["--trust"]).code == 127)
        #expect(
            try ProgramRun(
                Binary.path, ["exec", path("scenarios"), "--trust", "--", "no-such-program-at-all"],
                environment: ["TMPDIR": path("tmp"), "PATH": "/usr/bin:/bin"]
            ).code == 127)
        #expect(try leftFiles == [])
        // Two interrupts end exec at once.
        let twice = try exec(
            "trap '' INT; kill -INT $PPID; while :; do sleep 0.4; kill -INT $PPID 2>/dev/null || exit; done")
        #expect(twice.code == 130)
        #expect(try leftFiles == [])
    }

    @Test func withTrustProgramsTrustItByThemselves() throws {
        let script = """
            curl -sS $MISHAP_HTTPS_URL/; echo
            '\(Repository.python)' -c 'import os, requests; print(requests.get(os.environ["MISHAP_HTTPS_URL"] + "/").text)'
            '\(Repository.python)' -c 'import os, urllib.request as u; print(u.urlopen(os.environ["MISHAP_HTTPS_URL"] + "/").read().decode())'
            node -e 'require("https").get(process.env.MISHAP_HTTPS_URL + "/", (a) => a.pipe(process.stdout))'
            echo; stat -c %a $SSL_CERT_FILE; grep -c BEGIN $SSL_CERT_FILE $NODE_EXTRA_CA_CERTS
            """
        let run = try exec(script, ["--trust"])
        #expect(run.code == 0, "\(run.error)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.prefix(5) == ["hello", "hello", "hello", "hello", "600"], "\(run.output)")
        let counts = lines.suffix(2).compactMap { Int($0.split(separator: ":").last ?? "") }
        #expect(counts.count == 2 && counts[0] > 10 && counts[1] == 1, "\(lines)")
        #expect(try leftFiles == [])
    }

    @Test func whatIsTrustedAlreadyStaysSo() throws {
        let others = try ["a", "b"].map { name in
            let text = Run(["ca", "--ca-file", path("\(name).key")]).output
            try Data(text.utf8).write(to: URL(filePath: path("\(name).pem")))
            return text
        }
        let script = "cat $SSL_CERT_FILE; echo ===; cat $NODE_EXTRA_CA_CERTS; echo ===; cat $MISHAP_CA"
        let variables = [
            "SSL_CERT_FILE": path("a.pem"), "CURL_CA_BUNDLE": path("a.pem"), "NODE_EXTRA_CA_CERTS": path("b.pem"),
        ]
        let run = try exec(script, ["--trust"], environment: variables)
        let parts = run.output.components(separatedBy: "===\n")
        try #require(parts.count == 3)
        #expect(parts[0] == others[0] + "\n" + others[1] + "\n" + parts[2])
        #expect(parts[1] == parts[0])
        #expect(!run.error.contains("--trust"), "\(run.error)")
        let missing = try exec("true", ["--trust"], environment: ["CURL_CA_BUNDLE": "/no/such.pem"])
        let line = "mishap: --trust: CURL_CA_BUNDLE is not in the bundle: /no/such.pem: No such file or directory\n"
        #expect(missing.error.hasPrefix(line), "\(missing.error)")
    }

    @Test func aCertificateOfOnesOwnIsTrustedToo() throws {
        _ = try shell(
            """
            openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=own -keyout own.key -out own.pem -days 10 \
              -addext subjectAltName=IP:127.0.0.1 2>&1
            """)
        let script = """
            curl -sS $MISHAP_HTTPS_URL/; curl -sS --cacert $MISHAP_CA $MISHAP_HTTPS_URL/; echo
            cmp $NODE_EXTRA_CA_CERTS $MISHAP_CA; curl -sS $MISHAP_CONTROL_URL/ca.pem | cat own.pem - | cmp - $MISHAP_CA
            """
        let run = try exec(script, ["--trust", "--tls-cert", path("own.pem"), "--tls-key", path("own.key")])
        #expect(run.code == 0)
        #expect(run.output == "hellohello\n", "\(run.error)")
    }

    @Test func withoutRoomForItsFilesTheCommandRunsAllTheSame() throws {
        let folder = ["TMPDIR": path("none")]
        let run = try exec("echo ${MISHAP_CA-unset}; curl -sS $MISHAP_URL/", environment: folder)
        #expect(run.code == 0)
        #expect(run.output == "unset\nhello")
        let reason = "\(path("none"))/mishap-ca-XXXXXX.pem cannot be written: No such file or directory"
        #expect(run.error.hasPrefix("mishap: the command has no MISHAP_CA: \(reason)\n"), "\(run.error)")
        let trusting = try exec("true", ["--trust"], environment: folder)
        #expect(trusting.code == 125)
        #expect(trusting.error == "mishap: --trust: \(reason)\n")
    }

    @Test func withoutAListOfTheSystemOursIsAlone() throws {
        let files = try TrustFiles(
            Array("ours\n".utf8), isTrusted: true, Environment(["TMPDIR": folder.path]), systemRoots: ["/no/such.pem"])
        defer { files.remove() }
        let bundle = try #require(files.variables["SSL_CERT_FILE"])
        #expect(try String(contentsOfFile: bundle, encoding: .utf8) == "ours\n")
        #expect(
            files.notices == [
                "--trust: this system has no list of authorities where it is looked for; Mishap's is the only one"
            ])
    }
}

extension TLSCommandTests {
    /// GnuTLS reads the policy of the system when it is loaded.
    @Test func whatThePolicyOfTheSystemForbidsIsAnError() throws {
        let folder = try ScenarioFolder([
            "policy": "[overrides]\ndisabled-version = tls1.2\n",
            "a.json":
                #"{ "connections": [{ "accept": true, "tls": { "versions": ["1.2"] } }], "rules": [{ "reply": {} }] }"#,
        ])
        var environment = ProcessInfo.processInfo.environment
        #expect(try ProgramRun(Binary.path, ["check", folder.path], environment: environment).code == 0)
        environment["GNUTLS_SYSTEM_PRIORITY_FILE"] = folder.path + "/policy"
        let run = try ProgramRun(Binary.path, ["check", folder.path], environment: environment)
        #expect(run.code == 1)
        #expect((run.output + run.error).contains(": error: this system's policy for GnuTLS forbids TLS 1.2"))
    }
}
