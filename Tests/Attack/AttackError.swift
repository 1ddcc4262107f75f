import CLinux
import Glibc

/// What could not be done, in words.
struct AttackError: Error {
    let words: String

    init(_ words: String) { self.words = words }

    /// With the message for this thread's `errno`.
    init(system words: String) { self.words = words + ": " + String(cString: strerror(errno)) }
}

enum Console {
    static func say(_ words: String) {
        let line = Array((words + "\n").utf8)
        _ = write(2, line, line.count)
    }
}

enum Clock {
    /// Nanoseconds.
    static var now: UInt64 { clinux_monotonic_nanoseconds() }

    /// Sleeps until the condition holds; false if it does not within the time.
    static func wait(milliseconds: Int, until isDone: () -> Bool) -> Bool {
        let deadline = now + UInt64(milliseconds) * 1_000_000
        while !isDone() {
            guard now < deadline else { return false }
            usleep(10_000)
        }
        return true
    }
}
