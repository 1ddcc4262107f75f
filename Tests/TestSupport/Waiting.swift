internal import Glibc

/// Polls every 5 ms, for up to ten seconds, for something that another thread or process is about to do. Returns whether it
/// was done in time.
@discardableResult
public func waitUntil(_ isDone: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
        if try isDone() { return true }
        usleep(5000)
    }
    return try isDone()
}
