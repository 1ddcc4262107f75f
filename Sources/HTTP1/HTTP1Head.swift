public import Wire

/// Encodes heads of responses as HTTP/1 (RFC 9112).
public enum HTTP1Head {
    /// What the fields that are added to a head depend on.
    public struct Setting: Sendable, Hashable {
        /// The value of the `Date` field; nil for none.
        public var date: [UInt8]?
        /// The client's minor version of HTTP/1, 0 or 1. The status line has 1.1 whatever it is (RFC 9110, 2.5).
        public var minorVersion: Int
        /// Whether the client expects the connection to be kept.
        public var keepAlive: Bool
        /// Whole seconds that it is kept without a request, which the head then says; nil to say nothing.
        public var timeout: Int?

        public init(
            date: [UInt8]? = nil, minorVersion: Int = 1, keepAlive: Bool = true, timeout: Int? = nil
        ) {
            self.date = date
            self.minorVersion = minorVersion
            self.keepAlive = keepAlive
            self.timeout = timeout
        }
    }

    /// Appends the head and the empty line that ends it. The order is that of libmicrohttpd: Connection, Date, the
    /// response's own fields, framing.
    public static func write(
        _ head: ResponseHead, _ framing: Framing, _ setting: Setting, into bytes: inout [UInt8]
    ) {
        writeStatusLine(head, into: &bytes)
        if !head.isExact {
            if !head.has("connection") { writeConnection(head, framing, setting, into: &bytes) }
            if let date = setting.date, !head.omitsDate, !head.has("date") { write("Date: ", date, into: &bytes) }
        }
        for field in head.fields {
            bytes.append(contentsOf: field.name)
            if !field.name.isEmpty { bytes.append(contentsOf: ": ".utf8) }
            bytes.append(contentsOf: field.value)
            bytes.append(contentsOf: "\r\n".utf8)
        }
        switch framing {
        case .length(let count):
            bytes.append(contentsOf: "Content-Length: ".utf8)
            write(count, into: &bytes)
            bytes.append(contentsOf: "\r\n".utf8)
        case .chunked where setting.minorVersion > 0:
            write("Transfer-Encoding: ", Array("chunked".utf8), into: &bytes)
        case .chunked, .close, .none, .asGiven, .written: break
        }
        bytes.append(contentsOf: "\r\n".utf8)
    }

    /// The size of the head in the most common case: for an HTTP/1.1 client, with a date, with a Content-Length of this
    /// value, and without a Connection field.
    public static func count(of head: ResponseHead, length: Int) -> Int {
        var count = 9 + 3 + 1 + 2 + 2  // "HTTP/1.1 ", the status, a space, and two line ends
        count += head.reason?.count ?? StatusPhrase.phrase(for: head.status).utf8.count
        if !head.omitsDate, !head.has("date") { count += 6 + 29 + 2 }
        for field in head.fields { count += field.name.count + 2 + field.value.count + 2 }
        count += 16 + 1 + 2  // "Content-Length: ", one digit
        var rest = length / 10
        while rest > 0 {
            count += 1
            rest /= 10
        }
        return count
    }

    /// The offset of a position in an encoded head.
    static func offset(of position: HeadPosition, in written: [UInt8], of head: ResponseHead) -> Int {
        func afterStatusLine(_ count: Int) -> Int {
            var line: [UInt8] = []
            writeStatusLine(head, into: &line)
            return min(line.count + count, written.count)
        }
        return switch position {
        case .statusLine: afterStatusLine(0)
        case .byte(let count): min(count, written.count)
        case .fieldByte(let count): afterStatusLine(count)
        }
    }

    static func writeStatusLine(_ head: ResponseHead, into bytes: inout [UInt8]) {
        if let line = head.statusLine {
            bytes.append(contentsOf: line)
        } else {
            bytes.append(contentsOf: (head.isHTTP10 ? "HTTP/1.0 " : "HTTP/1.1 ").utf8)
            write(head.status, into: &bytes)
            bytes.append(UInt8(ascii: " "))
            if let reason = head.reason {
                bytes.append(contentsOf: reason)
            } else {
                bytes.append(contentsOf: StatusPhrase.phrase(for: head.status).utf8)
            }
        }
        bytes.append(contentsOf: "\r\n".utf8)
    }

    private static func writeConnection(
        _ head: ResponseHead, _ framing: Framing, _ setting: Setting, into bytes: inout [UInt8]
    ) {
        let endsWithConnection =
            framing == .close || framing == .written(.close) || (framing == .chunked && setting.minorVersion == 0)
        if !setting.keepAlive || endsWithConnection {
            write("Connection: ", Array("close".utf8), into: &bytes)
        } else if let timeout = setting.timeout, !head.has("keep-alive") {
            // The field is of this connection alone, which `Connection` says of it (RFC 9110, 7.6.1).
            write("Connection: ", Array("keep-alive".utf8), into: &bytes)
            write("Keep-Alive: ", Array("timeout=\(timeout)".utf8), into: &bytes)
        } else if setting.minorVersion == 0 {
            write("Connection: ", Array("Keep-Alive".utf8), into: &bytes)
        }
    }

    /// Digits; a text would be made on the heap for each head.
    private static func write(_ number: Int, into bytes: inout [UInt8]) {
        guard number > 9 else { return bytes.append(UInt8(ascii: "0") + UInt8(max(0, number))) }
        write(number / 10, into: &bytes)
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    private static func write(_ name: String, _ value: [UInt8], into bytes: inout [UInt8]) {
        bytes.append(contentsOf: name.utf8)
        bytes.append(contentsOf: value)
        bytes.append(contentsOf: "\r\n".utf8)
    }
}
