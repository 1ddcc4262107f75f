import Foundation
import TestSupport
import Testing

/// What is shown for a failure that happens before there is a request: three commands, which show it.
@Suite(.blocking) struct ShownPortTests {
    @Test(
        arguments: [
            ("tcp/refuse", [7]), ("tcp/connect-timeout", [28]), ("tcp/reset-on-accept", [56, 7]),
            ("tcp/close-on-accept", [52]), ("tcp/silent", [28]), ("mtop/-2003", [28]),
        ] as [(String, [Int32])])
    func theCommandsShowTheFailure(name: String, codes: [Int32]) throws {
        let explained = Run(["explain", name]).output.components(separatedBy: "Try it\n").last ?? ""
        let commands = explained.split(separator: "\n").prefix { $0.hasPrefix("  ") }.prefix(3).map {
            String($0.dropFirst(2))
        }
        try #require(commands.count == 3 && commands[0].hasPrefix("echo ") && commands[2].hasPrefix("curl "))

        let folder = try ScenarioFolder([:])
        #expect(try ProgramRun("/bin/sh", ["-c", "cd '\(folder.path)' && \(commands[0])"]).code == 0)
        // In place of 9001 and 8080, which may be in use.
        let port = "\(quietPort())"
        let words = commands[1].replacing("=9001", with: "=" + port).split(separator: " ").map(String.init)
        try #require(words.prefix(2) == ["mishap", "serve"])
        let mishap = try Binary(Array(words.dropFirst()), in: folder.path, environment: ["MISHAP_PORT": "0"])
        _ = mishap.readLine()
        #expect(mishap.readLine().hasSuffix(" on http://127.0.0.1:\(port)"))
        #expect(codes.contains(try ProgramRun("/bin/sh", ["-c", commands[2].replacing("9001", with: port)]).code))

        // A gateway says the same to a request that asks for the failure.
        let hello = try ScenarioFolder(["hello.json": ScenarioFolder.hello])
        let other = try Binary(["serve", hello.path], environment: ["MISHAP_PORT": "0"])
        let main = try #require(other.port())
        for arguments in [["\(main)/__mishap/fail/\(name)/x"], ["\(main)/x", "-H", "Mishap-Fail: \(name)"]] {
            let said = try ProgramRun("curl", ["-s", "http://127.0.0.1:" + arguments[0]] + arguments.dropFirst()).output
            let problem = try #require(try JSONSerialization.jsonObject(with: Data(said.utf8)) as? [String: Any])
            #expect(problem["status"] as? Int == 409)
            #expect(problem["commands"] as? [String] == commands)
        }
        for program in [mishap, other] {
            program.signal(SIGTERM)
            #expect(program.wait() == 0)
        }
    }

    @Test func theScenariosOfThePageLoad() throws {
        let scenarios = try Document("docs/connections.md").blocks("json")
        #expect(scenarios.count == 6)
        for scenario in scenarios {
            let folder = try ScenarioFolder(["a.json": scenario])
            let run = Run(["check", folder.path])
            #expect(run.code == 0, "\(run.output)")
        }
    }
}
