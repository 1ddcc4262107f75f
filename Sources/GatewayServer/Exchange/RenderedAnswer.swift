internal import Wire

/// All bytes of an answer that keeps the connection open, and its head among them.
final class RenderedAnswer {
    let bytes: [UInt8]
    let head: SentHead

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var head = SentHead()
        bytes.withUnsafeBufferPointer { head.append($0) }
        self.head = head
    }
}
