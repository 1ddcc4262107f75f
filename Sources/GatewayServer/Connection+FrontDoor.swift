internal import CLinux
internal import Glibc

/// The front door: the first bytes say which protocol is spoken, and who is to speak it.
extension Connection {
    private enum Speech { case undecided, http1, http2, tls }

    /// Looks at what has come, without taking it. `isLast`: the peer sends no more.
    func peek(isLast: Bool = false) {
        let (speech, count, isWhole) = Descriptors.peek(descriptor) { bytes -> (Speech?, Int, Bool) in
            guard let bytes else { return (nil, 0, false) }
            return (Self.speech(bytes), bytes.count, bytes.suffix(4).elementsEqual("\r\n\r\n".utf8))
        }
        switch speech {
        case nil:
            close()
        case .http1:
            enterLibrary(isWhole: isWhole)
        case .tls, .http2:
            // Told apart, and closed in an orderly way: this version speaks HTTP/1 in the clear.
            unwatch()
            place = .taken
            linger()
        case .undecided where isLast:
            close()
        case .undecided:
            if count > 0 {
                _ = clinux_set_option(descriptor, SOL_SOCKET, SO_RCVLOWAT, Int32(count + 1))
                isWaitingForMore = true
            }
            expectHead(by: headDeadline)
            watch(clinux_EPOLLIN | clinux_EPOLLRDHUP)
        }
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
