internal import Glibc
internal import HTTP1
internal import Wire

/// A request that libmicrohttpd reads as it is meant, in each of its versions: whole, with a plain head, and small enough for
/// its pool. The others are for our own reader.
struct LibraryRequest {
    let framing: RequestFraming
    /// What follows the head: all of the body.
    let body: UnsafeRawBufferPointer

    /// Reads the head into the request; nil if the bytes are not just one such request.
    init?(_ bytes: UnsafeMutableBufferPointer<UInt8>, into request: Request) {
        guard bytes.count <= LibraryDaemon.bufferSize, let base = bytes.baseAddress,
            let head = PlainHead(UnsafeBufferPointer(bytes), into: request),
            // Of a chunked body the library shows what is decoded only.
            !head.framing.isChunked, !head.framing.expectsContinue,
            head.count + (head.framing.contentLength ?? 0) == bytes.count,
            ServerConfiguration.fits(bytes.count, fields: request.fieldCount, in: LibraryDaemon.poolSize),
            // 1.0 closes the connection for CONNECT, and 1.0.10 refuses a coded NUL by itself.
            request.methodWord != RequestFraming.connect, !Self.hasCodedNUL(request)
        else { return nil }
        framing = head.framing
        body = UnsafeRawBufferPointer(start: base + head.count, count: bytes.count - head.count)
        Self.hideParts(bytes, request)
    }

    private static func hasCodedNUL(_ request: Request) -> Bool {
        request.head.withUnsafeBufferPointer { head in
            var place = request.target.lowerBound
            while place + 2 < request.target.upperBound {
                guard let found = memchr(head.baseAddress! + place, 0x25, request.target.upperBound - place) else {
                    return false
                }
                place = UnsafeRawPointer(found) - UnsafeRawPointer(head.baseAddress!) + 1
                if place + 1 < request.target.upperBound, head[place] == 0x30, head[place + 1] == 0x30 { return true }
            }
            return false
        }
    }

    /// Overwrites the mark before the query, and the first letter of each Cookie field, in the library's buffer. It would put
    /// their parts into the connection's pool, one by one, for nobody, and loses its way where the pool is full.
    private static func hideParts(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ request: Request) {
        guard let base = bytes.baseAddress else { return }
        if let mark = memchr(base + request.method.count + 1, 0x3F, request.target.count) {
            mark.storeBytes(of: UInt8(ascii: "!"), as: UInt8.self)
        }
        for index in 0..<request.fieldCount {
            let name = request.fieldName(index)
            guard name.count == 6 else { continue }
            let letters = base + name.lowerBound + besidesWords
            if strncasecmp(letters, "cookie", 6) == 0 { letters.pointee = UInt8(ascii: "~") }
        }
    }

    /// Bytes of a plain request line that are neither of the method nor of the target: two spaces, the version, CRLF.
    private static let besidesWords = 12
}
