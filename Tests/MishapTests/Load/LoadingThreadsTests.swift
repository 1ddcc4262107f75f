import Catalogue
import Foundation
import Glibc
import JSONText
@testable import Mishap
import Rules
import ScenarioFiles
import Synchronization
import Systems
import Testing
import Wire

/// The loading of scenario files on several threads.
@Suite struct LoadingThreadsTests {
    /// What can be compared of a result: messages, and the numbers of the scripts by scenario.
    private struct Outcome: Equatable {
        var text: String
        var scripts: [String: [UInt64]]
    }

    private static func load(_ files: [String: String], threads: Int) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-threads-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        let loader = ScenarioLoader(
            source: FileScenarioSource(), patterns: PCRE2Compiler(), encoder: ZlibEncoder(), failures: .all)
        var numbering = ScriptNumbering()
        let result = loader.load([folder.path()], numbering: &numbering, on: .threads(upTo: threads))
        let scripts = result.scenarios.map { scenario in
            (scenario.name, scenario.rules.flatMap { $0.steps.compactMap(Self.number) })
        }
        return Outcome(
            text: result.text.replacing(folder.path(), with: ""),
            scripts: Dictionary(scripts, uniquingKeysWith: { first, _ in first }))
    }

    private static func number(_ step: CompiledStep) -> UInt64? {
        guard case .answer(let answer) = step.act, case .script(let script) = answer.source else { return nil }
        return script.number
    }

    /// Enough files of both kinds that each thread is made.
    private static var many: [String: String] {
        var files: [String: String] = [:]
        for number in 0..<120 {
            let steps = (0...number % 3).map { "{ \"reply\": { \"text\": \"\(number) \($0)\" } }" }
            files["s\(number).json"] = "{ \"rules\": [ { \"steps\": [ \(steps.joined(separator: ", ")) ] } ] }"
        }
        for number in 0..<120 { files["x\(number).json"] = "{ \"extends\": \"s\(number)\" }" }
        return files
    }

    @Test func scenariosAreTheSameOnAnyNumberOfThreads() throws {
        let one = try Self.load(Self.many, threads: 1)
        #expect(one.text == "")
        #expect(one.scripts.count == 240)
        let numbers = one.scripts.values.flatMap(\.self)
        #expect(numbers.count == 480 && Set(numbers).count == numbers.count)
        for threads in [2, 7] { #expect(try Self.load(Self.many, threads: threads) == one) }
    }

    @Test func messagesAreTheSameOnAnyNumberOfThreads() throws {
        var files = Self.many
        for number in 0..<30 {
            files["s\(number * 4).json"] =
                [
                    "{", "{}",
                    #"{ "rules": [ { "steps": [ { "fail": "tcp/resset" }, { "reply": { "staus": 1 } } ] } ] }"#,
                    #"{ "extends": "nowhere" }"#, #"{ "extends": "x1" }"#, #"{ "rules": [], "rules": [] }"#,
                ][number % 6]
        }
        files["Not A Name.json"] = "{}"
        files["other.yaml"] = "rules:"
        let one = try Self.load(files, threads: 1)
        #expect(one.scripts.isEmpty)
        #expect(one.text.contains("s0.json:1:2: error: ") && one.text.contains("did you mean \"tcp/reset\"?"))
        for threads in [2, 7] { #expect(try Self.load(files, threads: threads) == one) }
    }

    /// How many threads run jobs, the caller's among them.
    private static func threads(upTo count: Int, jobs: Int) -> Int {
        let seen = Mutex<Set<UInt>>([])
        let ran = Mutex<[Int]>([])
        JobRunner.threads(upTo: count).run(jobs) { number in
            seen.withLock { _ = $0.insert(UInt(pthread_self())) }
            ran.withLock { $0.append(number) }
        }
        #expect(ran.withLock { $0.sorted() } == Array(0..<jobs))
        return seen.withLock { $0.count }
    }

    @Test func fewJobsOrOneCoreNeedNoThread() {
        #expect(Self.threads(upTo: 1, jobs: 100) == 1)
        #expect(Self.threads(upTo: 8, jobs: 20) == 1)
        #expect(Self.threads(upTo: 8, jobs: 0) == 0)
        #expect((1...3).contains(Self.threads(upTo: 3, jobs: 100)))
    }
}
