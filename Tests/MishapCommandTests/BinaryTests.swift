import Foundation
import GatewayServer
import Glibc
import MishapTesting
import Testing

@testable import MishapCommand

/// The program as it is shipped: signals, pipes, exit codes, and what it needs to run.
@Suite(.timeLimit(.minutes(1)))
struct BinaryTests {
    private let folder: ScenarioFolder

    init() throws { folder = try ScenarioFolder(["a.json": ScenarioFolder.hello]) }

    @Test(arguments: [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM")])
    func aSignalEndsItWithinASecond(signal: Int32, name: String) throws {
        let mishap = try Binary(["serve", folder.path, "--port", "0"])
        let port = try #require(mishap.port())
        // A held exchange is no reason to stay.
        let waiting = try RawConnection(port: port)
        waiting.send("GET /__mishap/fail/http/timeout/any HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = waiting.receive(within: .milliseconds(50))

        let start = ContinuousClock.now
        mishap.signal(signal)
        #expect(mishap.wait() == 0)
        #expect(ContinuousClock.now - start < .seconds(1))
        let said = mishap.rest()
        #expect(said.output.isEmpty)
        #expect(said.error.hasSuffix("\nmishap: stopped by \(name)\n"))
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
        let source = "int MHD_add_connection(void *daemon, int socket, void *address, unsigned length) { return 1; }"
        try Data(source.utf8).write(to: URL(filePath: folder.path + "/late.c"))
        let compiler = try Process.run(
            URL(filePath: "/usr/bin/env"),
            arguments: ["clang", "-shared", "-fPIC", "-o", folder.path + "/late.so", folder.path + "/late.c"])
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        let mishap = try Binary(
            ["serve", folder.path, "--port", "0"], environment: ["LD_PRELOAD": folder.path + "/late.so"])
        try #require(mishap.readLine().isEmpty, "it listens")
        let said = mishap.rest()
        #expect(mishap.wait() == 1)
        #expect(
            said.error
                == "mishap: libmicrohttpd \(Server.libraryVersion) does not take connections over at once, so that no client would be answered; 0.9.75, 1.0.1 and 1.0.10 do\n"
        )
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
        let mishap = try Binary(["serve"], in: folder.path)
        #expect(
            mishap.rest().error == """
                scenarios/: error: no such file or folder

                1 error in 1 file; nothing is served
                A path may be given: mishap serve PATH

                """)
        #expect(mishap.wait() == 1)
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
