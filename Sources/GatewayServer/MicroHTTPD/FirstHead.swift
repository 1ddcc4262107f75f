internal import Glibc
internal import Wire

/// A request head at the front door, ahead of libmicrohttpd: the first of its connection.
struct FirstHead {
    /// Bytes in front of the field lines.
    var lead = 0
    /// Bytes in front of the target.
    var target = 0
    /// Whether the request line ends in a bare LF.
    var isBare = false
    /// Bytes of it all.
    var count = 0
    /// The field lines, where the library's buffer takes only part of them at once.
    var lines: [UInt8]?
    /// Whether it takes so little of them that they cannot be cut off in there.
    var isBeyondBuffer = false

    /// Nil where the bytes have no whole head.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, buffer: Int) {
        guard let base = bytes.baseAddress else { return nil }
        // Empty lines in front of a request line are passed over (RFC 9112, 2.2).
        while lead < bytes.count, bytes[lead] == 0x0D || bytes[lead] == 0x0A { lead += 1 }
        guard lead < bytes.count, let end = memchr(base + lead, 0x0A, bytes.count - lead) else { return nil }
        let line = UnsafeRawPointer(end) - UnsafeRawPointer(base)
        target = bytes[lead..<line].firstIndex(of: 0x20) ?? line
        while target < line, bytes[target] == 0x20 { target += 1 }
        isBare = bytes[line - 1] != 0x0D
        lead = line + 1
        let fields = FieldLines(
            start: UnsafeMutablePointer(mutating: base + lead), limit: bytes.count - lead)
        guard let length = fields.end else { return nil }
        count = lead + length
        isBeyondBuffer = lead + 2 > buffer
        if count > buffer || isBeyondBuffer { lines = Array(bytes[lead..<count]) }
    }

    /// The words behind the method; nil where the last is no version that is spoken here.
    func targetAndVersion(_ bytes: UnsafeBufferPointer<UInt8>) -> (target: Range<Int>, minorVersion: Int)? {
        let version = lead - (isBare ? 1 : 2) - 8
        guard version > target, bytes[version - 1] == 0x20, bytes[version...].starts(with: "HTTP/1.".utf8) else {
            return nil
        }
        let minorVersion = Int(bytes[version + 7]) - 0x30
        guard minorVersion == 0 || minorVersion == 1 else { return nil }
        var end = version
        while end > target, bytes[end - 1] == 0x20 { end -= 1 }
        return (target..<end, minorVersion)
    }
}
