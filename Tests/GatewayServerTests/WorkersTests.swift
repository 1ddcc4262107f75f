import Synchronization
import TestSupport
import Testing
import Wire

@testable import GatewayServer

@Suite(.blocking) struct WorkersTests {
    private static func end(_ workers: Workers) {
        workers.stop()
        workers.join()
    }

    @Test func thereIsNoThreadBeforeThereIsWork() {
        let workers = Workers(threads: 2)
        #expect(workers.threadCount == 0)
        let done = Gate()
        workers.submit { done.open() }
        #expect(done.wait())
        #expect(workers.threadCount == 1)
        Self.end(workers)
        #expect(workers.threadCount == 0)
    }

    @Test func thereAreAsManyThreadsAsAreNeededAndNoMoreThanAllowed() {
        let workers = Workers(threads: 2)
        defer { Self.end(workers) }
        let gate = Gate()
        defer { gate.open() }
        let begun = (0..<3).map { _ in Gate() }
        for index in 0..<3 {
            workers.submit {
                begun[index].open()
                gate.wait()
            }
        }
        #expect(begun[0].wait() && begun[1].wait())
        #expect(workers.threadCount == 2)
        gate.open()
        #expect(begun[2].wait())
    }

    @Test func aThreadThatWaitsIsGivenTheNextJob() {
        let workers = Workers(threads: 3)
        defer { Self.end(workers) }
        for _ in 0..<3 {
            let done = Gate()
            workers.submit { done.open() }
            #expect(done.wait())
            #expect(waitUntil { workers.idleCount == 1 })
            #expect(workers.threadCount == 1)
        }
    }

    /// Whether the work's contents are freed when it is dropped, and whether the worker still gets it.
    private static func isFreedAtOnce(isSlowToFree: Bool) -> (atOnce: Bool, isTaken: Bool, inTheEnd: Bool) {
        final class Contents: Sendable {}
        weak var known: Contents?
        let pending: PendingWork
        do {
            let contents = Contents()
            known = contents
            pending = PendingWork(
                Work(isSlowToFree: isSlowToFree) {
                    _ = contents
                    return { _, _ in .later }
                })
        }
        pending.drop()
        let atOnce = known == nil
        let isTaken = pending.take() != nil
        return (atOnce, isTaken, known == nil)
    }

    @Test func whatIsSlowToFreeIsLeftToTheWorker() {
        #expect(Self.isFreedAtOnce(isSlowToFree: false) == (true, false, true))
        #expect(Self.isFreedAtOnce(isSlowToFree: true) == (false, false, true))
    }

    @Test func jobsAreDoneInTheOrderInWhichTheyWereAskedFor() {
        let workers = Workers(threads: 1)
        defer { Self.end(workers) }
        let order = Mutex<[Int]>([])
        let (gate, done) = (Gate(), Gate())
        workers.submit { gate.wait() }
        for index in 0..<1000 {
            // Some while others are taken.
            if index == 500 { gate.open() }
            workers.submit {
                order.withLock { $0.append(index) }
                if index == 999 { done.open() }
            }
        }
        #expect(done.wait())
        #expect(order.withLock { $0 } == Array(0..<1000))
    }

    @Test func whoStopsThemWaitsForWhatIsBeingDoneAndDropsTheRest() {
        let workers = Workers(threads: 1)
        let (gate, begun, joined) = (Gate(), Gate(), Gate())
        let done = Mutex<[String]>([])
        workers.submit {
            begun.open()
            gate.wait()
            done.withLock { $0.append("running") }
        }
        #expect(begun.wait())
        workers.submit { done.withLock { $0.append("queued") } }
        workers.stop()
        workers.submit { done.withLock { $0.append("late") } }
        background {
            workers.join()
            done.withLock { $0.append("joined") }
            joined.open()
        }
        gate.open()
        #expect(joined.wait())
        #expect(done.withLock { $0 } == ["running", "joined"])
    }
}
