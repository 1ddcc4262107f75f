import Foundation
import TestSupport
import Testing

/// A program that uses the library `Mishap`, and no other of the package's.
@Suite(.descriptors) struct EmbeddingProgramTests {
    private static let path = Repository.program("mishap-embedding")

    @Test func manyStartsLeaveNothingBehind() async throws {
        let count = Extent.repetitions(200, whole: 1_000)
        let run = try await aside { try ProgramRun(Self.path, ["\(count)"], mergesError: true) }
        #expect(run.code == 0, "\(run.output)")
        let numbers = run.output.split { !$0.isNumber }.compactMap { Int($0) }
        try #require(numbers.count == 7 && numbers[0] == count, "\(run.output)")
        // Each start would leave one. The language's own threads come and go.
        #expect(numbers[2] <= numbers[1] + 3 && numbers[4] <= numbers[3] + 5, "\(run.output)")
        // 300 KiB were measured after 1,000, of the allocator.
        #expect(numbers[6] - numbers[5] < 1_500, "\(run.output)")
    }

    /// The program `mishap` has functions of these names for all libraries in its process.
    @Test func itHasNoFunctionsInPlaceOfTheSystems() throws {
        func functions(of program: String) throws -> [String] {
            let run = try ProgramRun("nm", ["--dynamic", "--defined-only", Repository.program(program)])
            #expect(run.code == 0, "\(run.error)")
            let names = run.output.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
            return names.filter { ["recv", "epoll_wait"].contains($0) }.sorted()
        }
        #expect(try functions(of: "mishap-embedding").isEmpty)
        #expect(try functions(of: "mishap") == ["epoll_wait", "recv"])
    }
}
