internal import CLinux
internal import Glibc

/// The system calls of the server in one place, so that a port to another system has one place to go to.
enum Descriptors {
    /// What a write did.
    enum Written { case some(Int), wouldBlock, broken }

    static func write(_ descriptor: Int32, _ bytes: [UInt8], from offset: Int, most: Int = .max) -> Written {
        let count = bytes.withUnsafeBytes { buffer in
            send(descriptor, buffer.baseAddress! + offset, min(most, buffer.count - offset), clinux_MSG_NOSIGNAL)
        }
        if count >= 0 { return .some(count) }
        return errno == EAGAIN || errno == EINTR ? .wouldBlock : .broken
    }

    /// What reading and throwing away came to.
    enum Discarded { case more, wouldBlock, end }

    /// Reads what is there, at most `limit` bytes, into nowhere.
    static func discard(_ descriptor: Int32, limit: Int) -> Discarded {
        withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer in
            var left = limit
            while left > 0 {
                let count = recv(descriptor, buffer.baseAddress, min(left, buffer.count), clinux_MSG_DONTWAIT)
                if count == 0 { return .end }
                if count < 0 { return errno == EAGAIN || errno == EINTR ? .wouldBlock : .end }
                left -= count
            }
            return .more
        }
    }

    /// Looks at the first bytes that wait to be read, which stay there; nil where the peer is gone.
    static func peek(
        _ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8>? {
        let flags = clinux_MSG_PEEK | clinux_MSG_DONTWAIT
        let count = recv(descriptor, buffer.baseAddress, buffer.count, flags)
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return nil }
        return UnsafeBufferPointer(rebasing: buffer[..<max(0, count)])
    }

    /// Whether all has been read that the peer will ever send.
    static func isAtEnd(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, clinux_MSG_PEEK | clinux_MSG_DONTWAIT)
        return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
    }

    static func monotonic() -> UInt64 { clinux_monotonic_nanoseconds() }

    /// Milliseconds since 1970.
    static func wall() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    static func lastError() -> String { String(cString: strerror(errno)) }
}
