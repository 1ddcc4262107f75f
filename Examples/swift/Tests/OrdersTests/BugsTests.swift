#if os(Linux)
import Foundation
import Orders
import Testing

/// The same suite, with a client that has one bug: it fails, and by its tests' names one sees what is wrong.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["BUG"] == nil)) struct BugsTests {
    private static let foundBy = [
        "a new key for each attempt": "anOrderIsRepeatedAfterAFailureOfTheGateway",
        "does not wait for as long as it is told": "anOrderWaitsForAsLongAsItIsTold",
        "repeats what was refused": "anOrderThatIsRefusedIsNotRepeated",
        "never gives up": "anOrderIsGivenUpAfterFourAttempts",
        "waits for ever": "anOrderIsGivenUpInTimeAndRepeated",
        "each request gets a token of its own": "aTokenThatHasExpiredIsRenewedOnceForAll",
        "goes on with the old token": "aTokenThatHasExpiredIsRenewedOnceForAll",
        "takes any answer for JSON": "anOrderWhoseAnswerIsLostIsRepeated",
        "follows pages in a circle": "pagesInACircleEnd",
        "resumes what has changed": "aDownloadThatHasChangedBeginsAnew",
        "does not resume": "aDownloadThatBreaksOffIsResumed",
    ]

    @Test(arguments: bugs.keys.sorted()) func theSuiteFinds(bug: String) throws {
        let suite = Process()
        let output = FileManager.default.temporaryDirectory.appending(path: "orders-\(UUID()).log")
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        suite.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        suite.arguments = ["--testing-library", "swift-testing", "--filter", "OrdersTests.OrdersTests"]
        suite.environment = ProcessInfo.processInfo.environment.merging(["BUG": bug]) { $1 }
        suite.standardOutput = try FileHandle(forWritingTo: output)
        suite.standardError = suite.standardOutput
        try suite.run()
        suite.waitUntilExit()
        let text = try String(contentsOf: output, encoding: .utf8)
        let name = try #require(Self.foundBy[bug])
        #expect(suite.terminationStatus == 1, "\(text)")
        #expect(text.contains("✘ Test \(name)("), "\(text)")
        #expect(text.contains("✔ Test "), "\(text)")
    }
}
#endif
