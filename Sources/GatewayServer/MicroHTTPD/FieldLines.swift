internal import Glibc
internal import HTTP1
internal import Wire

/// The field lines of a request's head as they came, read before libmicrohttpd parses them. Its versions join, drop and
/// refuse different lines, and do not report it afterwards.
struct FieldLines {
    /// The first byte after the request line.
    let start: UnsafeMutablePointer<UInt8>
    /// Bytes that may be read.
    let limit: Int

    /// The result of reading the lines.
    struct Reading {
        /// Bytes up to and including the empty line; nil if it is not within `limit`.
        var count: Int?
        /// True if all lines are well-formed field lines.
        var isSound = true
        /// Whether all names are tokens.
        var namesAreTokens = true
        var hasCookies = false
        /// True if a value has blanks behind it.
        var hasTrailingBlanks = false
    }

    /// Appends the fields to a request (RFC 9112, 5), if all lines are there. A line may end in a bare LF (2.2).
    func read(into request: Request) -> Reading {
        var reading = Reading()
        var position = 0
        let offset = request.head.count
        while let line = line(at: position) {
            position = line.next
            if line.count == 0 {
                reading.count = position
                request.appendLines(UnsafeBufferPointer(start: start, count: position))
                return reading
            }
            guard let field = FieldLine(UnsafeBufferPointer(start: line.start, count: line.count)) else {
                reading.isSound = false
                continue
            }
            if !field.hasToken { reading.namesAreTokens = false }
            if field.nameCount == 6, Self.isCookie(line.start) { reading.hasCookies = true }
            if field.value.upperBound < line.count { reading.hasTrailingBlanks = true }
            let place = offset + (line.start - start)
            request.appendField(
                name: place..<place + field.nameCount,
                value: place + field.value.lowerBound..<place + field.value.upperBound)
        }
        return reading
    }

    /// What the end of the lines tells before they are read.
    struct End {
        /// Bytes up to and including the empty line.
        var count = 0
        var fields = 0
        var hasTransferEncoding = false
        /// The largest Content-Length.
        var contentLength = 0
    }

    /// Nil if the empty line has not come yet.
    var end: End? {
        var end = End()
        while let line = line(at: end.count) {
            end.count = line.next
            if line.count == 0 { return end }
            end.fields += 1
            switch line.start[0] | 0x20 {
            case UInt8(ascii: "t") where line.count >= 17 && strncasecmp(line.start, "transfer-encoding", 17) == 0:
                end.hasTransferEncoding = true
            case UInt8(ascii: "c") where line.count >= 15 && strncasecmp(line.start, "content-length:", 15) == 0:
                end.contentLength = max(end.contentLength, number(in: line.start + 15, line.count - 15))
            default: break
            }
        }
        return nil
    }

    /// The number behind blanks; saturates.
    private func number(in text: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
        var number = 0
        for index in 0..<count where !isBlank(text[index]) {
            guard (0x30...0x39).contains(text[index]) else { break }
            number = min(number, .max / 20) * 10 + Int(text[index] - 0x30)
        }
        return number
    }

    /// Renames the Cookie fields. libmicrohttpd would copy their values and cookies
    /// into the connection's pool; where that is full, 1.0.1 and 1.0.10 answer by themselves.
    func hideCookies() {
        var position = 0
        while position + 7 <= limit {
            let letter = start + position
            if Self.isCookie(letter) {
                letter.pointee = UInt8(ascii: "~")
            }
            guard let line = line(at: position), line.count > 0 else { break }
            position = line.next
        }
    }

    /// Moves the blanks behind each value to its front, where every version of the library skips them (RFC 9110, 5.5):
    /// 0.9.75 takes those behind a value for a part of it, and then knows neither its length nor its coding.
    func moveTrailingBlanks() {
        var position = 0
        while let line = line(at: position), line.count > 0 {
            position = line.next
            guard isBlank(line.start[line.count - 1]), let colon = memchr(line.start, 0x3A, line.count) else {
                continue
            }
            var (first, last) = (colon - UnsafeMutableRawPointer(line.start) + 1, line.count)
            while first < last, isBlank(line.start[first]) { first += 1 }
            while last > first, isBlank(line.start[last - 1]) { last -= 1 }
            let moved = line.count - last
            memmove(line.start + first + moved, line.start + first, last - first)
            memset(line.start + first, 0x20, moved)
        }
    }

    /// Ends the head before its first field, so that every version of the library asks for an answer at once. A head
    /// without fields may have no second byte.
    func cutOff() {
        guard start[0] != 0x0A else { return }
        start[0] = 0x0D
        start[1] = 0x0A
    }

    private static func isCookie(_ name: UnsafeMutablePointer<UInt8>) -> Bool {
        (name[0] | 0x20) == UInt8(ascii: "c") && strncasecmp(name, "cookie:", 7) == 0
    }

    /// The line at an offset, without its line end; nil if it is not complete.
    private func line(at offset: Int) -> (start: UnsafeMutablePointer<UInt8>, count: Int, next: Int)? {
        guard offset < limit, let end = memchr(start + offset, 0x0A, limit - offset) else { return nil }
        let next = end - UnsafeMutableRawPointer(start) + 1
        var count = next - 1 - offset
        if count > 0, start[next - 2] == 0x0D { count -= 1 }
        return (start + offset, count, next)
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
