import Foundation
import TestSupport
import Testing

/// The fixtures of `docs/testing.md`, each with the test that is shown with it, and a client.
@Suite(.blocking, .serialized) struct FixtureTests {
    /// They share a machine that is busy.
    @Test(arguments: Fixture.installed) func twentyRunsAtOncePass(fixture: Fixture) async throws {
        let suite = try await aside { try FixtureSuite(fixture) }
        let runs = try await withThrowingTaskGroup(of: ProgramRun.self) { group in
            for _ in 0..<20 { group.addTask { try await aside { try suite.run() } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(runs.count == 20)
        for run in runs where run.code != 0 { Issue.record("\(run.output)") }
        try await aside { try whatGoesWrongIsShown(suite) }
        try await aside { try theGatewayThatIsThereIsUsed(suite) }
    }

    private func whatGoesWrongIsShown(_ suite: FixtureSuite) throws {
        // A client that does not wait for as long as it is told.
        let hasty = try suite.run(["HASTY": "1"])
        #expect(hasty.code != 0 && hasty.output.contains("which asked for 1 s"), "\(hasty.output)")
        // The test expects something of a rule that there is not: the message has the place.
        let misspelt = try suite.run(scenario: FixtureSuite.order.replacing("\"order\"", with: "\"ordre\""))
        #expect(misspelt.code != 0 && misspelt.output.contains("ordre"), "\(misspelt.output)")
        #expect(misspelt.output.contains("^"), "\(misspelt.output)")
        // A gateway that does not start says why; one that is not there is named.
        let broken = try suite.run(scenario: "{")
        #expect(broken.code != 0 && broken.output.contains("order.json:1:2"), "\(broken.output)")
        let gone = try suite.run(["MISHAP_CONTROL_URL": "http://127.0.0.1:1/__mishap"])
        #expect(gone.code != 0 && gone.output.contains("no mishap"), "\(gone.output)")
    }

    /// None is started then: there is no program of that name.
    private func theGatewayThatIsThereIsUsed(_ suite: FixtureSuite) throws {
        let folder = try ScenarioFolder(["my/order.json": FixtureSuite.order])
        let gateway = try DebugProgram(["serve", folder.path + "/my", "--port", "0", "--quiet"])
        let port = try #require(gateway.port())
        defer { gateway.signal(SIGTERM) }
        let run = try suite.run(
            ["MISHAP_CONTROL_URL": "http://127.0.0.1:\(port)/__mishap"], programs: "/usr/bin:/bin")
        #expect(run.code == 0, "\(run.output)")
    }
}

enum Fixture: String, CaseIterable, Sendable {
    case go, junit, rust

    /// `make deps` installs what all of them need, where it knows how.
    static let installed = allCases.filter { fixture in
        switch fixture {
        case .go: path(of: "go") != nil
        case .junit: path(of: "javac") != nil && FixtureSuite.jars.allSatisfy(FileManager.default.fileExists)
        case .rust: path(of: "rustc") != nil
        }
    }

    static func path(of program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first(where: FileManager.default.isExecutableFile)
    }
}

/// Not looked for by `.ci/run`, which runs what needs the program again with the one that is shipped: to fixtures both are alike.
private typealias DebugProgram = Binary

/// A fixture with its test, built once.
struct FixtureSuite: Sendable {
    private let files: ScenarioFolder
    private let command: [String]

    /// The scenario that the page begins with.
    static let order = try! Document("docs/testing.md").blocks("json")[0]
    static let jars = [
        "junit-jupiter-api", "junit-jupiter-engine", "junit-platform-commons", "junit-platform-engine",
        "junit-platform-launcher", "junit-platform-console", "junit-platform-reporting", "opentest4j",
        "apiguardian-api",
        "picocli",
    ].map { "/usr/share/java/\($0).jar" }

    init(_ fixture: Fixture) throws {
        let page = try Document("docs/testing.md")
        func blocks(_ kind: String) throws -> (fixture: String, test: String) {
            let all = page.blocks(kind)
            try #require(all.count == 2)
            return (all[0], all[1])
        }
        func build(_ command: [String], in folder: String) throws {
            let run = try ProgramRun(
                command[0], Array(command.dropFirst()), environment: Self.environment, in: folder, mergesError: true)
            try #require(run.code == 0, "\(run.output)")
        }
        func program(_ name: String) throws -> String { try #require(Fixture.path(of: name)) }
        switch fixture {
        case .go:
            let shown = try blocks("go")
            files = try ScenarioFolder([
                "go.mod": "module order\n\ngo 1.19\n", "order_test.go": Self.go + shown.fixture + shown.test,
            ])
            try build([program("go"), "test", "-c", "-o", files.path + "/suite", "."], in: files.path)
            command = [files.path + "/suite"]
        case .junit:
            let shown = try blocks("java")
            files = try ScenarioFolder([
                "OrdersTest.java": Self.java + shown.fixture + shown.test.replacing(" order(", with: " Orders.order(")
            ])
            let path = (Self.jars + [files.path]).joined(separator: ":")
            try build([program("javac"), "-cp", path, "-d", files.path, "OrdersTest.java"], in: files.path)
            command = [
                try program("java"), "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", path,
                "org.junit.platform.console.ConsoleLauncher", "--select-class", "OrdersTest", "--disable-banner",
            ]
        case .rust:
            let shown = try blocks("rust")
            files = try ScenarioFolder(["order.rs": Self.rust + shown.fixture + shown.test])
            try build([program("rustc"), "--test", "--edition", "2021", "-o", "suite", "order.rs"], in: files.path)
            command = [files.path + "/suite"]
        }
    }

    private static let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MISHAP_") }
        .merging(["GOFLAGS": "-mod=mod", "GO111MODULE": "on", "GOPROXY": "off"]) { $1 }

    /// Runs the suite in a folder that has the scenario in `my`.
    func run(
        _ variables: [String: String] = [:], scenario: String = order, programs: String? = nil
    ) throws -> ProgramRun {
        let folder = try ScenarioFolder(["my/order.json": scenario])
        var environment = Self.environment.merging(variables) { $1 }
        let built = URL(filePath: DebugProgram.path).deletingLastPathComponent().path()
        environment["PATH"] = programs ?? built + ":" + (environment["PATH"] ?? "")
        return try ProgramRun(
            command[0], Array(command.dropFirst()), environment: environment, in: folder.path, mergesError: true)
    }

    // MARK: Clients, which order once more after as many seconds as they are told, and some time for a busy machine

    private static let go = """
        package order

        import (
        \t"encoding/json"
        \t"fmt"
        \t"io"
        \t"net/http"
        \t"os"
        \t"os/exec"
        \t"strconv"
        \t"strings"
        \t"testing"
        \t"time"
        )

        func order(url string) int {
        \tfor {
        \t\tanswer, err := (&http.Client{Transport: &http.Transport{}}).Post(url+"/orders", "application/json", strings.NewReader("{}"))
        \t\tif err != nil {
        \t\t\treturn 0
        \t\t}
        \t\tif answer.StatusCode != 503 {
        \t\t\treturn answer.StatusCode
        \t\t}
        \t\tseconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
        \t\tif os.Getenv("HASTY") == "" {
        \t\t\ttime.Sleep(time.Duration(seconds)*time.Second + 300*time.Millisecond)
        \t\t}
        \t}
        }


        """
    private static let java = """
        import static org.junit.jupiter.api.Assertions.*;

        import java.io.IOException;
        import java.net.URI;
        import java.net.http.*;
        import java.nio.file.*;
        import org.junit.jupiter.api.*;

        class Orders {
            static int order(String url) throws Exception {
                while (true) {
                    var request = HttpRequest.newBuilder(URI.create(url + "/orders"))
                        .POST(HttpRequest.BodyPublishers.ofString("{}")).build();
                    var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
                    if (answer.statusCode() != 503) return answer.statusCode();
                    if (System.getenv("HASTY") == null)
                        Thread.sleep(300 + 1000 * Long.parseLong(answer.headers().firstValue("Retry-After").get()));
                }
            }
        }


        """
    private static let rust = #"""
        use std::io::{BufRead, BufReader, Read, Write};
        use std::net::TcpStream;
        use std::panic::{self, AssertUnwindSafe};
        use std::process::{Child, Command, Stdio};
        use std::sync::Mutex;
        use std::{env, thread, time::Duration};

        fn order(url: &str) -> u16 {
            let (host, path) = url["http://".len()..].split_once('/').unwrap();
            loop {
                let mut stream = TcpStream::connect(host).unwrap();
                write!(stream, "POST /{path}/orders HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n").unwrap();
                let mut answer = String::new();
                stream.read_to_string(&mut answer).unwrap();
                let status: u16 = answer[9..12].parse().unwrap();
                if status != 503 {
                    return status;
                }
                let seconds = answer.split("Retry-After: ").nth(1).unwrap().split('\r').next().unwrap().parse().unwrap();
                if env::var("HASTY").is_err() {
                    thread::sleep(Duration::from_secs(seconds) + Duration::from_millis(300));
                }
            }
        }


        """#
}
