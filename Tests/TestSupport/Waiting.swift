internal import Glibc

/// Polls every 5 ms, for up to a minute by default, for something that another thread or process is about to do.
/// Returns whether it was done in time.
@discardableResult
public func waitUntil(within time: Duration = .seconds(60), _ isDone: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + time
    while ContinuousClock.now < deadline {
        if try isDone() { return true }
        usleep(5000)
    }
    return try isDone()
}
