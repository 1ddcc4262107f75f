import CLinux
import Glibc

/// A blocking connection of the attacker, with a timeout.
final class Client {
    private(set) var descriptor: Int32

    init(port: UInt16, receiveBuffer: Int32? = nil) throws(AttackError) {
        descriptor = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
        guard descriptor >= 0 else { throw AttackError(system: "no socket") }
        if let receiveBuffer { _ = clinux_set_option(descriptor, SOL_SOCKET, SO_RCVBUF, receiveBuffer) }
        guard clinux_connect_ipv4(descriptor, clinux_loopback, port) == 0 else {
            close(descriptor)
            throw AttackError(system: "cannot connect")
        }
        _ = clinux_set_nodelay(descriptor)
    }

    deinit { leave(.close) }

    enum Leaving: CaseIterable {
        case close, halfClose, reset
    }

    /// Sends what the kernel takes within the time; how many bytes that was.
    @discardableResult
    func send(_ bytes: [UInt8], milliseconds: Int32 = 2_000) -> Int {
        var offset = 0
        while offset < bytes.count, isReady(POLLOUT, milliseconds) {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress! + offset, $0.count - offset, clinux_MSG_NOSIGNAL | clinux_MSG_DONTWAIT)
            }
            guard count > 0 else { break }
            offset += count
        }
        return offset
    }

    @discardableResult
    func send(_ text: String, milliseconds: Int32 = 2_000) -> Int { send(Array(text.utf8), milliseconds: milliseconds) }

    /// The next bytes; nil at the end or after the time, in milliseconds.
    func receive(within milliseconds: Int32) -> [UInt8]? {
        guard isReady(POLLIN, milliseconds) else { return nil }
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &piece, piece.count, clinux_MSG_DONTWAIT)
        return count > 0 ? Array(piece[..<count]) : nil
    }

    /// Whether the peer has ended its side or reset the connection, and nothing is left to read.
    var isAtEnd: Bool {
        guard isReady(POLLIN, 0) else { return false }
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, clinux_MSG_DONTWAIT | clinux_MSG_PEEK) <= 0
    }

    /// All bytes until the end, or until nothing comes for the time.
    func receiveAll(within milliseconds: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = receive(within: milliseconds) { bytes += piece }
        return bytes
    }

    func leave(_ way: Leaving) {
        guard descriptor >= 0 else { return }
        if way == .halfClose { return _ = shutdown(descriptor, clinux_SHUT_WR) }
        if way == .reset { _ = clinux_set_linger_reset(descriptor) }
        close(descriptor)
        descriptor = -1
    }

    private func isReady(_ events: Int32, _ milliseconds: Int32) -> Bool {
        var ready = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&ready, 1, milliseconds) > 0 && ready.revents & Int16(events | POLLHUP | POLLERR) != 0
    }
}
