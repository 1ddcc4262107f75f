import Foundation
import Rules
import ScenarioFiles
import Testing

@testable import Mishap

/// Scenarios that were written for an earlier version load, and answer with the bytes that they had then.
///
/// `Scenarios` has all that were shipped and all that the documents show (`examples.txt`) in commit f31f22a of 23 November
/// 2026, a file for each system. `Answers` has requests that meet their rules, walk through their steps or meet no rule, and
/// what that commit answered. These files recorded it in a checkout of it, so nothing in it comes from the code under test.
/// Time is passed in, chance follows the seeds: no byte is masked. What libmicrohttpd and sockets make of an answer is not in it.
///
/// The copies in `Scenarios` are not rewritten by hand: they stay as they were written, in the language of that commit.
/// `convert.py` converts them, in a temporary folder, before they are loaded. So the test also shows that the script converts
/// a scenario into one that means the same; the scenarios that are shipped were converted by it too.
///
/// - A difference is either a fault, or it is meant and goes into `MeantDifference.all` with its reason.
/// - Where the language of scenarios changes, the script is changed, and `convert_test.py` with it. The copies, and the
///   recorded answers, stay.
///
/// `MISHAP_WRITE_EARLIER=1 swift test --filter EarlierScenariosTests` fills in the answers to all requests. It is run only in a
/// checkout of the version that is to be recorded, with this folder copied into it: here it would record the code under test.
/// The copies are in the language of that version, so it loads them as they are.
@Suite(.descriptors(10)) struct EarlierScenariosTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    static let systems = [
        "documents", "examples", "graph", "http", "jsonrpc", "mtop", "salesforce", "tcp", "xmlrpc",
    ]

    @Test(arguments: systems) func earlierScenariosAnswerAsTheyDid(system: String) async throws {
        let file = Self.folder.appending(path: "Answers/\(system).txt")
        let recorded = try EarlierFile(String(contentsOf: file, encoding: .utf8))
        let sources = try Self.sources(system)
        #expect(recorded.scenarios.map(\.name).sorted() == sources.map(\.name).sorted())
        let isRecording = ProcessInfo.processInfo.environment["MISHAP_WRITE_EARLIER"] != nil
        guard let loaded = try await Self.load(sources, converted: !isRecording) else { return }
        let requests = try recorded.parsedRequests()
        if isRecording {
            var written = recorded
            for place in written.scenarios.indices {
                try written.scenarios[place].answer(as: loaded[written.scenarios[place].name], requests)
            }
            return try written.text.write(to: file, atomically: true, encoding: .utf8)
        }
        for scenario in recorded.scenarios {
            var now = scenario
            try now.answer(as: loaded[scenario.name], requests)
            if let difference = EarlierDifference(scenario, now) { Issue.record("\(difference)") }
        }
    }

    // MARK: What is meant

    @Test(arguments: MeantDifference.all.map(\.was)) func whatIsMeantIsAboutARecordedAnswer(was: String) throws {
        let isRecorded = try Self.systems.contains { system in
            try String(contentsOf: Self.folder.appending(path: "Answers/\(system).txt"), encoding: .utf8).contains(was)
        }
        #expect(isRecorded)
    }

    @Test func wordsThatAreMeantChangeTheLengthOfTheirBody() {
        let then = [
            #"< HTTP/1.1 404 Not Found\r\n"#, #"< Content-Length: 13\r\n"#, #"< \r\n"#, #"< nothing here\n"#, "! kept",
        ]
        let now = [
            #"< HTTP/1.1 404 Not Found\r\n"#, #"< Content-Length: 15\r\n"#, #"< \r\n"#, #"< nothing at all\n"#,
            "! kept",
        ]
        let meant = MeantDifference(scenario: "a", was: "here", now: "at all", reason: "")
        #expect(MeantDifference.apply([meant], to: then, in: "a") == now)
        #expect(MeantDifference.apply([meant], to: then, in: "b") == then)
    }

    // MARK: Scenarios

    private static func sources(_ system: String) throws -> [(name: String, text: String)] {
        let text = try String(contentsOf: folder.appending(path: "Scenarios/\(system).txt"), encoding: .utf8)
        return ("\n" + text).components(separatedBy: "\n=== ").dropFirst().map { part in
            let name = part.prefix { $0 != "\n" }
            return (String(name), String(part.dropFirst(name.count + 1)))
        }
    }

    /// The scenarios by name, loaded from files; nil where one of them has an error or a warning, which is an issue.
    private static func load(
        _ sources: [(name: String, text: String)], converted: Bool
    ) async throws -> [String: CompiledScenario]? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-earlier-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in sources {
            let file = folder.appending(path: name + ".json")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        if converted { try await ConversionScript.convert(folder: folder.path()) }
        let result = Gateway.load([folder.path()]).result
        guard result.text.isEmpty else {
            Issue.record("\(result.text)")
            return nil
        }
        return Dictionary(uniqueKeysWithValues: result.scenarios.map { ($0.name, $0) })
    }
}

extension EarlierFile.Scenario {
    /// Asks all over again, in a session of its own.
    fileprivate mutating func answer(as scenario: CompiledScenario?, _ requests: [String: EarlierRequest]) throws {
        let session = EarlierSession(try #require(scenario, "\(name) is not loaded"))
        for place in asks.indices {
            let request = try #require(requests[asks[place].request], "\(asks[place].request) is not in the file")
            asks[place].answer = session.ask(request, after: asks[place].seconds)
        }
    }
}
