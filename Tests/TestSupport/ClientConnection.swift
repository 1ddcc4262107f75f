/// What tests do with a connection, in the clear or over TLS.
public protocol ClientConnection: AnyObject {
    /// Sends all of it; false where the peer does not take it any more.
    @discardableResult func send(_ bytes: [UInt8]) -> Bool
    /// Reads until the peer ends it, the time is up, or `isEnough` says so.
    func receive(within time: Duration, until isEnough: ([UInt8]) -> Bool) -> RawConnection.Received
    /// Sends a FIN; reading goes on.
    func finishSending()
    /// Sends an RST.
    func reset()
    func close()
}

extension ClientConnection {
    @discardableResult public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    public func receive(within time: Duration) -> RawConnection.Received { receive(within: time) { _ in false } }

    /// Reads one response with a Content-Length, and leaves what follows unread by stopping there.
    public func receiveResponse(within time: Duration = .seconds(30)) -> RawConnection.Received {
        var (searched, total): (Int, Int?) = (0, nil)
        return receive(within: time) { bytes in
            if total == nil, let headCount = bytes.endOfHead(from: searched) {
                let lines = String(decoding: bytes[..<headCount], as: UTF8.self).lowercased().split(separator: "\r\n")
                let length = lines.first { $0.hasPrefix("content-length: ") }?.dropFirst(16)
                total = headCount + (length.flatMap { Int($0) } ?? 0)
            }
            searched = bytes.count
            return total.map { bytes.count >= $0 } ?? false
        }
    }

    /// Reads a head and so many bytes behind it.
    public func receiveSized(_ count: Int, within time: Duration = .seconds(30)) -> RawConnection.Received {
        receive(within: time) { bytes in bytes.endOfHead(from: 0).map { bytes.count >= $0 + count } ?? false }
    }
}
