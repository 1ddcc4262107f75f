internal import Glibc
internal import Rules
internal import Wire

/// Binary encoding of an exchange in a journal's ring: a fixed part, then head, fields and body of the request, the head of
/// the answer, and what only some records have.
struct JournalRecord {
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
    }

    /// Value of `rule` if no rule matched.
    static let noRule: Int32 = -3
    /// Value of `rule` for a rule that was added to the session: the extras have its name. No number of `EngineAnswer`.
    static let addedRule: Int32 = -5

    private struct Layout {
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

    private static let fixed = (MemoryLayout<Layout>.stride + 7) & ~7

    /// Most bytes of a body that are kept, whatever the rules read of it.
    private static let longestBody = 16 << 10

    /// `head`: the answer's head as it was sent.
    static func write(
        _ facts: Facts, _ request: Request, _ head: [UInt8] = [], _ extras: JournalExtras = JournalExtras(),
        to ring: JournalRing
    ) {
        let size = size(request, head, extras)
        ring.append(size, number: facts.completion, sequence: facts.sequence) {
            fill($0, size, facts, request, head, extras)
        }
    }

    /// Bytes of the record of a request.
    static func size(_ request: Request, _ head: [UInt8], _ extras: JournalExtras) -> Int {
        let body = min(request.receivedBody.count, longestBody)
        return (fixed + headCount(request) + 12 * request.fieldCount + body + head.count + extras.bytes.count + 7)
            & ~7
    }

    /// Bytes of target, method, names and values, which a record has back to back.
    private static func headCount(_ request: Request) -> Int { request.method.upperBound + request.fieldBytes }

    static func bytes(_ facts: Facts, _ request: Request, _ head: [UInt8], _ extras: JournalExtras) -> [UInt8] {
        let size = size(request, head, extras)
        var bytes = [UInt8](repeating: 0, count: size)
        bytes.withUnsafeMutableBytes { fill($0, size, facts, request, head, extras) }
        return bytes
    }

    private static func fill(
        _ memory: UnsafeMutableRawBufferPointer, _ size: Int, _ facts: Facts, _ request: Request,
        _ sentHead: [UInt8], _ extras: JournalExtras
    ) {
        let method = request.method
        let layout = Layout(
            size: UInt32(size), headCount: UInt32(headCount(request)), methodStart: UInt32(method.lowerBound),
            methodEnd: UInt32(method.upperBound), fieldCount: UInt32(request.fieldCount),
            keptBody: UInt32(min(request.receivedBody.count, longestBody)), sentHeadCount: UInt32(sentHead.count),
            extraCount: UInt32(extras.bytes.count), facts: facts)
        memory.storeBytes(of: layout, as: Layout.self)
        var place = memory.baseAddress! + fixed
        fillHead(&place, request, headCount: Int(layout.headCount))
        request.receivedBody.withUnsafeBytes {
            place.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(place), byteCount: min($0.count, longestBody))
        }
        place += Int(layout.keptBody)
        sentHead.withUnsafeBytes {
            place.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(place), byteCount: $0.count)
        }
        guard !extras.isEmpty else { return }
        place += sentHead.count
        extras.bytes.withUnsafeBytes { place.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    }

    /// Copies target, method, names and values, and behind them for each field where its name and value begin and end.
    private static func fillHead(_ place: inout UnsafeMutableRawPointer, _ request: Request, headCount: Int) {
        let start = place
        var slot = start + headCount
        request.head.withUnsafeBytes { head in
            guard let bytes = head.baseAddress else { return }
            var end = request.method.upperBound
            memcpy(start, bytes, end)
            for index in 0..<request.fieldCount {
                let (name, value) = (request.fieldName(index), request.fieldValue(index))
                let nameEnd = end &+ name.count
                memcpy(start + end, bytes + name.lowerBound, name.count)
                memcpy(start + nameEnd, bytes + value.lowerBound, value.count)
                slot.storeBytes(of: UInt32(truncatingIfNeeded: end), as: UInt32.self)
                (slot + 4).storeBytes(of: UInt32(truncatingIfNeeded: nameEnd), as: UInt32.self)
                end = nameEnd &+ value.count
                (slot + 8).storeBytes(of: UInt32(truncatingIfNeeded: end), as: UInt32.self)
                slot += 12
            }
        }
        place = slot
    }

    // MARK: Reading

    /// The facts, and how many bytes of the body are kept.
    static func bodyFacts(in memory: UnsafeRawBufferPointer, at offset: Int) -> (facts: Facts, kept: Int) {
        let layout = memory.loadUnaligned(fromByteOffset: offset, as: Layout.self)
        return (layout.facts, Int(layout.keptBody))
    }

    /// The values of a field of the request, whose name is in lower case.
    static func headers(_ name: [UInt8], in memory: UnsafeRawBufferPointer, at offset: Int) -> [[UInt8]] {
        var values: [[UInt8]] = []
        forEachField(name, in: memory, at: offset) { values.append(Array($0)) }
        return values
    }

    /// Whether the request has that field once, with this value.
    static func hasHeader(_ name: [UInt8], _ value: [UInt8], in memory: UnsafeRawBufferPointer, at offset: Int) -> Bool
    {
        var (count, isEqual) = (0, false)
        forEachField(name, in: memory, at: offset) { own in
            count += 1
            isEqual = own.count == value.count && value.withUnsafeBytes { compare(own, $0) }
        }
        return count == 1 && isEqual
    }

    private static func compare(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        guard let first = one.baseAddress, let second = other.baseAddress else { return true }
        return memcmp(first, second, one.count) == 0
    }

    @inline(__always)
    private static func forEachField(
        _ name: [UInt8], in memory: UnsafeRawBufferPointer, at offset: Int, _ visit: (UnsafeRawBufferPointer) -> Void
    ) {
        let start = offset + fixed
        let headCount = memory.loadUnaligned(fromByteOffset: offset + headCountOffset, as: UInt32.self)
        let fieldCount = memory.loadUnaligned(fromByteOffset: offset + fieldCountOffset, as: UInt32.self)
        let slots = start + Int(headCount)
        for index in 0..<Int(fieldCount) {
            func slot(_ part: Int) -> Int {
                Int(memory.loadUnaligned(fromByteOffset: slots + 12 * index + 4 * part, as: UInt32.self))
            }
            let nameStart = start + slot(0)
            guard slot(1) - slot(0) == name.count,
                name.indices.allSatisfy({ memory[nameStart + $0].asciiLowercased == name[$0] })
            else { continue }
            visit(UnsafeRawBufferPointer(rebasing: memory[start + slot(1)..<start + slot(2)]))
        }
    }

    /// The request of the record at an offset as it came, with the body as far as it is kept.
    static func request(in memory: UnsafeRawBufferPointer, at offset: Int) -> Request {
        let request = Request()
        let layout = memory.loadUnaligned(fromByteOffset: offset, as: Layout.self)
        let start = offset + fixed
        func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
            UnsafeRawBufferPointer(rebasing: memory[range]).assumingMemoryBound(to: UInt8.self)
        }
        func head(_ from: UInt32, _ to: UInt32) -> UnsafeBufferPointer<UInt8> {
            part(start + Int(from)..<start + Int(to))
        }
        request.begin(target: head(0, layout.methodStart))
        request.setMethod(head(layout.methodStart, layout.methodEnd))
        let slots = start + Int(layout.headCount)
        for index in 0..<Int(layout.fieldCount) {
            func slot(_ part: Int) -> UInt32 {
                memory.loadUnaligned(fromByteOffset: slots + 12 * index + 4 * part, as: UInt32.self)
            }
            request.append(name: head(slot(0), slot(1)), value: head(slot(1), slot(2)))
        }
        let body = slots + 12 * Int(layout.fieldCount)
        request.body = Array(part(body..<body + Int(layout.keptBody)))
        request.version = layout.facts.version
        request.bodyCount = Int(clamping: layout.facts.bodyCount)
        request.announcesBody = layout.facts.bodyCount > 0
        request.isBodyComplete = true
        request.removePathPrefix(Int(layout.facts.prefixCount))
        return request
    }

    var facts: Facts
    let target: [UInt8]
    let method: [UInt8]
    let fields: [(name: [UInt8], value: [UInt8])]
    let body: [UInt8]
    /// The head of the answer, as far as it is kept.
    let sentHead: [UInt8]
    /// Whether more of the head was sent than is kept.
    var isSentHeadPart: Bool { sentHead.count < facts.headCount && UInt64(sentHead.count) < facts.bytesSent }
    let extras: JournalExtras.Content

    /// Where a record is, and its numbers.
    struct Place: Sendable {
        let sequence: UInt64
        let completion: UInt64
        let offset: Int
        let size: Int

        /// The record at an offset of `memory`.
        init(_ memory: UnsafeRawBufferPointer, at offset: Int) {
            sequence = memory.loadUnaligned(fromByteOffset: offset + sequenceOffset, as: UInt64.self)
            completion = memory.loadUnaligned(fromByteOffset: offset + completionOffset, as: UInt64.self)
            size = Int(memory.loadUnaligned(fromByteOffset: offset + sizeOffset, as: UInt32.self))
            self.offset = offset
        }
    }

    private static let factsOffset = MemoryLayout<Layout>.offset(of: \.facts)!
    private static let sequenceOffset = factsOffset + MemoryLayout<Facts>.offset(of: \.sequence)!
    private static let completionOffset = factsOffset + MemoryLayout<Facts>.offset(of: \.completion)!
    private static let sizeOffset = MemoryLayout<Layout>.offset(of: \.size)!
    private static let headCountOffset = MemoryLayout<Layout>.offset(of: \.headCount)!
    private static let fieldCountOffset = MemoryLayout<Layout>.offset(of: \.fieldCount)!

    /// Records that follow one another.
    static func places(in bytes: [UInt8]) -> [Place] {
        bytes.withUnsafeBytes { memory in
            var places: [Place] = []
            var offset = 0
            while offset < memory.count {
                places.append(Place(memory, at: offset))
                offset += places[places.count - 1].size
            }
            return places
        }
    }

    /// Visits the facts of records that follow one another from a multiple of 8 bytes on, with the offset of each and
    /// whether it has extras.
    @inline(__always)
    static func forEach(in memory: UnsafeRawBufferPointer, _ visit: (UnsafePointer<Facts>, Int, Bool) -> Void) {
        var offset = 0
        while offset < memory.count {
            let layout = layout(in: memory, at: offset)
            visit(facts(of: layout), offset, layout.pointee.extraCount > 0)
            offset += Int(layout.pointee.size)
        }
    }

    private static func layout(in memory: UnsafeRawBufferPointer, at offset: Int) -> UnsafePointer<Layout> {
        (memory.baseAddress! + offset).assumingMemoryBound(to: Layout.self)
    }

    private static func facts(of layout: UnsafePointer<Layout>) -> UnsafePointer<Facts> {
        (UnsafeRawPointer(layout) + factsOffset).assumingMemoryBound(to: Facts.self)
    }

    /// The record at an offset.
    init(in bytes: [UInt8], at offset: Int) {
        self = bytes.withUnsafeBytes { JournalRecord(in: $0, at: offset) }
    }

    init(in memory: UnsafeRawBufferPointer, at offset: Int) {
        self.init(memory.loadUnaligned(fromByteOffset: offset, as: Layout.self), memory, offset + Self.fixed)
    }

    private init(_ layout: Layout, _ memory: UnsafeRawBufferPointer, _ start: Int) {
        facts = layout.facts
        let slots = start + Int(layout.headCount)
        func head(_ from: UInt32, _ to: UInt32) -> [UInt8] { Array(memory[start + Int(from)..<start + Int(to)]) }
        target = head(0, layout.methodStart)
        method = head(layout.methodStart, layout.methodEnd)
        fields = (0..<Int(layout.fieldCount)).map { index in
            func slot(_ part: Int) -> UInt32 {
                memory.loadUnaligned(fromByteOffset: slots + 12 * index + 4 * part, as: UInt32.self)
            }
            return (head(slot(0), slot(1)), head(slot(1), slot(2)))
        }
        let bodyStart = slots + 12 * Int(layout.fieldCount)
        let bodyEnd = bodyStart + Int(layout.keptBody)
        body = Array(memory[bodyStart..<bodyEnd])
        let headEnd = bodyEnd + Int(layout.sentHeadCount)
        // An answer that broke off may have lost some of its head.
        sentHead = Array(memory[bodyEnd..<headEnd].prefix(Int(clamping: facts.bytesSent)))
        extras = JournalExtras.Content(memory[headEnd..<headEnd + Int(layout.extraCount)])
    }
}
