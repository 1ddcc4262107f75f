public import Bytes

/// A request as it was received: one contiguous copy of target, method and fields, with a table of their offsets.
///
/// Order, spelling and duplicates are kept. A connection refills the same object for each exchange, so that keep-alive
/// connections allocate nothing for it; and it is a class, so that passing it on copies no storage. It belongs to the
/// thread of its shard; other threads get a `snapshot()`.
public final class Request {
    /// Target and method back to back, then names and values of fields: back to back, or in the lines in which they came.
    public private(set) var head: [UInt8] = []
    @usableFromInline private(set) var slots: [Slot] = []
    /// Bytes of the names and values of all fields.
    package private(set) var fieldBytes = 0
    private(set) var methodEnd = 0
    /// The bytes of the method as one number, the last one lowest, to compare it in one step: `GET` is 0x47_4554. 0 for a
    /// method of more than seven bytes, and for one that begins with NUL.
    package private(set) var methodWord: UInt64 = 0
    /// The request target as it was sent, not decoded.
    public private(set) var target: Range<Int> = 0..<0
    private(set) var pathBegin = 0
    /// The start of the path for matching, behind the prefix that selected the session.
    public private(set) var pathStart = 0
    /// The end of the path: the first `?` or the end of the target.
    public private(set) var pathEnd = 0
    /// The scheme of its URL; the connection's, so that it is the same for all its requests.
    public var scheme = Scheme.http
    /// What was agreed on in the TLS handshake of its connection; nil in the clear.
    public var tls: TLSInfo?
    public var version = HTTPVersion.http11
    /// Whether the head announces a body.
    public var announcesBody = false
    /// The body received so far, up to the server's limit for keeping it; decoded, if `encodedBody` is there.
    public var body: [UInt8] = []
    /// The body as it came, if it had a Content-Encoding and `body` is what was decoded from it.
    public private(set) var encodedBody: [UInt8]?
    /// Bytes of body received, whether kept or not.
    public var bodyCount = 0
    public var isBodyComplete = false
    /// Digest of the body received, whether kept or not.
    public private(set) var bodyDigest = BodyDigest()
    private let lastQuery = DecodedQuery()

    /// The decoded fields of the query, which is decoded on first use.
    package var decodedQuery: DecodedQuery {
        lastQuery.read(head, query)
        return lastQuery
    }

    /// The offsets of a field's name and value, and of their ends.
    @usableFromInline
    struct Slot: Sendable {
        @usableFromInline var name: UInt32
        @usableFromInline var nameEnd: UInt32
        @usableFromInline var value: UInt32
        @usableFromInline var end: UInt32
    }

    public init() {}

    /// Restores a request from a snapshot.
    public init(_ snapshot: RequestSnapshot) {
        head = snapshot.head
        slots = snapshot.slots
        fieldBytes = snapshot.fieldBytes
        target = snapshot.target
        methodEnd = snapshot.methodEnd
        methodWord = snapshot.methodWord
        pathBegin = snapshot.pathBegin
        pathStart = snapshot.pathStart
        pathEnd = snapshot.pathEnd
        scheme = snapshot.scheme
        tls = snapshot.tls
        version = snapshot.version
        announcesBody = snapshot.announcesBody
        body = snapshot.body
        encodedBody = snapshot.encodedBody
        bodyCount = snapshot.bodyCount
        isBodyComplete = snapshot.isBodyComplete
    }

    /// Begins another request, keeping the allocated memory.
    public func begin(target: UnsafeBufferPointer<UInt8>) {
        lastQuery.clear()
        head.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
        fieldBytes = 0
        body.removeAll(keepingCapacity: true)
        if encodedBody != nil { encodedBody = nil }
        bodyCount = 0
        bodyDigest = BodyDigest()
        isBodyComplete = false
        announcesBody = false
        version = .http11
        unsafe head.append(contentsOf: target)
        self.target = 0..<head.count
        methodEnd = head.count
        methodWord = 0
        pathBegin = head.first == UInt8(ascii: "/") ? 0 : endOfAuthority
        pathStart = pathBegin
        pathEnd = pathBegin
        while pathEnd < head.count, head[pathEnd] != UInt8(ascii: "?") { pathEnd += 1 }
    }

