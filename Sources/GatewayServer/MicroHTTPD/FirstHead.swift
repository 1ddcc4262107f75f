internal import Glibc
internal import Wire

/// The first request head of a connection, as protocol detection sees it before libmicrohttpd.
struct FirstHead {
    /// Bytes before the field lines.
    var lead = 0
    /// Bytes before the target.
    var target = 0
    /// Whether the request line ends in a bare LF.
    var isBare = false
    /// Bytes up to the end of the head.
    var count = 0
    /// The field lines; set if the library's buffer takes only part of them at first.
    var lines: [UInt8]?
    /// True if it takes so little of them that they cannot be cut off in there.
    var isBeyondBuffer = false

    /// Nil if the bytes do not contain a complete head. `buffer`: the most bytes that the library reads at first.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, buffer: Int) {
        guard let base = bytes.baseAddress else { return nil }
        // Empty lines before a request line are skipped (RFC 9112, 2.2).
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

    /// Whether the version is one of HTTP/1.
    func isHTTP1(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[versionStart...].starts(with: "HTTP/1.".utf8)
    }

    private var versionStart: Int { lead - (isBare ? 1 : 2) - 8 }

    /// The target of the request line, which ends in a version.
    func targetBeforeVersion(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var end = max(target, versionStart)
        while end > target, bytes[end - 1] == 0x20 { end -= 1 }
        return target..<end
    }

    /// The target and the version; nil if the last word of the request line is not a version that the server speaks.
    func targetAndVersion(_ bytes: UnsafeBufferPointer<UInt8>) -> (target: Range<Int>, minorVersion: Int)? {
        let version = versionStart
        guard version > target, bytes[version - 1] == 0x20, bytes[version...].starts(with: "HTTP/1.".utf8) else {
            return nil
        }
        let minorVersion = Int(bytes[version + 7]) - 0x30
        guard minorVersion == 0 || minorVersion == 1 else { return nil }
        return (targetBeforeVersion(bytes), minorVersion)
    }
}
