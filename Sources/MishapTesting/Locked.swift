import Foundation

/// A value that one thread at a time uses. That of Synchronization needs a newer macOS and iOS.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ use: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try use(&value)
    }
}
