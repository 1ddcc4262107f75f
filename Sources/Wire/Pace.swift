/// So many bytes at a time, with so much silence between them.
public struct Pace: Sendable, Hashable {
    /// Bytes written at once, at least 1.
    public var bytes: Int
    /// Nanoseconds from one write to the next.
    public var interval: Nanoseconds

    public init(bytes: Int, interval: Nanoseconds) {
        self.bytes = bytes
        self.interval = interval
    }
}

/// A span of time, or a reading of a clock that only goes forward.
public typealias Nanoseconds = UInt64
