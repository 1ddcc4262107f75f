internal import Glibc
internal import Rules
internal import Wire

/// An exchange in a journal, read where its record is: a fixed part, then head, fields and body of the request, the head of
/// the answer, what only some records have, and the TLS of its connection.
///
/// `@unchecked Sendable`: valid as long as its memory is, which whoever has it keeps; nothing writes there any more.
struct JournalRecord: @unchecked Sendable {
    private let start: UnsafeRawPointer

    private init(start: UnsafeRawPointer) { self.start = start }

    /// Facts about an exchange other than its request. What verdicts read of each record comes first, close together.
    struct Facts {
        var sequence: UInt64 = 0
        /// Counts the entries as they end, from 1; 0 in flight.
        var completion: UInt64 = 0
        var connection: UInt64 = 0
        /// Without a request: connections over the limit of which this is the entry.
        var hit: UInt64 = 0
        /// Nanoseconds of the monotonic clock.
        var arrived: UInt64 = 0
        var ended: UInt64 = 0
        /// When the first and the last byte of the answer left; 0 if none did, or if that is not known.
        var firstByte: UInt64 = 0
        var lastByte: UInt64 = 0
        /// When the client closed its side before the exchange had ended; 0 if it did not.
        var closedAt: UInt64 = 0
        var rule: Int32 = JournalRecord.noRule
        var step: Int32 = -1
        /// Nanoseconds by which `arrived` may be wrong.
        var clockAge: UInt32 = 0
        /// Nanoseconds by which `closedAt`, or `ended` where the client ended it, may be wrong.
        var endAge: UInt32 = 0
        var status: UInt16 = 0
        /// Counts the scenarios that the session has had, from 1: `rule` is a number in the one that it had then.
        var generation: UInt16 = 1
        var end: UInt8 = 0
        var flags: Flags = []
        var version = HTTPVersion.http11
        /// Notes of the engine on the answer.
        var notes: AnswerNotes = []
        /// Milliseconds since 1970.
        var arrivedAt: Int64 = 0
        var bytesSent: UInt64 = 0
        /// The number of the connection that was accepted last when it ended.
        var lastConnection: UInt64 = 0
        var bodyCount: UInt64 = 0
        /// Digest of the body, of which the record may have only a part.
        var bodyDigest: UInt64 = 0
        /// Bytes of the answer's head, of which the record may have fewer.
        var headCount: UInt32 = 0
        /// Bytes of the path that selected the session.
        var prefixCount: UInt32 = 0
        var choice: Int32 = -1
        /// Index of the first rule that did not match because a pattern exceeded the step limit.
        var overLimitRule: Int32 = JournalRecord.noRule
    }

    struct Flags: OptionSet {
        let rawValue: UInt16
        static let clientClosed = Flags(rawValue: 1)
        /// The exchange has not ended yet.
        static let inFlight = Flags(rawValue: 2)
        /// The request was refused before it was read; its content is not known.
        static let refused = Flags(rawValue: 4)
        /// The connection did not send an HTTP/1 request; `body` has the bytes that it sent.
        static let noRequest = Flags(rawValue: 8)
        /// The answer that was decided could not be sent, for lack of a file descriptor.
        static let lacksDescriptor = Flags(rawValue: 16)
        /// No rule and no system answered: a 404 that names the nearest rule.
        static let unmatched = Flags(rawValue: 32)
        /// Not all of the body that was announced has come.
        static let bodyIncomplete = Flags(rawValue: 64)
        /// The client closed its side before anything of the answer had left.
        static let closedEarly = Flags(rawValue: 128)
        /// The first of its session on a connection of a proxy.
        static let byProxy = Flags(rawValue: 256)
        /// Mishap ended it while its client waited, since its session was reset or deleted.
        static let cutOff = Flags(rawValue: 512)
        /// It came when the end of its connection was on its way, and got no answer.
        static let crossed = Flags(rawValue: 1024)
        /// What was agreed on in the TLS handshake of its connection stands at the end of the record.
        static let tls = Flags(rawValue: 2048)
    }

    /// Value of `rule` if no rule matched.
    static let noRule: Int32 = -3
    /// Value of `rule` for a rule that was added to the session: the extras have its name. No number of `EngineAnswer`.
    static let addedRule: Int32 = -5

    struct Layout {
        var size: UInt32
        var headCount: UInt32
        var methodStart: UInt32
        var methodEnd: UInt32
        var fieldCount: UInt32
        var keptBody: UInt32
        var sentHeadCount: UInt32
        var extraCount: UInt32
        var facts: Facts
    }

    static let fixed = (MemoryLayout<Layout>.stride + 7) & ~7

    /// `place`: that of a record.
    init(at place: UInt64) { start = UnsafeRawPointer(bitPattern: UInt(place))! }

    /// Where it is in memory.
    var place: UInt64 { UInt64(UInt(bitPattern: start)) }

    /// Visits all records of a block.
    @inline(__always)
    static func forEach(in block: JournalBlock.Written, _ visit: (JournalRecord) -> Void) {
        withExtendedLifetime(block) {
            guard var place = block.bytes.baseAddress else { return }
            let end = place + block.bytes.count
            while place < end {
                let record = JournalRecord(start: place)
                visit(record)
                place += record.size
            }
        }
    }

    private var layout: UnsafePointer<Layout> { start.assumingMemoryBound(to: Layout.self) }

    var facts: Facts { layout.pointee.facts }
    var size: Int { Int(layout.pointee.size) }
    /// All of it.
    var bytes: UnsafeRawBufferPointer { part(0, size) }

