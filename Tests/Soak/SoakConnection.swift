import CLinux
import Glibc

/// A connection of a client that waits for each answer.
final class SoakConnection {
    private let descriptor: Int32

    init?(_ port: UInt16) {
        descriptor = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        guard clinux_connect_ipv4(descriptor, clinux_loopback, port) == 0 else { return nil }
        _ = clinux_set_nodelay(descriptor)
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func send(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
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

    /// Has the kernel send an RST in place of a FIN.
    func resetOnClose() { _ = clinux_set_linger_reset(descriptor) }

    /// The next answer: its status and body. Nil if the connection ended before, or the body has no length.
    func answer() -> (status: Int, body: [UInt8])? {
        var bytes: [UInt8] = []
        while true {
            if let end = Self.headEnd(bytes) {
                let head = String(decoding: bytes[..<end], as: UTF8.self)
                guard let status = Int(head.split(separator: " ").dropFirst().first ?? "") else { return nil }
                let field = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                guard let length = status == 204 ? 0 : field.flatMap({ Int($0.filter(\.isNumber)) }) else { return nil }
                while bytes.count < end + length { guard receive(into: &bytes) else { return nil } }
                return (status, Array(bytes[end..<(end + length)]))
            }
            guard receive(into: &bytes) else { return nil }
        }
    }

    /// All that comes until the connection ends.
    func rest() -> [UInt8] {
        var bytes: [UInt8] = []
        while receive(into: &bytes) {}
        return bytes
    }

    /// Reads until the connection ends, or until `most` bytes; returns how many came.
    func drain(most: Int = .max) -> Int {
        var count = 0
        var bytes: [UInt8] = []
        while count < most, receive(into: &bytes) {
            count += bytes.count
            bytes.removeAll(keepingCapacity: true)
        }
        return count
    }

    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        let most = min(bytes.count, 16 << 10)
        for index in 3..<most
        where bytes[index] == 0x0A && bytes[index - 1] == 0x0D && bytes[index - 2] == 0x0A && bytes[index - 3] == 0x0D {
            return index + 1
        }
        return nil
    }

    private func receive(into bytes: inout [UInt8]) -> Bool {
        let piece = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        bytes += piece
        return !piece.isEmpty
    }
}
