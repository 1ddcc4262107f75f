internal import CLinux
internal import Foundation

/// A server on a free port of 127.0.0.1 that is no gateway: each connection gets a thread, which a function serves.
public final class LoopbackServer: Sendable {
    public let port: UInt16
    private let listener: Int32

    public struct Failure: Error {}

    /// - Parameter serve: Called with the descriptor of each connection, which is closed when it returns.
    public init(_ serve: @escaping @Sendable (_ connection: Int32) -> Void) throws {
        let listener = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 128) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard listener >= 0, isBound else { throw Failure() }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
                guard connection >= 0 else { break }
                Thread.detachNewThread {
                    serve(connection)
                    close(connection)
                }
            }
            close(listener)
        }
    }

    public var url: String { "http://127.0.0.1:\(port)" }

    /// Accepts no more; connections go on.
    public func stop() { shutdown(listener, clinux_SHUT_RDWR) }
}

extension LoopbackServer {
    /// A proxy of TCP in front of a port, which ends connections and opens others: what was an RST is a FIN behind it.
    ///
    /// - Parameter tls: Gets each connection that begins with TLS. Returns the port that it goes to instead, or nil if it has
    ///   been served; one that was not read from is then reset.
    public static func proxy(
        to port: UInt16, tls: (@Sendable (_ connection: Int32) -> UInt16?)? = nil
    ) throws -> LoopbackServer {
        try LoopbackServer { client in
            var port = port
            if let tls {
                var first: UInt8 = 0
                guard recv(client, &first, 1, Int32(MSG_PEEK)) == 1 else { return }
                // A record of a handshake (RFC 8446, 5.1).
                if first == 22 {
                    guard let other = tls(client) else { return }
                    port = other
                }
            }
            let server = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
            defer { close(server) }
            guard clinux_connect_ipv4(server, clinux_loopback, port) == 0 else { return }
            _ = clinux_set_nodelay(server)
            _ = clinux_set_nodelay(client)
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                pass(from: client, to: server)
                done.signal()
            }
            pass(from: server, to: client)
            done.wait()
        }
    }

    /// Passes bytes on until a FIN or an RST, each of which becomes a FIN.
    private static func pass(from source: Int32, to target: Int32) {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(source, &bytes, bytes.count, 0)
            guard count > 0, sendAll(bytes[..<count], to: target) else { break }
        }
        shutdown(target, clinux_SHUT_WR)
    }

    /// Sends all of it; false where the peer does not take it any more.
    @discardableResult
    public static func sendAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, clinux_MSG_NOSIGNAL) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads the head of a request; empty if there is none.
    public static func readHead(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard recv(descriptor, &byte, 1, 0) == 1 else { return "" }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
