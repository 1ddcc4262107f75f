import CLinux
import Glibc

/// A connection that is kept, for one request after the other.
package final class LifeConnection {
    private let fd: Int32
    private let port: UInt16
    private var received: [UInt8] = []
    private var piece = [UInt8](repeating: 0, count: 32 << 10)
    private var sent: [UInt8] = []

    package init(port: UInt16) throws(LifeError) {
        self.port = port
        fd = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
        guard fd >= 0 else { throw LifeError("no socket: \(lastError())") }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard clinux_connect_ipv4(fd, clinux_loopback, port) == 0 else {
            throw LifeError("cannot connect to port \(port): \(lastError())")
        }
        _ = clinux_set_nodelay(fd)
    }

    deinit { if fd >= 0 { close(fd) } }

    /// Sends a request, and waits for its answer. With a body that is JSON, if `type` does not say otherwise.
    package func ask(
        _ method: String, _ target: String, host: String = "localhost", field: String? = nil, _ body: String? = nil,
        type: String? = "application/json"
    ) throws(LifeError) -> LifeAnswer {
        sent.removeAll(keepingCapacity: true)
        sent += method.utf8
        sent += " ".utf8
        sent += target.utf8
        sent += " HTTP/1.1\r\nHost: ".utf8
        sent += host.utf8
        if let field {
            sent += "\r\n".utf8
            sent += field.utf8
        }
        if let body {
            if let type {
                sent += "\r\nContent-Type: ".utf8
                sent += type.utf8
            }
            sent += "\r\nContent-Length: ".utf8
            sent += String(body.utf8.count).utf8
        }
        sent += "\r\n\r\n".utf8
        if let body { sent += body.utf8 }
        guard send(fd, sent, sent.count, clinux_MSG_NOSIGNAL) == sent.count else {
            throw LifeError("cannot send to port \(port): \(lastError())")
        }
        return try receive(method, target)
    }

    private func receive(_ method: String, _ target: String) throws(LifeError) -> LifeAnswer {
        received.removeAll(keepingCapacity: true)
        while true {
            let count = recv(fd, &piece, piece.count, 0)
            guard count > 0 else {
                let end = count == 0 ? "the connection ended" : lastError()
                throw LifeError("no whole answer to \(method) \(target): \(end), after\n\(text(received))")
            }
            received += piece[..<count]
            if let answer = LifeAnswer(received) { return answer }
        }
    }
}

func lastError() -> String { String(cString: strerror(errno)) }

/// An answer with a length, or in chunks.
package struct LifeAnswer {
    package let status: Int
    package let body: [UInt8]
    private let whole: [UInt8]

    /// Nil while it is incomplete. A head with neither a length nor chunks is a whole answer.
    init?(_ bytes: [UInt8]) {
        guard let end = Self.find("\r\n\r\n", in: bytes, from: 0), bytes.count > 12 else { return nil }
        status = bytes[9...11].reduce(0) { 10 * $0 + Int($1) - 48 }
        let start = end + 4
        if let length = Self.length(in: bytes, to: end) {
            guard bytes.count >= start + length else { return nil }
            body = Array(bytes[start..<start + length])
        } else if Self.find("\r\nTransfer-Encoding: chunked", in: bytes, from: 0, to: end) != nil {
            guard bytes.suffix(5).elementsEqual("0\r\n\r\n".utf8),
                let content = Self.content(ofChunks: bytes, from: start)
            else { return nil }
            body = content
        } else {
            body = []
        }
        whole = bytes
    }

    /// The body of an answer with that status.
    package func expect(_ status: Int, _ what: @autoclosure () -> String) throws(LifeError) -> [UInt8] {
        guard self.status == status else {
            throw LifeError("the answer \(what()) is not a \(status):\n\(text(whole))")
        }
        return body
    }

    /// Where a text begins, between two places.
    private static func find(_ text: StaticString, in bytes: [UInt8], from start: Int, to end: Int? = nil) -> Int? {
        let (wanted, count) = (text.utf8Start, text.utf8CodeUnitCount)
        let end = end ?? bytes.count
        return bytes.withUnsafeBytes { bytes in
            var place = start
            while place + count <= end {
                if bytes[place] == wanted[0] {
                    var same = 1
                    while same < count, bytes[place + same] == wanted[same] { same += 1 }
                    if same == count { return place }
                }
                place += 1
            }
            return nil
        }
    }

    private static func length(in bytes: [UInt8], to end: Int) -> Int? {
        let name: StaticString = "\r\nContent-Length: "
        guard var place = find(name, in: bytes, from: 0, to: end) else { return nil }
        place += name.utf8CodeUnitCount
        var length = 0
        while place < end, bytes[place] != 13 {
            length = 10 * length + Int(bytes[place]) - 48
            place += 1
        }
        return length
    }

    private static func content(ofChunks bytes: [UInt8], from start: Int) -> [UInt8]? {
        var (content, place) = ([UInt8](), start)
        while let end = find("\r\n", in: bytes, from: place) {
            guard let size = Int(text(bytes[place..<end]), radix: 16), bytes.count >= end + 4 + size else { return nil }
            if size == 0 { return content }
            content += bytes[end + 2..<end + 2 + size]
            place = end + 4 + size
            guard place < bytes.count else { return nil }
        }
        return nil
    }
}
