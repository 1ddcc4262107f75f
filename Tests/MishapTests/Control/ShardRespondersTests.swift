import Foundation
import Synchronization
import Testing
import Wire

@testable import Mishap

struct ShardRespondersTests {
    /// A closure that is wrapped anew for each question would end the process here: its stack is small.
    @Test func theRespondersAreVisitedAsOftenAsOneLikes() {
        let responders = ShardResponders()
        responders.connect { _ in 1 }
        let asked = Mutex(0)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            for _ in 0..<20_000 {
                let count = responders.visit { _ in }
                asked.withLock { $0 += count }
            }
            done.signal()
        }
        thread.stackSize = 256 << 10
        thread.start()
        done.wait()
        #expect(asked.withLock { $0 } == 20_000)
    }
}