    // MARK: The request

    /// Where the target begins, and the method behind it.
    private var head: Int { Self.fixed }
    /// Where three numbers for each field begin: the ends of what is before its name, of the name, and of the value.
    private var slots: Int { head + Int(layout.pointee.headCount) }
    private var bodyStart: Int { slots + 12 * Int(layout.pointee.fieldCount) }
    private var sentHeadStart: Int { bodyStart + keptBody }

    /// Bytes of the body that are kept.
    var keptBody: Int { Int(layout.pointee.keptBody) }

    private func part(_ offset: Int, _ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start + offset, count: count)
    }

    private func headPart(_ start: UInt32, _ end: UInt32) -> UnsafeRawBufferPointer {
        part(head + Int(start), Int(end - start))
    }

    private var targetBytes: UnsafeRawBufferPointer { headPart(0, layout.pointee.methodStart) }
    private var methodBytes: UnsafeRawBufferPointer {
        headPart(layout.pointee.methodStart, layout.pointee.methodEnd)
    }
    private var bodyBytes: UnsafeRawBufferPointer { part(bodyStart, keptBody) }

    @inline(__always)
    private func forEachField(_ visit: (_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Void) {
        let slots = slots
        for index in 0..<Int(layout.pointee.fieldCount) {
            func slot(_ part: Int) -> UInt32 {
                start.loadUnaligned(fromByteOffset: slots + 12 * index + 4 * part, as: UInt32.self)
            }
            visit(headPart(slot(0), slot(1)), headPart(slot(1), slot(2)))
        }
    }

    var target: [UInt8] { Array(targetBytes) }
    var method: [UInt8] { Array(methodBytes) }
    var body: [UInt8] { Array(bodyBytes) }
    var fields: [(name: [UInt8], value: [UInt8])] {
        var fields: [(name: [UInt8], value: [UInt8])] = []
        forEachField { fields.append((Array($0), Array($1))) }
        return fields
    }

    /// The values of a field, whose name is in lower case.
    func headers(_ name: [UInt8]) -> [[UInt8]] {
        var values: [[UInt8]] = []
        forEachField { if Self.isName(name, $0) { values.append(Array($1)) } }
        return values
    }

    /// Whether it has that field once, with this value.
    func hasHeader(_ name: [UInt8], _ value: [UInt8]) -> Bool {
        var (count, isEqual) = (0, false)
        forEachField { own, found in
            guard Self.isName(name, own) else { return }
            count += 1
            isEqual = found.count == value.count && memcmp(found.baseAddress!, value, value.count) == 0
        }
        return count == 1 && isEqual
    }

    @inline(__always)
    private static func isName(_ name: [UInt8], _ own: UnsafeRawBufferPointer) -> Bool {
        own.count == name.count && name.indices.allSatisfy { own[$0].asciiLowercased == name[$0] }
    }

    /// As it came, with the body as far as it is kept.
    var request: Request {
        let request = Request()
        request.begin(target: targetBytes.assumingMemoryBound(to: UInt8.self))
        request.setMethod(methodBytes.assumingMemoryBound(to: UInt8.self))
        forEachField {
            request.append(
                name: $0.assumingMemoryBound(to: UInt8.self), value: $1.assumingMemoryBound(to: UInt8.self))
        }
        let facts = facts
        request.body = body
        request.version = facts.version
        request.tls = tls
        request.bodyCount = Int(clamping: facts.bodyCount)
        request.announcesBody = facts.bodyCount > 0
        request.isBodyComplete = true
        request.removePathPrefix(Int(facts.prefixCount))
        return request
    }

    /// Whether all of its body is kept.
    var hasWholeBody: Bool { UInt64(keptBody) == facts.bodyCount }

    /// As the rules saw it: with `decoding`, a body with a Content-Encoding is decoded, unless it is not kept whole.
    func request(decoding: Bool) -> Request {
        let request = request
        if decoding, !request.body.isEmpty, hasWholeBody, case .success(let coding)? = BodyDecoder.coding(of: request),
            case .success(let decoded) = BodyDecoder.ofJournals.decode(request.body, coding)
        {
            request.decodeBody(to: decoded.bytes)
        }
        return request
    }

    // MARK: The answer

    /// The head of the answer, as far as it is kept, and whether more of it was sent.
    var answerHead: (bytes: [UInt8], isPart: Bool) {
        let (sent, count) = (facts.bytesSent, facts.headCount)
        // An answer that broke off may have lost some of it.
        let bytes = Array(part(sentHeadStart, Int(layout.pointee.sentHeadCount)).prefix(Int(clamping: sent)))
        return (bytes, bytes.count < count && UInt64(bytes.count) < sent)
    }

    var hasExtras: Bool { layout.pointee.extraCount > 0 }
    var extras: JournalExtras.Content { JournalExtras.Content(extrasBytes) }
    /// What a client's first TLS message said, where no request came.
    var hello: TLSHello? { JournalExtras.hello(in: extrasBytes) }
    /// The failure of the connection, in spite of which its client went on.
    var taken: String? { JournalExtras.taken(in: extrasBytes) }
    private var extrasBytes: UnsafeRawBufferPointer { part(extrasStart, Int(layout.pointee.extraCount)) }
    private var extrasStart: Int { sentHeadStart + Int(layout.pointee.sentHeadCount) }

    /// Nil in the clear.
    var tls: TLSInfo? {
        guard facts.flags.contains(.tls) else { return nil }
        let start = extrasStart + Int(layout.pointee.extraCount)
        return TLSInfo(encoded: part(start, size - start))
    }
}
