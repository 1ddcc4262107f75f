internal import CLinux
internal import Glibc

/// What a write came to.
enum WriteResult {
    case some(Int)
    /// There is no room now.
    case wouldBlock
    /// The peer is gone.
    case broken
}

/// What reading and throwing away came to.
enum DiscardResult { case more, wouldBlock, end }

/// A connected socket, by its number.
struct TCPSocket: Equatable {
    let descriptor: Int32

    // MARK: Writing

    func write(_ bytes: [UInt8], from offset: Int, most: Int = .max) -> WriteResult {
        let count = bytes.withUnsafeBytes { buffer in
            send(descriptor, buffer.baseAddress! + offset, min(most, buffer.count - offset), clinux_MSG_NOSIGNAL)
        }
        if count >= 0 { return .some(count) }
        return errno == EAGAIN || errno == EINTR ? .wouldBlock : .broken
    }

    /// Bytes that were written and that the peer has not acknowledged yet; a FIN counts as one.
    var unacknowledged: Int { max(0, Int(clinux_unacknowledged(descriptor))) }

    /// Bytes that the peer has acknowledged since the connection began; -1 where that is not known.
    var acknowledged: Int { Int(clinux_bytes_acknowledged(descriptor)) }

    // MARK: Reading

    /// Reads what is there, at most `limit` bytes, into nowhere.
    @discardableResult
    func discard(limit: Int = 1 << 20) -> DiscardResult {
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
    func peek(into buffer: UnsafeMutableBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        let flags = clinux_MSG_PEEK | clinux_MSG_DONTWAIT
        let count = recv(descriptor, buffer.baseAddress, buffer.count, flags)
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return nil }
        return UnsafeBufferPointer(rebasing: buffer[..<max(0, count)])
    }

    /// Whether all has been read that the peer will ever send.
    var isAtEnd: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, clinux_MSG_PEEK | clinux_MSG_DONTWAIT)
        return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
    }

    /// Bytes that wait to be read.
    var unread: Int { max(0, Int(clinux_readable(descriptor))) }

    /// Bytes that have come since the connection began, read or not; -1 where that is not known.
    var received: Int { Int(clinux_bytes_received(descriptor)) }

    /// Lets the receive buffer grow to so many bytes, as far as the kernel allows: half of the largest in
    /// net.ipv4.tcp_rmem. How many it is to hold then.
    func growReceiveBuffer(to count: Int) -> Int {
        // To wait for so many bytes makes room for them, which setting the size would only bound.
        _ = clinux_set_option(descriptor, SOL_SOCKET, SO_RCVLOWAT, Int32(clamping: count))
        defer { _ = clinux_set_option(descriptor, SOL_SOCKET, SO_RCVLOWAT, 1) }
        return max(0, Int(clinux_get_option(descriptor, SOL_SOCKET, SO_RCVLOWAT)))
    }

    // MARK: Ending

    /// Sends a FIN; what the peer sends can still be read.
    func finish() { shutdown(descriptor, clinux_SHUT_WR) }

    /// Nothing more can be read, as if the peer had finished.
    func stopReading() { shutdown(descriptor, clinux_SHUT_RD) }

    /// Both.
    func end() { shutdown(descriptor, clinux_SHUT_RDWR) }

    /// What was not sent yet is thrown away by the close, and the peer gets an RST.
    func resetOnClose() { _ = clinux_set_linger_reset(descriptor) }

    func close() { Glibc.close(descriptor) }

    // MARK: Numbers

    /// A further number of the same socket; nil where there is none left.
    func duplicate() -> TCPSocket? {
        let number = clinux_dup_cloexec(descriptor, 3)
        return number < 0 ? nil : TCPSocket(descriptor: number)
    }

    /// Makes another number be this socket's too, at once; what it was the number of is closed there.
    func stand(behind number: Int32) { _ = clinux_dup3_cloexec(descriptor, number) }
}
