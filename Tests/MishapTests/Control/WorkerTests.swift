import CLinux
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Mishap

/// The threads of the control API.
@Suite(.descriptors) struct WorkerTests {
    /// What jobs have left behind.
    private final class Left: Sendable {
        private let values = Mutex<[Int32]>([])

        var all: [Int32] { values.withLock { $0 } }

        func add(_ value: Int32) { values.withLock { $0.append(value) } }
    }

    @Test func oneThreadDoesJobsInTheirOrder() {
        let (worker, left) = (Worker(), Left())
        for number in 0..<100 { worker.submit { left.add(Int32(number)) } }
        #expect(waitUntil { left.all.count == 100 })
        #expect(left.all == Array(0..<100))
        worker.stop()
    }

    @Test func noMoreThanItsThreadsAreAtWork() {
        let (worker, begun, gate) = (Worker(threads: 2), Left(), DispatchSemaphore(value: 0))
        for number in 0..<3 {
            worker.submit {
                begun.add(Int32(number))
                gate.wait()
            }
        }
        #expect(waitUntil { begun.all.count == 2 })
        #expect(Set(begun.all) == [0, 1])
        gate.signal()
        #expect(waitUntil { begun.all.count == 3 })
        gate.signal()
        gate.signal()
        worker.stop()
    }

    @Test func aThreadWaitsForMoreAndEnds() throws {
        let (patient, threads) = (Worker(idleSeconds: 60), Left())
        for count in 1...3 {
            patient.submit { threads.add(clinux_thread_id()) }
            #expect(waitUntil { threads.all.count == count })
        }
        #expect(Set(threads.all).count == 1)
        patient.stop()
        let worker = Worker()
        worker.submit { threads.add(clinux_thread_id()) }
        #expect(waitUntil { threads.all.count == 4 })
        let thread = try #require(threads.all.last)
        #expect(waitUntil { access("/proc/self/task/\(thread)", F_OK) != 0 })
        worker.submit { threads.add(0) }
        #expect(waitUntil { threads.all.count == 5 })
        worker.stop()
    }

    @Test func threadsForReadersYieldToAllOthers() {
        let (worker, nice) = (Worker(isYielding: true), Left())
        worker.submit { nice.add(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(clinux_thread_id()))) }
        #expect(waitUntil { nice.all == [10] }, "\(nice.all)")
        worker.stop()
    }

    @Test func whatWaitsIsDroppedWhenItStops() {
        let (worker, begun, gate) = (Worker(), Left(), DispatchSemaphore(value: 0))
        worker.submit {
            begun.add(1)
            gate.wait()
        }
        #expect(waitUntil { begun.all == [1] })
        worker.submit { begun.add(2) }
        worker.stop()
        gate.signal()
        worker.submit { begun.add(3) }
        #expect(begun.all == [1])
    }
}
