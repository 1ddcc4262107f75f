import Foundation
import TestSupport
import Testing

@testable import mishap_fuzz

/// A small part of `make fuzz`, and whether it would notice.
@Suite(.blocking) struct FuzzingTests {
    private static let corpus = Result { () throws(FuzzError) in try Corpus(root: Fuzz.root) }

    @Test func twoThousandMutationsLoadOrAreRefused() throws {
        let corpus = try Self.corpus.get()
        var tally = Tally()
        for number in 0..<2_000 {
            var mutation = Mutation(corpus, seed: 7, trial: number)
            tally.add(try Trial(mutation.input()))
        }
        #expect(tally.loaded > 100)
        #expect(tally.refused > 1_000)
        #expect(tally.answers > 500)
    }

    @Test func aTrialIsTheSameEachTime() throws {
        let corpus = try Self.corpus.get()
        func input(_ seed: Int64, _ trial: Int) -> [UInt8] {
            var mutation = Mutation(corpus, seed: seed, trial: trial)
            return mutation.input()
        }
        for trial in 0..<50 { #expect(input(1, trial) == input(1, trial)) }
        #expect(Set((0..<50).map { input(1, $0) }).count > 45)
        #expect((0..<50).contains { input(1, $0) != input(2, $0) })
    }

    @Test func theCorpusIsTheScenariosTheExamplesAndTheWords() throws {
        let corpus = try Self.corpus.get()
        #expect(corpus.texts.count > 80)
        #expect(corpus.values.count == corpus.texts.count)
        #expect(corpus.names.contains("rateLimit"))
        #expect(corpus.words.contains("tcp/reset"))
    }

    @Test(arguments: [
        (["--seed"], "--seed needs a value\n"),
        (["--count", "0"], "--count takes a number from 1 to 1000000000, not 0"),
        (["--coutn", "1"], "unknown option --coutn\n"),
        (["--inject", "joy"], "--inject takes crash, hang or grow, not joy"),
    ])
    func aWrongOptionIsNamed(arguments: [String], words: String) {
        #expect {
            _ = try FuzzOptions(arguments)
        } throws: { error in
            (error as? FuzzError)?.words.hasPrefix(words) == true
        }
    }

    @Test(
        .slow,
        arguments: [
            ("crash", "trial 3 crashed with signal 6 (Aborted)"), ("hang", "trial 3 took more than 2 s of CPU time"),
            ("grow", "trial 3 took more than 200 MiB of memory"),
        ])
    func whatGoesWrongIsNoticedAndKept(injected: String, words: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-fuzz-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let run = try Self.run(["--count", "8", "--inject", injected, "--output", folder])
        #expect(run.code == 1)
        #expect(run.error.contains("\(words): \(folder)/1-3.json\n  again: make fuzz ARGS=\"--seed 1 --only 3\"\n"))
        #expect(run.output.hasSuffix(", 1 failed\n"))
        #expect(try !Data(contentsOf: URL(filePath: "\(folder)/1-3.json")).isEmpty)
    }

    @Test(.slow) func aGoodRunSaysWhatItDid() throws {
        let run = try Self.run(["--count", "40", "--workers", "3"])
        #expect(run.code == 0)
        #expect(run.output.hasPrefix("seed 1: 40 mutations in "))
        #expect(run.output.contains(/\d+ loaded and answered \d+ requests, \d+ were refused with reasons\n/))
        let again = try Self.run(["--only", "3"])
        #expect(again.code == 0)
    }

    private static func run(_ arguments: [String]) throws -> ProgramRun {
        try ProgramRun(Repository.program("mishap-fuzz"), arguments)
    }
}
