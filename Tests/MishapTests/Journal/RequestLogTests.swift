import Foundation
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Mishap

/// The log of requests, with a writer that a test holds up.
@Suite(.descriptors) struct RequestLogTests {
    @Test func whatIsTooMuchIsCounted() throws {
        let gateway = try RunningGateway(rules: #"{ "steps": [ { "reply": {} } ] }"#)
        let scenario = try #require(gateway.gateway.session(named: "main", at: 0)).scenario
        let mayWrite = DispatchSemaphore(value: 0)
        let seen = Mutex((requests: 0, missed: 0))
        let log = RequestLog { requests, missed in
            mayWrite.wait()
            seen.withLock { $0 = ($0.requests + requests.count, $0.missed + missed) }
            mayWrite.signal()
        }
        for _ in 0..<10_000 {
            log.add(LoggedRequest(JournalRecord.Facts(), Request(), JournalExtras(), session: "main", scenario))
        }
        #expect(!log.flush(within: 5))
        mayWrite.signal()
        #expect(log.flush(within: 60_000))
        let (requests, missed) = seen.withLock { $0 }
        #expect(requests + missed == 10_000, "\(requests) and \(missed)")
        // What one batch has, and as many that wait for the next.
        #expect((4_096...2 * 4_096).contains(requests), "\(requests)")
    }

    @Test func whatIsNotWrittenAtTheEndIsCounted() throws {
        let gateway = try RunningGateway(rules: #"{ "steps": [ { "reply": {} } ] }"#)
        let scenario = try #require(gateway.gateway.session(named: "main", at: 0)).scenario
        let mayWrite = DispatchSemaphore(value: 0)
        for _ in 0..<3 { mayWrite.signal() }
        let written = Mutex(0)
        let writes = Mutex(0)
        let left = Mutex<Int?>(nil)
        let log = RequestLog { requests, missed in
            mayWrite.wait()
            written.withLock { $0 += requests.count + missed }
            writes.withLock { $0 += 1 }
        }
        for _ in 0..<10_000 {
            log.add(LoggedRequest(JournalRecord.Facts(), Request(), JournalExtras(), session: "main", scenario))
        }
        // It may have been written that often, and is held up behind it.
        #expect(waitUntil { writes.withLock { $0 } == 3 })
        log.end(within: 300) { missed in left.withLock { $0 = missed } }
        #expect(waitUntil { left.withLock { $0 } != nil })
        let (read, missed) = (written.withLock { $0 }, try #require(left.withLock { $0 }))
        #expect(read > 0 && read + missed == 10_000, "\(read) and \(missed)")
        // What was given up does not go on when the reader is there again.
        mayWrite.signal()
        mayWrite.signal()
        #expect(!log.flush(within: 50))
        #expect(written.withLock { $0 } <= read + 32)
    }

    /// The last words may have to wait for the same reader: they are not waited for.
    @Test func whoNeverReadsKeepsNobody() throws {
        let gateway = try RunningGateway(rules: #"{ "steps": [ { "reply": {} } ] }"#)
        let scenario = try #require(gateway.gateway.session(named: "main", at: 0)).scenario
        let mayWrite = DispatchSemaphore(value: 0)
        let log = RequestLog { _, _ in mayWrite.wait() }
        log.add(LoggedRequest(JournalRecord.Facts(), Request(), JournalExtras(), session: "main", scenario))
        log.end(within: 30) { _ in mayWrite.wait() }
        mayWrite.signal()
        mayWrite.signal()
    }
}
