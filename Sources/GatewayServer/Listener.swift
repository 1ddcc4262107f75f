/// A listener that a server has beside its own.
package struct Listener: Sendable, Hashable {
    /// What `ConnectionInfo.listener` says of its connections. Counts from 1; no two listeners of a server have the same,
    /// removed ones included.
    package let id: UInt32
    /// The port that it listens on, also where any was asked for.
    package let port: UInt16
}
