internal import CLinux
internal import Glibc
public import TLSClient
public import Wire

/// A TCP connection to a port of this machine, byte by byte: what was sent and how it ended, and nothing assumed.
///
///     let connection = try RawConnection(port: port)
///     connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
///     let answer = connection.receive(within: .seconds(1))
public final class RawConnection: ClientConnection {
    /// How a connection stood when the reading stopped.
    public enum Ending: String, Sendable {
        /// The peer's FIN.
        case end = "EOF"
        /// The peer's RST: ECONNRESET.
        case reset = "ECONNRESET"
        /// Still open when the time was up.
        case open = "still open"
        case other
    }

    /// The bytes that were received, and how that ended.
    public struct Received: Sendable, CustomStringConvertible {
        public var bytes: [UInt8] = []
        public var ending = Ending.open
        /// Over TLS: whether a close_notify came, an alert that ended it, and what else did. A FIN with neither is an `end`
        /// without a close_notify.
        public var closeNotify = false
        public var alert: TLSAlert?
        public var failure: TLSFailure?
        /// Bytes that came behind the end of TLS, as they came.
        public var bytesBehindTLS: [UInt8] = []

        /// The bytes as text, with what is not UTF-8 repaired.
        public var text: String { String(decoding: bytes, as: UTF8.self) }
        /// The text after the first empty line.
        public var body: String { headCount.map { String(decoding: bytes[$0...], as: UTF8.self) } ?? "" }
        /// How many bytes there are up to the end of the first empty line; nil if there is none.
        var headCount: Int? { bytes.endOfHead(from: 0) }
        public var description: String {
            let tls = [closeNotify ? "close_notify" : nil, failure?.description].compactMap(\.self)
            return "\(text) [\((tls + [ending.rawValue]).joined(separator: ", "))]"
        }
    }

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    public let descriptor: Int32
    private var isClosed = false

    /// Connects to 127.0.0.1, or to ::1.
    public init(port: UInt16, overIPv6: Bool = false, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(overIPv6 ? AF_INET6 : AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
        guard descriptor >= 0 else { throw Failure(description: "socket: " + String(cString: strerror(errno))) }
        if let receiveBuffer { _ = clinux_set_option(descriptor, SOL_SOCKET, SO_RCVBUF, receiveBuffer) }
        let result =
            overIPv6
            ? Self.connectOverIPv6(descriptor, port) : clinux_connect_ipv4(descriptor, clinux_loopback, port)
        guard result == 0 else {
            let error = String(cString: strerror(errno))
            Glibc.close(descriptor)
            isClosed = true
            throw Failure(description: "connect to port \(port): " + error)
        }
        _ = clinux_set_nodelay(descriptor)
    }

    /// Begins to connect, and does not wait: see `isConnected`.
    public init(beginning port: UInt16, overIPv6: Bool = false) throws {
        let kind = clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC | clinux_SOCK_NONBLOCK
        descriptor = socket(overIPv6 ? AF_INET6 : AF_INET, kind, 0)
        guard descriptor >= 0 else { throw Failure(description: "socket: " + String(cString: strerror(errno))) }
        let result =
            overIPv6
            ? Self.connectOverIPv6(descriptor, port) : clinux_connect_ipv4(descriptor, clinux_loopback, port)
        guard result == 0 || errno == EINPROGRESS else {
            let error = String(cString: strerror(errno))
            Glibc.close(descriptor)
            isClosed = true
            throw Failure(description: "connect to port \(port): " + error)
        }
    }

    /// Whether a connection that was begun is there within the time; its calls wait from then on. An error is thrown.
    public func isConnected(within time: Duration) throws -> Bool {
        guard ready(POLLOUT, until: ContinuousClock.now + time) else { return false }
        let error = clinux_socket_error(descriptor)
        guard error == 0 else { throw Failure(description: "connect: " + String(cString: strerror(error))) }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return true
    }

    private static func connectOverIPv6(_ descriptor: Int32, _ port: UInt16) -> Int32 {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
    }

    deinit { close() }

    /// Bytes that the peer's system has acknowledged so far.
    public var acknowledged: Int { Int(clinux_bytes_acknowledged(descriptor)) }

    /// Sends all of it; false where the peer does not take it any more.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + offset, $0.count - offset, clinux_MSG_NOSIGNAL)
            }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    /// Sends what the kernel takes within the time; how many bytes that was.
    public func sendWhatFits(_ bytes: [UInt8], within time: Duration) -> Int {
        let deadline = ContinuousClock.now + time
        var offset = 0
        while offset < bytes.count {
            guard ready(POLLOUT, until: deadline) else { break }
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress! + offset, $0.count - offset, clinux_MSG_NOSIGNAL | clinux_MSG_DONTWAIT)
            }
            guard count > 0 else { break }
            offset += count
        }
        return offset
    }

    /// Reads until the peer ends it, the time is up, or `isEnough` says so. What has come before the call is read even if the
    /// time is up before the thread gets to it.
    public func receive(
        within time: Duration, until isEnough: ([UInt8]) -> Bool = { _ in false }
    ) -> Received {
        let deadline = ContinuousClock.now + time
        var received = Received()
        var isFirst = true
        while !isEnough(received.bytes) {
            guard ready(POLLIN, until: deadline, looksOnce: isFirst) else { return received }
            isFirst = false
            let piece = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if count < 0 {
                    received.ending = errno == ECONNRESET ? .reset : .other
                    count = 0
                } else if count == 0 {
                    received.ending = .end
                }
            }
            guard !piece.isEmpty else { return received }
            received.bytes += piece
        }
        return received
    }

    /// Sends a FIN; reading goes on.
    public func finishSending() { shutdown(descriptor, clinux_SHUT_WR) }

    /// Sends an RST.
    public func reset() {
        _ = clinux_set_linger_reset(descriptor)
        close()
    }

    public func close() {
        guard !isClosed else { return }
        isClosed = true
        Glibc.close(descriptor)
    }

    /// - Parameter looksOnce: Whether it looks though the time is up.
    private func ready(
        _ events: Int32, until deadline: ContinuousClock.Instant, looksOnce: Bool = false
    ) -> Bool {
        let left = deadline - ContinuousClock.now
        guard left > .zero || looksOnce else { return false }
        let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
        var poller = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&poller, 1, left > .zero ? Int32(clamping: milliseconds + 1) : 0) > 0
    }
}

extension [UInt8] {
    /// The place behind the first empty line, which does not end before `start`; nil if there is none.
    func endOfHead(from start: Int) -> Int? {
        var place = Swift.max(0, start - 3)
        return withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            while let found = memchr(base + place, 0x0A, bytes.count - place) {
                place = UnsafeRawPointer(found) - base + 1
                if place > 3, memcmp(base + place - 4, "\r\n\r\n", 4) == 0 { return place }
            }
            return nil
        }
    }
}
