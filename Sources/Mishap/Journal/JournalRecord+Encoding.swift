internal import Glibc
internal import Wire

extension JournalRecord {
    /// `head`: the answer's head as it was sent. Of the request's body, at most `keptBody` bytes are kept.
    static func write(
        _ facts: Facts, _ request: Request, keptBody: Int = .max, _ head: [UInt8] = [],
        _ extras: JournalExtras = JournalExtras(), to ring: JournalRing
    ) {
        let size = size(request, keptBody: keptBody, head, extras)
        ring.append(size, number: facts.completion, sequence: facts.sequence) {
            fill($0, size, facts, request, keptBody, head, extras)
        }
    }

    /// Bytes of the record of a request.
    static func size(_ request: Request, keptBody: Int = .max, _ head: [UInt8], _ extras: JournalExtras) -> Int {
        let body = min(request.receivedBody.count, keptBody)
        let tls = request.tls.map { $0.encoded.count } ?? 0
        return
            (fixed + headCount(request) + 12 * request.fieldCount + body + head.count + extras.bytes.count + tls + 7)
            & ~7
    }

    /// Bytes of target, method, names and values, which a record has back to back.
    private static func headCount(_ request: Request) -> Int { request.method.upperBound + request.fieldBytes }

    static func bytes(
        _ facts: Facts, _ request: Request, keptBody: Int = .max, _ head: [UInt8], _ extras: JournalExtras
    ) -> [UInt8] {
        let size = size(request, keptBody: keptBody, head, extras)
        var bytes = [UInt8](repeating: 0, count: size)
        bytes.withUnsafeMutableBytes { fill($0, size, facts, request, keptBody, head, extras) }
        return bytes
    }

    private static func fill(
        _ memory: UnsafeMutableRawBufferPointer, _ size: Int, _ facts: Facts, _ request: Request, _ mostBody: Int,
        _ sentHead: [UInt8], _ extras: JournalExtras
    ) {
        let method = request.method
        var facts = facts
        if request.tls != nil { facts.flags.insert(.tls) }
        let layout = Layout(
            size: UInt32(size), headCount: UInt32(headCount(request)), methodStart: UInt32(method.lowerBound),
            methodEnd: UInt32(method.upperBound), fieldCount: UInt32(request.fieldCount),
            keptBody: UInt32(min(request.receivedBody.count, mostBody)), sentHeadCount: UInt32(sentHead.count),
            extraCount: UInt32(extras.bytes.count), facts: facts)
        memory.storeBytes(of: layout, as: Layout.self)
        var place = memory.baseAddress! + fixed
        fillHead(&place, request, headCount: Int(layout.headCount))
        request.receivedBody.withUnsafeBytes {
            place.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(place), byteCount: min($0.count, mostBody))
        }
        place += Int(layout.keptBody)
        sentHead.withUnsafeBytes {
            place.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(place), byteCount: $0.count)
        }
        place += sentHead.count
        if !extras.isEmpty {
            extras.bytes.withUnsafeBytes { place.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
            place += extras.bytes.count
        }
        request.tls?.encoded.withUnsafeBytes { place.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
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
}
