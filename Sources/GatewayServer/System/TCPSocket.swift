internal import CLinux
internal import Glibc

/// The result of a write.
enum WriteResult {
    case some(Int)
    /// There is no room in the send buffer now.
    case wouldBlock
    /// The peer is gone.
    case broken
}

/// The result of a read.
enum ReadResult {
    case some(Int)
    /// Nothing is there now.
    case wouldBlock
    /// The peer sends no more.
    case end
    /// The peer is gone.
    case broken
}

/// The result of discarding input: more may be there, nothing is there now, or the stream has ended.
enum DiscardResult { case more, wouldBlock, end }

/// A connected socket. Copies share the descriptor, which is open until one of them is closed.
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

    /// Bytes that the peer has acknowledged since the connection began; -1 if that is not known.
    var acknowledged: Int { Int(clinux_bytes_acknowledged(descriptor)) }

    // MARK: Reading

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, clinux_MSG_DONTWAIT)
        if count > 0 { return .some(count) }
        if count == 0 { return .end }
        return errno == EAGAIN || errno == EINTR ? .wouldBlock : .broken
    }

    /// Reads and discards what is there, at most `limit` bytes.
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

    /// Peeks at the first unread bytes, which stay in the socket; nil if the stream has ended or the peer is gone.
    func peek(into buffer: UnsafeMutableBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        let flags = clinux_MSG_PEEK | clinux_MSG_DONTWAIT
        let count = recv(descriptor, buffer.baseAddress, buffer.count, flags)
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return nil }
        return UnsafeBufferPointer(rebasing: buffer[..<max(0, count)])
    }

    /// Bytes of a receive buffer for what is read at a pace. The kernel takes twice as many, half of them for the window, and
    /// makes it no larger from then on (tcp(7)).
    static let narrowBuffer: Int32 = 16 << 10

    /// Gives it a small receive buffer. A window that was offered before stays open.
    func narrow() { _ = clinux_set_option(descriptor, Int32(SOL_SOCKET), Int32(SO_RCVBUF), Self.narrowBuffer) }

    /// Has the kernel acknowledge what has come, rather than wait for something to be sent.
    func acknowledge() { _ = clinux_set_option(descriptor, clinux_IPPROTO_TCP, clinux_TCP_QUICKACK, 1) }

    /// True if everything was read and the peer sends no more.
    var isAtEnd: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, clinux_MSG_PEEK | clinux_MSG_DONTWAIT)
        return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
    }

    /// Bytes that have come and are not read yet.
    var unread: Int { max(0, Int(clinux_readable(descriptor))) }

    /// The local address: 4 bytes, or 16; empty if it is not known.
    var localAddress: [UInt8] {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            let address = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
            guard getsockname(descriptor, address, &length) == 0 else { return [] }
            // Both begin with the family; sockaddr_in has the address from byte 4 on, sockaddr_in6 from byte 8.
            switch Int32(bytes.load(as: sa_family_t.self)) {
            case AF_INET: return Array(bytes[4..<8])
            case AF_INET6: return Array(bytes[8..<24])
            default: return []
            }
        }
    }

    // MARK: Ending

    /// Sends a FIN. What the peer sends can still be read.
    func finish() { shutdown(descriptor, clinux_SHUT_WR) }

    /// Ends reading, as if the peer had sent a FIN.
    func stopReading() { shutdown(descriptor, clinux_SHUT_RD) }

    /// Ends both directions.
    func end() { shutdown(descriptor, clinux_SHUT_RDWR) }

    /// Sends an RST at once; the descriptor stays open. Where that is not possible, both sides are shut down.
    func abort() { if clinux_disconnect(descriptor) != 0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } }

    /// Makes the close discard unsent bytes and send an RST (SO_LINGER with 0 seconds).
    func resetOnClose() { _ = clinux_set_linger_reset(descriptor) }

    func close() { Glibc.close(descriptor) }

    // MARK: Descriptors

    /// Another descriptor of the same socket; nil if none is left.
    func duplicate() -> TCPSocket? {
        let number = clinux_dup_cloexec(descriptor, 3)
        return number < 0 ? nil : TCPSocket(descriptor: number)
    }

    /// Makes `number` another descriptor of this socket, atomically (dup3). What was open under that number is closed.
    func duplicate(onto number: Int32) { _ = clinux_dup3_cloexec(descriptor, number) }
}
