import Foundation
import GatewayServer
import TestSupport
import Testing

@testable import MishapCommand

/// The program as it is shipped: signals, pipes, exit codes, and what it needs to run.
@Suite(.blocking)
struct BinaryTests {
    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder(["a.json": ScenarioFolder.hello]) }

    /// Regular expressions of the standard library, and what else is in its module (`contains` and `replacing` with a text),
    /// make a program that links it statically 1.2 MB larger. PCRE2 matches the patterns of scenarios.
    @Test func itDoesNotLinkTheStandardLibrarysRegularExpressions() throws {
        // As mangled names have the module.
        let name = Data("17_StringProcessing".utf8)
        let own = try #require(CommandLine.arguments.first)
        #expect(try Data(contentsOf: URL(filePath: own)).range(of: name) != nil, "these tests use them")
        #expect(try Data(contentsOf: URL(filePath: Binary.path)).range(of: name) == nil)
    }

    /// `ContinuousClock` is enough to link all of Concurrency and libdispatch, 0.7 MB where they are linked statically.
    /// There the runtime's own words are found, elsewhere the names that are used.
    @Test func itUsesNeitherConcurrencyNorDispatch() throws {
        let own = try Data(contentsOf: URL(filePath: try #require(CommandLine.arguments.first)))
        let program = try Data(contentsOf: URL(filePath: Binary.path))
        for name in ["15ContinuousClock", "swift_task_", "libdispatch"].map({ Data($0.utf8) }) {
            #expect(own.range(of: name) != nil, "these tests use it")
            #expect(program.range(of: name) == nil)
        }
    }

    @Test(arguments: [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM")])
    func aSignalEndsItThoughAnExchangeIsHeld(signal: Int32, name: String) throws {
        let folder = try ScenarioFolder(["a.json": #"{ "rules": [{ "steps": [{ "fail": "http/timeout" }] }] }"#])
        let mishap = try Binary(["serve", folder.path, "--port", "0"])
        let port = try #require(mishap.port())
        let waiting = try RawConnection(port: port)
        waiting.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        var journal = ""
        let isHeld = try waitUntil {
            let connection = try RawConnection(port: port)
            connection.send("GET /__mishap/sessions/a/journal HTTP/1.1\r\nHost: localhost\r\n\r\n")
            journal = connection.receiveResponse().body
            return journal.contains(#""ending": null"#)
        }
        try #require(isHeld, "\(journal)")
        mishap.signal(signal)
        // If it waited for the exchange, the test would hang.
        #expect(mishap.wait() == 0)
        let said = mishap.rest()
        #expect(said.output.isEmpty)
        #expect(said.error.hasSuffix("\nmishap: stopped by \(name)\n"))
    }

    @Test func itEndsWithItsInputIfItIsToldTo() throws {
        let words = ["serve", folder.path, "--port", "0", "--until-stdin-closes", "--quiet"]
        let mishap = try Binary(words, hasInput: true)
        let port = try #require(mishap.port())
        // What comes there is of no interest.
        #expect(mishap.input.write("x\n"))
        let connection = try RawConnection(port: port)
        connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(connection.receiveResponse().body == "hello")
        #expect(mishap.isRunning)
        mishap.input.close()
        #expect(mishap.wait() == 0)
        #expect(mishap.rest().error == "")
        // Without the option it does not look at its input.
        let other = try Binary(["serve", folder.path, "--port", "0"])
        #expect(other.port() != nil)
        #expect(other.isRunning)
        other.signal(SIGTERM)
        #expect(other.wait() == 0)
    }

    @Test func requestsAreLoggedAsTheyEnd() throws {
        let mishap = try Binary(["serve", folder.path, "--port", "0", "--quiet", "--log-requests"])
        let port = try #require(mishap.port())
        for target in ["/a?b=%1B", "/\u{202E}x"] {
            let connection = try RawConnection(port: port)
            connection.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(connection.receiveResponse().body == "hello")
        }
        let foreign = try RawConnection(port: port)
        foreign.send("hello\r\n\r\n")
        _ = foreign.receiveResponse()
        mishap.signal(SIGTERM)
        #expect(mishap.wait() == 0)
        let lines = mishap.rest().error.split(separator: "\n").map(String.init)
        #expect(
            lines.contains { $0.wholeMatch(of: /mishap: a GET \/a\?b=%1B "rule 1" 200 complete \d+\.\d{3} ms/) != nil })
        #expect(lines.allSatisfy { !$0.contains("\u{202E}") })
        #expect(lines.contains { $0.hasPrefix("mishap: a - - - 400 closed ") }, "\(lines)")
        #expect(!lines.contains { $0.contains("stopped") }, "it is quiet")
    }

    @Test func requestsAreLoggedForMachines() throws {
        let mishap = try Binary(["serve", folder.path, "--port", "0", "--log", "json", "--log-requests"])
        let connection = try RawConnection(port: try #require(mishap.port()))
        connection.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        #expect(connection.receiveResponse().body == "hello")
        mishap.signal(SIGTERM)
        #expect(mishap.wait() == 0)
        let line = try #require(mishap.rest().error.split(separator: "\n").first { $0.contains(#""event":"request""#) })
        let shown = line.replacing(/"time":"[0-9TZ:.-]+",|\d+\.\d{3}/, with: "")
        #expect(
            shown == #"{"event":"request","session":"a","method":"POST","target":"/a","rule":"rule 1","status":200,"#
                + #""ending":"complete","milliseconds":}"#)
    }

    /// 6,000 requests, of which a log would have 6 MB.
    private static func askOften(_ connection: RawConnection) throws {
        let target = "/" + String(repeating: "x", count: 1_000)
        for _ in 0..<6_000 {
            connection.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            try #require(connection.receiveResponse().body == "hello")
        }
    }

    /// A test runner that starts it with a pipe, and reads nothing of it until the end.
    @Test func aLogThatNobodyReadsHoldsUpNothing() throws {
        let mishap = try Binary(["serve", folder.path, "--port", "0", "--log-requests"])
        let connection = try RawConnection(port: try #require(mishap.port()))
        try Self.askOften(connection)
        mishap.signal(SIGTERM)
        #expect(mishap.wait() == 0)
        let lines = mishap.rest().error.split(separator: "\n").count { $0.contains(" complete ") }
        #expect((1..<6_000).contains(lines), "\(lines)")
    }

    @Test func aTokenIsNotShown() throws {
        let mishap = try Binary(["serve", folder.path, "--port", "0"], environment: ["MISHAP_TOKEN": "s3 cret"])
        #expect(mishap.wait() == 2)
        let said = mishap.rest().error
        #expect(
            said.contains("MISHAP_TOKEN is \"…\", and it takes 1 to 1000 characters") && !said.contains("cret"))
    }

    /// A container whose secret is missing has the variable, and nothing in it.
    @Test func anEmptyTokenIsAnError() throws {
        let mishap = try Binary(["serve", folder.path, "--port", "0"], environment: ["MISHAP_TOKEN": ""])
        #expect(mishap.wait() == 2)
        let rest = mishap.rest()
        #expect(rest.error.contains("MISHAP_TOKEN is empty, and it takes 1 to 1000 characters of ASCII without blanks"))
        #expect(rest.output.isEmpty)
    }

    @Test func theListeningLineIsThereAtOnceInAPipeAndTheGatewayAnswers() throws {
        let mishap = try Binary(["serve", folder.path, "--port", "0"])
        let connection = try RawConnection(port: try #require(mishap.port()))
        connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(connection.receiveResponse().body == "hello")
    }

    @Test func readersThatGoAwayDoNotEndIt() throws {
        let mishap = try Binary(["serve", folder.path, "--port", "0"])
        let port = try #require(mishap.port())
        mishap.closePipes()
        let connection = try RawConnection(port: port)
        connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(connection.receiveResponse().body == "hello")
        #expect(mishap.isRunning)
        mishap.signal(SIGTERM)
        #expect(mishap.wait() == 0)
    }

    @Test func aReaderThatStopsEarlyIsNoMistake() throws {
        let mishap = try Binary(["catalogue", "--json"])
        _ = mishap.readLine()
        mishap.closePipes()
        #expect(mishap.wait() == 0)
    }

    @Test func aPortInUse() throws {
        let first = try Binary(["serve", folder.path, "--port", "0"])
        let port = try #require(first.port())
        let second = try Binary(["serve", folder.path, "--port", "\(port)"])
        let said = second.rest()
        #expect(second.wait() == 1)
        #expect(said.output.isEmpty)
        #expect(
            said.error
                == "mishap: port \(port) on 127.0.0.1 is in use; choose another with --port, or --port 0 for any free one\n"
        )
    }

    /// As libmicrohttpd 1.0 does where it is not told that all calls come from one thread: the connection is kept for
    /// later, and the call has succeeded. Every client would get an empty reply.
    @Test func aLibraryThatDoesNotHandConnectionsOverIsAnErrorThatNamesItsVersion() throws {
        let late = "int MHD_add_connection(void *daemon, int socket, void *address, unsigned length) { return 1; }"
        let mishap = try Binary(["serve", folder.path, "--port", "0"], environment: preloading(late))
        try #require(mishap.readLine().isEmpty, "it listens")
        let said = mishap.rest()
        #expect(mishap.wait() == 1)
        #expect(
            said.error
                == "mishap: libmicrohttpd \(Server.libraryVersion) does not take connections over at once, so that no client would be answered; 0.9.75, 1.0.1 and 1.0.10 do\n"
        )
    }

    /// The library that is loaded, under the name of a version that is none of the tested ones and has the same habits.
    @Test(arguments: ["text", "json"])
    func aVersionThatIsNotTestedIsServedWithAWarning(form: String) throws {
        let version = Server.libraryVersion + "99"
        let mishap = try Binary(
            ["serve", folder.path, "--port", "0", "--log", form], environment: preloading(Self.version(version)))
        let port = try #require(mishap.port())
        let connection = try RawConnection(port: port)
        connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(connection.receiveResponse().body == "hello")
        mishap.signal(SIGTERM)
        #expect(mishap.wait() == 0)
        let said = mishap.rest().error
        let words =
            "libmicrohttpd \(version) is not one of the versions that Mishap is tested with (0.9.75, 1.0.1 and 1.0.10); it passed the self-test"
        #expect(said.ranges(of: words).count == 1)
        #expect(said.ranges(of: "warning").count == 1)
        if form == "text" {
            #expect(said.hasPrefix("mishap: warning: \(words)\n"))
        } else {
            let line = try #require(said.split(separator: "\n").first)
            #expect(line.hasSuffix(#""event":"warning","message":"\#(words)"}"#), "\(line)")
        }
    }

    @Test func aTestedVersionIsServedWithoutAWarning() throws {
        try #require(LibraryVersions.isTested(Server.libraryVersion))
        let mishap = try Binary(["serve", folder.path, "--port", "0"])
        try #require(mishap.port() != nil)
        mishap.signal(SIGTERM)
        #expect(mishap.wait() == 0)
        #expect(!mishap.rest().error.contains("warning"))
    }

    @Test func aVersionThatFailsTheSelfTestIsRefused() throws {
        let version = "0.9.99"
        let mishap = try Binary(
            ["serve", folder.path, "--port", "0"],
            environment: preloading(
                Self.version(version) + "int MHD_queue_response(void *c, unsigned s, void *r) { return 0; }"))
        try #require(mishap.readLine().isEmpty, "it listens")
        let said = mishap.rest()
        #expect(mishap.wait() == 1)
        #expect(
            said.error
                == "mishap: libmicrohttpd \(version) does not call again for a request, so that it would get no answer; 0.9.75, 1.0.1 and 1.0.10 do\n"
        )
    }

    private static func version(_ version: String) -> String {
        #"const char *MHD_get_version(void) { return "\#(version)"; }"#
    }

    /// The environment in which a program has functions of C in place of those of its libraries.
    private func preloading(_ source: String) throws -> [String: String] {
        let path = folder.path + "/preloaded"
        try Data(source.utf8).write(to: URL(filePath: path + ".c"))
        let compiler = try Process.run(
            URL(filePath: "/usr/bin/env"), arguments: ["clang", "-shared", "-fPIC", "-o", path + ".so", path + ".c"])
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        return ["LD_PRELOAD": path + ".so"]
    }

    @Test(.enabled(if: geteuid() != 0, "root may"))
    func noPermissionForAPort() throws {
        let mishap = try Binary(["serve", folder.path, "--port", "80"])
        let said = mishap.rest()
        #expect(mishap.wait() == 1)
        #expect(said.error.hasPrefix("mishap: no permission to listen on port 80 "))
        #expect(said.error.split(separator: "\n").count == 1)
    }

    @Test func aWrongFlagIsAUsageError() throws {
        let mishap = try Binary(["serve", "--watsch"])
        #expect(mishap.rest().error.hasPrefix("mishap: serve has no option --watsch; did you mean \"--watch\"?\n"))
        #expect(mishap.wait() == 2)
    }

    @Test func theEnvironmentCounts() throws {
        let mishap = try Binary(["serve", folder.path], environment: ["MISHAP_PORT": "0"])
        #expect(mishap.port() != nil)
    }

    @Test func withoutAPathItLooksForAFolderHere() throws {
        let mishap = try Binary(["serve", "--port", "0"], in: folder.path)
        let port = try #require(mishap.port())
        #expect(
            mishap.complaints(upTo: "Failures are").contains(
                "  No scenarios: sessions bring their own, or mishap serve PATH. Failures are served by name.\n"))
        func ask(_ line: String, _ body: String = "") throws -> RawConnection.Received {
            let connection = try RawConnection(port: port)
            connection.send(
                "\(line) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + body)
            return connection.receiveResponse()
        }
        let given = try ask(
            "POST /__mishap/sessions", #"{ "scenario": { "rules": [ { "reply": { "text": "own" } } ] } }"#)
        let id = try #require(given.body.firstMatch(of: /"id": "([^"]+)"/)?.1)
        #expect(try ask("GET /@\(id)/x").body == "own")
        #expect(try ask("GET /x").text.hasPrefix("HTTP/1.1 404 "))
        mishap.signal(SIGTERM)
        #expect(mishap.wait() == 0)
        // A folder that is named has to be there.
        let named = try Binary(["serve", "scenarios/"], in: folder.path)
        #expect(
            named.rest().error == "scenarios/: error: no such file or folder\n\n1 error in 1 file; nothing is served\n")
        #expect(named.wait() == 1)
    }

    @Test func checkOfBrokenFiles() throws {
        let broken = try ScenarioFolder(["a.json": "{", "b.json": #"{ "rules": [] }"#])
        let mishap = try Binary(["check", broken.path])
        let said = mishap.rest()
        #expect(mishap.wait() == 1)
        #expect(said.error.contains("\(broken.path)/a.json:1:"))
        #expect(said.error.contains("\(broken.path)/b.json:1:"))
        #expect(said.error.hasSuffix("\n2 errors in 2 files\n"))
    }

    @Test(.enabled(if: geteuid() != 0, "root reads everything"))
    func anUnreadableFile() throws {
        let path = folder.path + "/a.json"
        chmod(path, 0)
        let mishap = try Binary(["check", path])
        #expect(mishap.rest().error.hasPrefix("\(path): error: cannot be read: Permission denied\n"))
        #expect(mishap.wait() == 1)
    }

    @Test func wordsAreBytes() throws {
        let said = try Document.shell(#""\#(Binary.path)" check "$(printf 'a\377')"; echo $?"#)
        #expect(said.error == "mishap: \"a\\xFF\" is not UTF-8\nSee mishap check --help.\n")
        #expect(said.output == "2\n")
    }

    @Test(arguments: ["--help", "catalogue", "completion bash", "schema"])
    func aClosedStandardOutputIsNoCrash(command: String) throws {
        let said = try Document.shell(#""\#(Binary.path)" \#(command) >&-; echo $? >&2"#)
        #expect(said.error == "0\n")
    }

    @Test func itLinksNoFoundation() throws {
        let program = try Data(contentsOf: URL(filePath: Binary.path))
        let libraries = ["", "Essentials", "Internationalization", "Networking"].map { "libFoundation\($0).so" }
        for library in libraries + ["lib_FoundationICU.so"] {
            #expect(program.range(of: Data((library + "\0").utf8)) == nil, "\(library)")
        }
        // The names of what it needs are in it as they are, so that this search would find one.
        #expect(program.range(of: Data("libmicrohttpd.so.12\0".utf8)) != nil)
    }
}
