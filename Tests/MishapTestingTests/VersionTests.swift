import TestSupport
import Testing

@testable import MishapTesting

@Suite(.blocking) struct VersionTests {
    /// Beside each other: the libraries for test suites, and the program.
    @Test func itIsThatOfTheProgram() throws {
        let run = try ProgramRun(Repository.program("mishap"), ["--version"])
        #expect(run.output.split(separator: "\n").first.map(String.init) == libraryVersion)
    }
}
