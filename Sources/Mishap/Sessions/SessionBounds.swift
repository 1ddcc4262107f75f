public import Wire

/// Limits on the sessions that come and go: private ones (`NAME~KEY`), and those that the control API was asked for.
public struct SessionBounds: Sendable, Hashable {
    /// Most sessions at once. Beyond that the least recently used private one is dropped; if all private ones have a
    /// request in flight, or there are none, the new one is refused with 503.
    public var count: Int
    /// Nanoseconds after which an unused private session is dropped. A request in flight and reading the journal count
    /// as use.
    public var idle: Nanoseconds

    /// Most bytes of the documents of all private sessions together, beyond the initial ones. Beyond that, the least
    /// recently used ones without a request in flight are dropped.
    public var storeBytes: Int

    /// Ports that sessions get which ask for one of their own; nil for any free ones.
    public var ports: ClosedRange<UInt16>?

    public init(
        count: Int = 20_000, idle: Nanoseconds = 600_000_000_000, storeBytes: Int = 1 << 30,
        ports: ClosedRange<UInt16>? = nil
    ) {
        self.ports = ports
        self.count = count
        self.idle = idle
        self.storeBytes = storeBytes
    }
}
