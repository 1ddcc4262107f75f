public import Bytes

/// A rate limit for writing: some bytes at a time, with a pause between writes.
public struct Pace: Sendable, Hashable {
    /// The pause from one write to the next.
    public let interval: Nanoseconds
    /// Of the sizes between the smallest and the largest one.
    private let key: UInt64
    // Replies are copied for every request: 32 bits are enough for sizes, and keep them small.
    private let smallestSize: UInt32
    private let largestSize: UInt32
    private let remainder: UInt32

    private init(_ smallest: Int, _ largest: Int, remainder: Int = 0, interval: Nanoseconds, key: UInt64 = 0) {
        self.interval = interval
        self.key = key
        smallestSize = UInt32(clamping: smallest)
        largestSize = UInt32(clamping: largest)
        self.remainder = UInt32(clamping: remainder)
    }

    /// Writes of the same size.
    ///
    /// - Parameter bytes: 1 to 4 GB.
    public init(bytes: Int, interval: Nanoseconds) { self.init(bytes, bytes, interval: interval) }

    /// Writes of sizes within bounds, each as likely; which, depends on the draw of `seeded(by:)`.
    public init(bytes: ClosedRange<Int>, interval: Nanoseconds) {
        self.init(bytes.lowerBound, bytes.upperBound, interval: interval)
    }

    /// Ten equal writes a second, the first of them with the remainder of the division; below ten bytes a second, one
    /// byte at a time.
    public init(bytesPerSecond rate: Int) {
        let writes = min(max(1, rate), 10)
        let bytes = max(1, rate / writes)
        self.init(
            bytes, bytes, remainder: max(0, rate - bytes * writes), interval: 1_000_000_000 / Nanoseconds(writes))
    }

    /// Bytes of a write, at least 1; of the smallest one, where sizes differ.
    public var bytes: Int { Int(smallestSize) }
    /// Bytes of the largest write.
    public var largest: Int { Int(largestSize) }
    /// Whether the sizes of writes are drawn.
    public var isSeeded: Bool { smallestSize < largestSize }

    /// The same with the sizes that the draw gives.
    public func seeded(by draw: @autoclosure () -> Draw) -> Pace {
        guard isSeeded else { return self }
        var draw = draw()
        return Pace(bytes, largest, interval: interval, key: draw.next())
    }

    /// The most bytes of a write by its number, counted from 0.
    public func size(ofWrite number: Int) -> Int {
        guard isSeeded else { return number % 10 == 0 ? bytes + Int(remainder) : bytes }
        var draw = Draw(state: key).dropping(number)
        return Int(draw.uniform(UInt64(smallestSize), UInt64(largestSize)))
    }

    /// The longest time from the first write of so many bytes to the last.
    public func longestTime(for count: Int) -> Nanoseconds {
        guard count > bytes + Int(remainder) else { return 0 }
        let (time, isOver) = interval.multipliedReportingOverflow(by: Nanoseconds((count - 1) / bytes))
        return isOver ? .max : time
    }
}

/// A duration, or a time of the monotonic clock.
public typealias Nanoseconds = UInt64
