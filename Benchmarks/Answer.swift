/// An HTTP/1.1 response, parsed as far as the benchmarks need it.
struct Answer {
    let status: Int
    let head: String
    let body: [UInt8]
    /// Bytes of all of it.
    var length: Int { head.utf8.count + body.count }

    /// Parses the response at the start of `bytes`; nil while it is incomplete. Without a Content-Length it is complete
    /// when the connection has ended.
    init?(_ bytes: [UInt8], ended: Bool) {
        guard let end = Self.endOfHead(bytes) else { return nil }
        head = String(decoding: bytes[..<end], as: UTF8.self)
        let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
        guard words.count >= 2, let status = Int(words[1]) else { return nil }
        self.status = status
        if let length = Self.contentLength(head) {
            guard bytes.count >= end + length else { return nil }
            body = Array(bytes[end..<(end + length)])
        } else {
            guard ended else { return nil }
            body = Array(bytes[end...])
        }
    }

    private static func endOfHead(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for index in 0...(bytes.count - 4) where bytes[index..<(index + 4)].elementsEqual([13, 10, 13, 10]) {
            return index + 4
        }
        return nil
    }

    private static func contentLength(_ head: String) -> Int? {
        for line in head.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            guard line[..<colon].lowercased() == "content-length" else { continue }
            return Int(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return nil
    }
}
