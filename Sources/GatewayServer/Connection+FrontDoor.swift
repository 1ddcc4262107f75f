internal import CLinux
internal import Glibc

/// The front door: the first bytes say which protocol is spoken, and who is to speak it.
extension Connection {
    private enum Speech { case undecided, http1, http2, tls }

    /// Looks at what has come, without taking it. `isLast`: the peer sends no more.
    func peek(isLast: Bool = false) {
        guard let bytes = Descriptors.peek(descriptor, into: shard.peeked) else { return close() }
        switch Self.speech(bytes) {
        case .http1:
            firstHead = FirstHead(bytes, buffer: shard.library.bufferSize)
            // A head that has not come whole is waited for here, where nothing of it is lost.
            guard firstHead != nil || isLast || bytes.count == shard.peeked.count else { return awaitMore(bytes.count) }
            enterLibrary(isWhole: firstHead?.count == bytes.count)
        case .tls, .http2:
            // Told apart, and closed in an orderly way: this version speaks HTTP/1 in the clear.
            unwatch()
            place = .taken
            linger()
        case .undecided where isLast:
            close()
        case .undecided: awaitMore(bytes.count)
        }
    }

    /// Wakes for more than the bytes that are there.
    private func awaitMore(_ count: Int) {
        if count > 0 {
            _ = clinux_set_option(descriptor, SOL_SOCKET, SO_RCVLOWAT, Int32(count + 1))
            isWaitingForMore = true
        }
        expectHead(by: headDeadline)
        watch(clinux_EPOLLIN | clinux_EPOLLRDHUP)
    }

    /// RFC 9113, 3.4: the preface of HTTP/2 begins with `PRI * HTTP/2.0`; RFC 8446, 5.1: a TLS record that
    /// opens a connection begins with 22, 3.
    private static func speech(_ bytes: UnsafeBufferPointer<UInt8>) -> Speech {
        guard let first = bytes.first else { return .undecided }
        if first == 0x16 { return bytes.count == 1 ? .undecided : bytes[1] == 3 ? .tls : .http1 }
        let preface = "PRI * HTTP/2.0".utf8
        guard first == UInt8(ascii: "P") else { return .http1 }
        guard zip(bytes, preface).allSatisfy({ $0 == $1 }) else { return .http1 }
        return bytes.count < preface.count ? .undecided : .http2
    }

    /// `isWhole`: a whole head is there. Then nothing is watched yet: many connections have one request, and
    /// those that go on are watched from its end.
    private func enterLibrary(isWhole: Bool) {
        if isWaitingForMore { _ = clinux_set_option(descriptor, SOL_SOCKET, SO_RCVLOWAT, 1) }
        place = .library
        libraryDescriptor = descriptor
        expectHead(by: headDeadline)
        if !isWhole || watched != nil { watch(Self.peerEvents) }
        guard shard.library.add(self) else {
            // The library closed the descriptor, and may have said so.
            if place != .closed { shard.forget(self) }
            place = .closed
            return
        }
    }
}
