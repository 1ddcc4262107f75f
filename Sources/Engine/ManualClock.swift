public import Rules
internal import Synchronization
public import Wire

/// A session's clock that moves only when it is told to, by the control API or the library, so that a test that spans
/// an hour takes no time and always runs the same.
public final class ManualClock: Sendable {
    /// Where every manual clock begins: 2030-01-01T00:00:00Z, in milliseconds since 1970.
    public static let beginning: Int64 = 1_893_456_000_000

    private let passed = Atomic<Nanoseconds>(0)

    public init() {}

    public var now: EngineClock {
        let passed = passed.load(ordering: .relaxed)
        return EngineClock(wallMilliseconds: Self.beginning + Int64(passed / 1_000_000), monotonic: passed)
    }

    /// Moves the clock forward. It stops at 584 years, the range of 64-bit nanoseconds.
    public func advance(by time: Nanoseconds) {
        var seen = passed.load(ordering: .relaxed)
        while true {
            let (sum, isOver) = seen.addingReportingOverflow(time)
            let (isDone, found) = passed.compareExchange(
                expected: seen, desired: isOver ? .max : sum, ordering: .relaxed)
            if isDone { return }
            seen = found
        }
    }

    /// A clock that shows the same time, and moves by itself.
    func copy() -> ManualClock {
        let copy = ManualClock()
        copy.advance(by: passed.load(ordering: .relaxed))
        return copy
    }

    /// Back to the beginning.
    func reset() { passed.store(0, ordering: .relaxed) }
}
