import Testing

@testable import GatewayServer

@Suite struct PreparedRepliesTests {
    /// Scripts of one file are numbered in steps of as many files as were loaded.
    @Test(arguments: [1, 2, 61, 375, 376, 1_023, 1_024, 4_096, 43_000] as [UInt64], [0, 1, 7] as [UInt64])
    func scriptsOfAFileHavePlacesOfTheirOwn(step: UInt64, run: UInt64) {
        let places = Set((0..<1_000).map { PreparedReplies.place(of: run << 32 + 1 + $0 * step) })
        // Thrown at random, 886.
        #expect(places.count > 700, "\(places.count)")
    }
}
