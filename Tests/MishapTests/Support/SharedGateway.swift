import Synchronization
import Testing

/// A gateway that the tests of a suite have in common. It runs while any of the tests that asked for it does, so that its
/// descriptors are among those that these tests have from the budget: one that was kept until the end of all tests would
/// take them from all others.
///
///     @Suite(.descriptors) struct RangesTests {
///         private static let gateway = SharedGateway { try RunningGateway(["main": scenario]) }
///
///         @Test func aRange() throws {
///             let answer = try Self.gateway.get().ask("/")
final class SharedGateway: Sendable {
    private let start: @Sendable () throws -> RunningGateway
    private let running = Mutex(Weak())

    private struct Weak { weak var gateway: RunningGateway? }

    init(_ start: @escaping @Sendable () throws -> RunningGateway) { self.start = start }

    /// The gateway, which the test that asks keeps until it has ended. To be asked for in the test's own task: a thread that
    /// it starts is not known to belong to it.
    func get() throws -> RunningGateway {
        let test = try #require(RunningTest.current, "the suite needs the trait .descriptors")
        let gateway = try running.withLock { running in
            if let gateway = running.gateway { return gateway }
            let gateway = try start()
            running.gateway = gateway
            return gateway
        }
        test.keep(gateway)
        return gateway
    }
}

/// What the test, or the case, of a task keeps until its end.
final class RunningTest: Sendable {
    @TaskLocal static var current: RunningTest?
    private let kept = Mutex<[RunningGateway]>([])

    func keep(_ gateway: RunningGateway) {
        kept.withLock { kept in if !kept.contains(where: { $0 === gateway }) { kept.append(gateway) } }
    }

    /// Lets go of the gateways. One that no other test keeps ends here.
    func end() {
        // Not under the lock, since a gateway that ends waits for its threads.
        let gateways = kept.withLock { kept in
            defer { kept = [] }
            return kept
        }
        withExtendedLifetime(gateways) {}
    }
}
