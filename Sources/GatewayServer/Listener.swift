/// A listener that was added to a server, beside its own.
package struct Listener: Sendable, Hashable {
    /// The value of `ConnectionInfo.listener` for its connections. Counts from 1; unique within a server, removed
    /// listeners included.
    package let id: UInt32
    /// The actual port, also if any free one was asked for.
    package let port: UInt16
}