    /// Frees the body if it has more than 64 KiB of capacity, and the decoded query if it was a long one: a connection may
    /// be idle for long before the next request.
    public func dropLargeBuffers() {
        if body.capacity > 1 << 16 { body = [] }
        if encodedBody != nil { encodedBody = nil }
        lastQuery.clear()
    }

    /// Must be called after `begin` and before the first field is appended.
    public func setMethod(_ method: UnsafeBufferPointer<UInt8>) {
        unsafe head.append(contentsOf: method)
        methodEnd = head.count
        var word: UInt64 = 0
        if method.count <= 7, unsafe method.first != 0 {
            for index in method.indices { word = unsafe word << 8 | UInt64(method[index]) }
        }
        methodWord = word
    }

    public func append(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        let nameStart = UInt32(truncatingIfNeeded: head.count)
        unsafe head.append(contentsOf: name)
        let valueStart = UInt32(truncatingIfNeeded: head.count)
        unsafe head.append(contentsOf: value)
        fieldBytes += name.count + value.count
        slots.append(
            Slot(
                name: nameStart, nameEnd: valueStart, value: valueStart, end: UInt32(truncatingIfNeeded: head.count)))
    }

    /// Appends all field lines at once, as they came. `appendField` tells where the fields in them are.
    ///
    ///     let start = request.appendLines(lines)  // "A: b\r\n\r\n"
    ///     request.appendField(name: start..<start + 1, value: start + 3..<start + 4)
    ///
    /// - Returns: The offset of the lines in `head`.
    @discardableResult
    package func appendLines(_ lines: UnsafeBufferPointer<UInt8>) -> Int {
        let start = head.count
        unsafe head.append(contentsOf: lines)
        return start
    }

    /// Adds a field whose name and value are in lines that are appended at once, before this or after it.
    package func appendField(name: Range<Int>, value: Range<Int>) {
        fieldBytes += name.count + value.count
        slots.append(
            Slot(
                name: UInt32(truncatingIfNeeded: name.lowerBound), nameEnd: UInt32(truncatingIfNeeded: name.upperBound),
                value: UInt32(truncatingIfNeeded: value.lowerBound), end: UInt32(truncatingIfNeeded: value.upperBound)))
    }

    public func removeFields() {
        head.removeSubrange(methodEnd...)
        slots.removeAll(keepingCapacity: true)
        fieldBytes = 0
    }

    /// A piece of the body has come, which the caller keeps as far as it is needed.
    public func came(_ piece: UnsafeRawBufferPointer) {
        bodyCount += piece.count
        unsafe bodyDigest.update(Span(_unsafeBytes: piece))
    }

    /// The body as it came, as far as it is kept.
    public var receivedBody: [UInt8] { encodedBody ?? body }

    /// The body was decoded, which had a Content-Encoding.
    public func decodeBody(to decoded: [UInt8]) {
        encodedBody = body
        body = decoded
    }

    /// Excludes the first `count` bytes of the path, which selected the session, from `path`.
    public func removePathPrefix(_ count: Int) {
        pathStart = min(pathStart + count, pathEnd)
    }

    /// Excludes the first `count` bytes of the path while `body` runs.
    public func withoutPathPrefix<Result>(_ count: Int, _ body: () -> Result) -> Result {
        let start = pathStart
        removePathPrefix(count)
        defer { pathStart = start }
        return body()
    }

    /// The start of the path in a target in absolute form, as sent to proxies: `http://host/path` (RFC 9112, 3.2.2).
    private var endOfAuthority: Int {
        guard let colon = head.firstIndex(of: UInt8(ascii: ":")), head[colon...].starts(with: "://".utf8) else {
            return 0
        }
        var position = colon + 3
        while position < head.count, head[position] != UInt8(ascii: "/"), head[position] != UInt8(ascii: "?") {
            position += 1
        }
        return position
    }

