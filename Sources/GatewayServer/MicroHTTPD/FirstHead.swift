internal import Glibc
internal import HTTP1
internal import Wire

/// The first request head of a connection, as protocol detection sees it before libmicrohttpd.
struct FirstHead {
    /// Bytes before the field lines.
    let lead: Int
    /// Bytes before the target.
    let target: Int
    /// Whether the request line ends in a bare LF.
    let isBare: Bool
    /// Bytes up to the end of the head.
    let count: Int
    /// Where the request line begins and ends, its line end not included.
    private let line: Range<Int>
    private let end: FieldLines.End

    /// Nil if the bytes do not contain a complete head.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return nil }
        let (line, isWhole) = Self.firstLine(bytes)
        guard isWhole else { return nil }
        self.line = line
        isBare = bytes[line.upperBound] == 0x0A
        target = bytes[line].firstIndex(of: 0x20).map { $0 + 1 } ?? line.upperBound
        lead = line.upperBound + (isBare ? 1 : 2)
        let fields = FieldLines(start: UnsafeMutablePointer(mutating: base + lead), limit: bytes.count - lead)
        guard let end = fields.end else { return nil }
        count = lead + end.count
        self.end = end
    }

    /// Whether libmicrohttpd can read the head in a way that shows what it makes of it. It must see no request line
    /// that is not well-formed: its versions end words at a NUL, skip blanks, or take tabs for them. It shows only the
    /// decoded bytes of a chunked body, so that its framing cannot be judged. It reads half of its pool at once: of a
    /// longer head, not all lines could be judged before it takes them. And what follows the request is its next one,
    /// whose request line it reads before it calls us.
    func isForLibrary(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        LibraryDaemon.takes(requestOf: requestCount, fields: end.fields) && !end.hasTransferEncoding
            && bytes.count <= requestCount && Self.isRequestLine(UnsafeBufferPointer(rebasing: bytes[line]))
    }

    /// Bytes of the request, with its body.
    var requestCount: Int { count + end.contentLength }

    /// Whether the bytes begin with a whole request line that libmicrohttpd reads as it is meant.
    static func isWholeLine(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress, let found = memchr(base, 0x0A, bytes.count) else { return false }
        let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        guard end > 0 else { return false }
        return isRequestLine(UnsafeBufferPointer(start: base, count: base[end - 1] == 0x0D ? end - 1 : end))
    }

    /// Whether the bytes may be the beginning of a head that libmicrohttpd can read.
    static func mayBegin(with bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let (line, isWhole) = firstLine(bytes)
        if isWhole { return isRequestLine(UnsafeBufferPointer(rebasing: bytes[line])) }
        return bytes[line].allSatisfy { $0 >= 0x20 || $0 == 0x0D }
    }

    /// The first line that is not empty, without its line end, as far as it is there. Empty lines before a request line
    /// are skipped (RFC 9112, 2.2).
    private static func firstLine(_ bytes: UnsafeBufferPointer<UInt8>) -> (line: Range<Int>, isWhole: Bool) {
        var start = 0
        while start < bytes.count {
            if bytes[start] == 0x0D, start + 1 < bytes.count, bytes[start + 1] == 0x0A {
                start += 2
            } else if bytes[start] == 0x0A {
                start += 1
            } else {
                break
            }
        }
        guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0A, bytes.count - start) else {
            return (start..<bytes.count, false)
        }
        let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        return (start..<(bytes[end - 1] == 0x0D ? end - 1 : end), true)
    }

    /// Three words with one space between them, of which the last is such as `HTTP/1.1` (RFC 9112, 2.3 and 3), and no
    /// control character. Not CONNECT, which 1.0 closes the connection for, and no coded NUL, which 1.0.10 refuses by
    /// itself.
    private static func isRequestLine(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        guard line.count > 11, let base = line.baseAddress else { return false }
        let count = line.count - 9
        guard memcmp(base + count, " HTTP/1.", 8) == 0, base[line.count - 1] | 1 == UInt8(ascii: "1") else {
            return false
        }
        var (spaces, hasPercent) = (0, false)
        for place in 0..<count {
            let byte = base[place]
            if byte > 0x25, byte != 0x7F { continue }
            switch byte {
            case 0x20: spaces += 1
            case 0x25: hasPercent = true
            case 0x21...0x24: break
            default: return false
            }
        }
        return spaces == 1 && base[0] != 0x20 && base[count - 1] != 0x20
            && !(count > 7 && memcmp(base, "CONNECT ", 8) == 0)
            && !(hasPercent && hasCodedNUL(UnsafeBufferPointer(start: base, count: count)))
    }

    private static func hasCodedNUL(_ words: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = words.baseAddress else { return false }
        var start = 0
        while let found = memchr(base + start, 0x25, words.count - start) {
            let position = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            guard position + 2 < words.count else { return false }
            if words[position + 1] == 0x30, words[position + 2] == 0x30 { return true }
            start = position + 1
        }
        return false
    }
}
