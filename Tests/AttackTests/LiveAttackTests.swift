import Bytes
import Foundation
import HostileRequests
import TestSupport
import Testing

@testable import mishap_attack

/// A part of `make attack` against the program: each row in a few ways, and the attacks with few clients. What is measured
/// on a clock is left to `make attack`, since a test may run on a busy machine.
@Suite(.serialized, .blocking) struct LiveAttackTests {
    private static func withServer(_ body: (AttackedServer) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-attack-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(try AttackedServer(Repository.program("mishap"), folder: folder))
    }

    /// Each row as the first request and as a later one, over paths and in segments that are drawn.
    @Test(.slow) func theTableIsAnsweredAsItDemands() throws {
        try Self.withServer { server in
            var draws = Draw(state: 5)
            let attacks = HostileRequest.all.flatMap { row in
                [false, true].map { isLater in
                    RowAttack(
                        row: row, path: row.hasPath ? AnswerPath.allCases[Int(draws.below(4))] : .plain,
                        isLater: isLater, way: RowAttack.Way.allCases[Int(draws.below(3))])
                }
            }
            let table = TableAttack(port: server.port, seed: 5, patience: 60_000)
            for problem in try table.run(attacks) { Issue.record("\(problem.attack.words): \(problem.words)") }
            #expect(server.end == nil)
        }
    }

    @Test(.slow) func theAttacksLeaveNothingBehind() throws {
        try Self.withServer { server in
            let before = server.descriptors
            // Those over TLS have a test of their own.
            for assault in Assault.all where !Assault.overTLS.contains(where: { $0.name == assault.name }) {
                let field = Assault.Field(port: server.port, seed: 5, isSmall: true)
                let problems = try assault.run(field)
                #expect(problems == [], "\(assault.name)")
                #expect(server.end == nil, "\(assault.name)")
                #expect(Clock.wait(milliseconds: 60_000) { server.descriptors <= before }, "\(assault.name)")
            }
        }
    }

    @Test func attacksOverTLSLeaveNothingBehind() throws {
        try Self.withServer { server in
            let before = server.descriptors
            for assault in Assault.overTLS {
                let problems = try assault.run(Assault.Field(port: server.port, seed: 5, isSmall: true))
                #expect(problems == [], "\(assault.name)")
                #expect(server.end == nil, "\(assault.name)")
            }
            #expect(Clock.wait(milliseconds: 60_000) { server.descriptors <= before })
        }
    }

    @Test func connectionsOfTheFuzzerWithinTLSAreSurvived() throws {
        try Self.withServer { server in
            for number in 0..<100 {
                var trial = SecureTrial(seed: 5, number: number, sessions: ["main"])
                try trial.run(port: server.port)
                try #require(server.end == nil, "\(number)")
            }
            let client = try Client(port: server.port)
            #expect(ShardProbe.ask(client, within: 60_000) != nil)
        }
    }

    @Test func aRowThatFailsIsShownAndIsTheExitCode() throws {
        let run = try ProgramRun(Repository.program("mishap-attack"), ["--list"])
        #expect(run.code == 0)
        #expect(run.output.contains("9112 7.1.1\tTERM.EXT\n"))
        #expect(run.output.contains("attack\tidle: "))
    }

    @Test(arguments: [
        (["--seed"], "--seed needs a value\n"),
        (["--minutes", "0"], "--minutes takes a number from 1 to 600, not 0"),
        (["--olny", "a"], "unknown option --olny\n"),
    ])
    func aWrongOptionIsNamed(arguments: [String], words: String) {
        #expect {
            _ = try AttackOptions(arguments)
        } throws: { error in
            (error as? AttackError)?.words.hasPrefix(words) == true
        }
    }
}