    public var method: Range<Int> { target.upperBound..<methodEnd }
    public var isHead: Bool {
        method.count == 4 && head[method.lowerBound] == UInt8(ascii: "H") && head[method].elementsEqual("HEAD".utf8)
    }
    /// The path behind the prefix, not decoded; empty if the prefix is the whole path.
    public var path: Range<Int> { pathStart..<pathEnd }
    /// The part of the path that selected the session, not decoded; empty if there is none.
    public var pathPrefix: Range<Int> { pathBegin..<pathStart }
    /// The host and port of a target in absolute form, which override the Host field (RFC 9112, 3.2.2).
    public var authority: Range<Int>? {
        guard pathBegin > 0, let colon = head[..<pathBegin].firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return colon + 3..<pathBegin
    }
    /// The host that the request names, of a target in absolute form or of the Host field: in lower case and without the port,
    /// an IPv6 address in its brackets. Nil if it names none.
    public var host: [UInt8]? {
        guard let range = authority ?? first(Self.hostField) else { return nil }
        let bytes = head[range]
        let end = bytes.first == UInt8(ascii: "[") ? bytes.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } : nil
        let host = bytes[..<(end ?? bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex)]
        return host.isEmpty ? nil : host.map(\.asciiLowercased)
    }
    private static let hostField = Array("host".utf8)
    /// The query without its `?`; nil if the target has none.
    public var query: Range<Int>? { pathEnd < target.upperBound ? pathEnd + 1..<target.upperBound : nil }

    @inlinable public var fieldCount: Int { slots.count }
    @inlinable
    public func fieldName(_ index: Int) -> Range<Int> { Int(slots[index].name)..<Int(slots[index].nameEnd) }
    @inlinable
    public func fieldValue(_ index: Int) -> Range<Int> { Int(slots[index].value)..<Int(slots[index].end) }

    /// Whether the field at `index` has this name, which must be in lower case.
    @inlinable
    public func isField(_ index: Int, named lowercased: [UInt8]) -> Bool {
        let name = fieldName(index)
        guard name.count == lowercased.count else { return false }
        var position = 0
        return allBytes(name) { byte in
            defer { position += 1 }
            return byte.asciiLowercased == lowercased[position]
        }
    }

    /// Whether all bytes of a range of the head satisfy a condition. Faster than a subscript for each byte, since the
    /// storage is looked up once.
    @inlinable @inline(__always)
    package func allBytes(_ range: Range<Int>, _ isRight: (UInt8) -> Bool) -> Bool {
        unsafe head.withUnsafeBufferPointer { head in
            unsafe UnsafeBufferPointer(rebasing: head[range]).allSatisfy(isRight)
        }
    }

    /// The value of the first field of that name, which must be in lower case.
    public func first(_ lowercased: [UInt8]) -> Range<Int>? {
        for index in slots.indices where isField(index, named: lowercased) { return fieldValue(index) }
        return nil
    }

    /// The values of the first fields of three names, in one pass over all fields. The names must be in lower case and
    /// differ in length, by which almost all other fields are ruled out.
    public func firsts(
        _ one: [UInt8], _ other: [UInt8], _ third: [UInt8]
    ) -> (Range<Int>?, Range<Int>?, Range<Int>?) {
        var found: (Range<Int>?, Range<Int>?, Range<Int>?)
        let (oneCount, otherCount, thirdCount) = (UInt32(one.count), UInt32(other.count), UInt32(third.count))
        for index in slots.indices {
            let slot = slots[index]
            let count = slot.nameEnd &- slot.name
            if count == oneCount {
                if found.0 == nil, isField(index, named: one) { found.0 = fieldValue(index) }
            } else if count == otherCount, found.1 == nil, isField(index, named: other) {
                found.1 = fieldValue(index)
            } else if count == thirdCount, found.2 == nil, isField(index, named: third) {
                found.2 = fieldValue(index)
            }
        }
        return found
    }

    /// A range of the head as text, with U+FFFD for invalid UTF-8; for messages, never for matching.
    public func text(_ range: Range<Int>) -> String { String(decoding: head[range], as: UTF8.self) }
}

extension Request {
    /// Makes a request from values, for tests and for `fail/…` routes.
    public static func make(
        _ method: String = "GET", _ target: String, fields: [(String, String)] = [], body: [UInt8] = []
    ) -> Request {
        let request = Request()
        unsafe Array(target.utf8).withUnsafeBufferPointer { unsafe request.begin(target: $0) }
        unsafe Array(method.utf8).withUnsafeBufferPointer { unsafe request.setMethod($0) }
        for (name, value) in fields {
            unsafe Array(name.utf8).withUnsafeBufferPointer { name in
                unsafe Array(value.utf8).withUnsafeBufferPointer { value in
                    unsafe request.append(name: name, value: value)
                }
            }
        }
        request.body = body
        request.bodyCount = body.count
        request.announcesBody = !body.isEmpty
        request.isBodyComplete = true
        return request
    }
}
