/// Whether the ClientHello that opens a connection has come as a whole (RFC 8446, 4 and 5.1).
///
/// Until then a connection needs nothing of GnuTLS, which takes 8 KiB for a session.
public enum ClientHelloSpan {
    case whole
    /// More is to come.
    case partial
    /// It is to have more than 64 KiB, many times as much as that of any client. GnuTLS would wait for all of it.
    case tooLong

    private static let longest = 64 << 10

    /// `whole`, too, if what has come cannot be a ClientHello: GnuTLS then says what is wrong.
    public init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self = .whole
        // Of the message, which may be spread over several records: bytes that have come, and its length by its first four.
        var (count, length) = (0, 0)
        var record = 0
        while record < bytes.count {
            guard bytes[record] == 22 else { return }
            guard record + 5 <= bytes.count else { break }
            let size = Int(bytes[record + 3]) << 8 | Int(bytes[record + 4])
            if size == 0 || size > 1 << 14 { return }
            let content = record + 5..<min(record + 5 + size, bytes.count)
            for (place, byte) in zip(count..<max(count, 4), bytes[content]) {
                if place == 0, byte != 1 { return }
                if place > 0 { length = length << 8 | Int(byte) }
            }
            count += content.count
            if count >= 4, length > Self.longest {
                self = .tooLong
                return
            }
            if count >= 4, count >= 4 + length { return }
            record += 5 + size
        }
        self = .partial
    }
}
