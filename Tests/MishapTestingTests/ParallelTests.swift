import Foundation
import Testing

@testable import MishapTesting

@Suite(.mishapGateway(.tested), .serialized) struct ParallelTests {
    @Test func twoHundredSessionsAtOnce() async throws {
        try await withThrowingTaskGroup { group in
            for number in 1...200 {
                group.addTask {
                    try await withMishap(label: "parallel \(number)") { mishap in
                        let rule = try await mishap.get("/n").reply(200, .json(["n": JSON(number)])).add()
                        try await rule.expect(.requests(1))
                        let (_, body) = try await fetch(mishap.url.appending(path: "n"))
                        #expect(try JSON(parsing: body) == ["n": JSON(number)])
                        #expect(try await rule.requests.count == 1)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// What a test pays: the session, a rule, an expectation, the verdict. The bound is far above what was measured, and it is
    /// for the faster ones: a busy machine may do something else meanwhile.
    @Test func aSessionTakesAFewMilliseconds() async throws {
        var times: [Duration] = []
        for _ in 0..<60 {
            let start = ContinuousClock.now
            let mishap = try await Mishap.open()
            let rule = try await mishap.get("/n").reply(200).add()
            try await rule.expect(.requests(0))
            try await mishap.close()
            times.append(ContinuousClock.now - start)
        }
        let sorted = times.sorted()
        if ProcessInfo.processInfo.environment["MISHAP_MEASURE"] != nil {
            print("a session takes \(sorted[30]), at most \(sorted[59])")
        }
        #expect(sorted[5] < .milliseconds(100))
    }
}
