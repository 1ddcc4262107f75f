/// A request as it came in: one contiguous copy of method, target and fields, with a table of where they are.
///
/// Order, spelling and duplicates are kept. A request is refilled for each exchange of a connection, so
/// that a kept-alive connection allocates nothing for it; and it is an object, so that handing it down the
/// line copies no reference. It belongs to the thread of its shard; another thread gets a `snapshot()`.
public final class Request {
    /// Target, method, and each field's name and value, back to back.
    public private(set) var head: [UInt8] = []
    @usableFromInline private(set) var slots: [Slot] = []
    private(set) var methodEnd = 0
    /// The target as it was sent, not decoded.
    public private(set) var target: Range<Int> = 0..<0
    private(set) var pathBegin = 0
    /// Where the path begins for matching: behind the prefix that chose the session.
    public private(set) var pathStart = 0
    /// The end of the path: the first `?`, or the end of the target.
    public private(set) var pathEnd = 0
    /// What the URL by which it came begins with: the connection's, the same for all its requests.
    public var scheme = Scheme.http
    /// 1 for HTTP/1.1, 0 for HTTP/1.0.
    public var minorVersion = 1
    /// Whether the head announces a body.
    public var announcesBody = false
    /// What has come of the body, up to the server's bound for keeping it.
    public var body: [UInt8] = []
    /// Bytes of body that came, kept or not.
    public var bodyCount = 0
    public var isBodyComplete = false
    private let lastQuery = DecodedQuery()

    /// The fields of the query, decoded for the first who asks.
    package var decodedQuery: DecodedQuery {
        lastQuery.read(head, query)
        return lastQuery
    }

    /// Where a field's name and value begin, and where the value ends.
    @usableFromInline
    struct Slot: Sendable {
        @usableFromInline var name: UInt32
        @usableFromInline var value: UInt32
        @usableFromInline var end: UInt32
    }

    public init() {}

    /// The request that a snapshot was taken of.
    public init(_ snapshot: RequestSnapshot) {
        head = snapshot.head
        slots = snapshot.slots
        target = snapshot.target
        methodEnd = snapshot.methodEnd
        pathBegin = snapshot.pathBegin
        pathStart = snapshot.pathStart
        pathEnd = snapshot.pathEnd
        scheme = snapshot.scheme
        minorVersion = snapshot.minorVersion
        announcesBody = snapshot.announcesBody
        body = snapshot.body
        bodyCount = snapshot.bodyCount
        isBodyComplete = snapshot.isBodyComplete
    }

    /// Starts over with another request, keeping the room that the last one took.
    public func begin(target: UnsafeBufferPointer<UInt8>) {
        lastQuery.clear()
        head.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
        body.removeAll(keepingCapacity: true)
        bodyCount = 0
        isBodyComplete = false
        announcesBody = false
        minorVersion = 1
        unsafe head.append(contentsOf: target)
        self.target = 0..<head.count
        methodEnd = head.count
        pathBegin = head.first == UInt8(ascii: "/") ? 0 : endOfAuthority
        pathStart = pathBegin
        pathEnd = pathBegin
        while pathEnd < head.count, head[pathEnd] != UInt8(ascii: "?") { pathEnd += 1 }
    }

    /// Gives back the memory of a large body as soon as nobody needs it any more.
    public func dropLargeBody() {
        if body.capacity > 1 << 16 { body = [] }
    }

    /// Follows `begin`, ahead of the fields.
    public func setMethod(_ method: UnsafeBufferPointer<UInt8>) {
        unsafe head.append(contentsOf: method)
        methodEnd = head.count
    }

    public func append(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        let nameStart = UInt32(truncatingIfNeeded: head.count)
        unsafe head.append(contentsOf: name)
        let valueStart = UInt32(truncatingIfNeeded: head.count)
        unsafe head.append(contentsOf: value)
        slots.append(
            Slot(name: nameStart, value: valueStart, end: UInt32(truncatingIfNeeded: head.count)))
    }

    /// There are no fields yet again.
    public func removeFields() {
        head.removeSubrange(methodEnd...)
        slots.removeAll(keepingCapacity: true)
    }

    /// Leaves the first `count` bytes of the path to the choice of the session.
    public func removePathPrefix(_ count: Int) {
        pathStart = min(pathStart + count, pathEnd)
    }

    /// The path is the whole of it again.
    public func restorePathPrefix() { pathStart = pathBegin }

    /// Where the path begins in an absolute target, as proxies get it: `http://host/path` (RFC 9112, 3.2.2).
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

    public var version: HTTPVersion { minorVersion == 0 ? .http10 : .http11 }
    public var method: Range<Int> { target.upperBound..<methodEnd }
    public var isHead: Bool {
        method.count == 4 && head[method.lowerBound] == UInt8(ascii: "H") && head[method].elementsEqual("HEAD".utf8)
    }
    /// The path behind the prefix, raw; empty where the prefix was all of it.
    public var path: Range<Int> { pathStart..<pathEnd }
    /// What of the path chose the session, raw; empty where nothing did.
    public var pathPrefix: Range<Int> { pathBegin..<pathStart }
    /// The host of an absolute target, which holds in place of the Host field (RFC 9112, 3.2.2).
    public var authority: Range<Int>? {
        guard pathBegin > 0, let colon = head[..<pathBegin].firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return colon + 3..<pathBegin
    }
    /// The query without its `?`; nil where the target has none.
    public var query: Range<Int>? { pathEnd < target.upperBound ? pathEnd + 1..<target.upperBound : nil }

    @inlinable public var fieldCount: Int { slots.count }
    @inlinable
    public func fieldName(_ index: Int) -> Range<Int> { Int(slots[index].name)..<Int(slots[index].value) }
    @inlinable
    public func fieldValue(_ index: Int) -> Range<Int> { Int(slots[index].value)..<Int(slots[index].end) }

    /// Whether the field at `index` has this name, which is given in lower case.
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

    /// Whether all bytes of a part of the head are as they should be. Looks up once where they are.
    @inlinable @inline(__always)
    package func allBytes(_ range: Range<Int>, _ isRight: (UInt8) -> Bool) -> Bool {
        unsafe head.withUnsafeBufferPointer { head in
            unsafe UnsafeBufferPointer(rebasing: head[range]).allSatisfy(isRight)
        }
    }

    /// The value of the first field of that name, which is given in lower case.
    public func first(_ lowercased: [UInt8]) -> Range<Int>? {
        for index in slots.indices where isField(index, named: lowercased) { return fieldValue(index) }
        return nil
    }

    /// The values of the first fields of two names, which are given in lower case and differ in length: one pass over
    /// all fields, in which their lengths tell almost all others apart.
    public func firsts(_ one: [UInt8], _ other: [UInt8]) -> (Range<Int>?, Range<Int>?) {
        var found: (Range<Int>?, Range<Int>?)
        let (oneCount, otherCount) = (UInt32(one.count), UInt32(other.count))
        for index in slots.indices {
            let slot = slots[index]
            let count = slot.value &- slot.name
            if count == oneCount {
                if found.0 == nil, isField(index, named: one) { found.0 = fieldValue(index) }
            } else if count == otherCount, found.1 == nil, isField(index, named: other) {
                found.1 = fieldValue(index)
            }
        }
        return found
    }

    /// Text of a part of the head, with invalid UTF-8 repaired; for people, never for matching.
    public func text(_ range: Range<Int>) -> String { String(decoding: head[range], as: UTF8.self) }
}

extension Request {
    /// A request made by hand, for tests and for `fail/…` routes.
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
