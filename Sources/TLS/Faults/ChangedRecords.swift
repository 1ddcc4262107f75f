internal import Wire

/// What is sent in the place of the records of an answer.
struct ChangedRecords {
    private let change: TLSFault.Record
    private var isDone = false
    /// Bytes that are still to come one by one.
    private var single = 1_024
    /// Whether nothing follows any more.
    private(set) var isOver = false

    init(_ change: TLSFault.Record) { self.change = change }

    /// - Parameter content: Of a record with a part of the answer.
    mutating func records(of content: [UInt8], _ sealer: RecordSealer, isTLS13: Bool) -> [UInt8] {
        func data() -> [UInt8] { sealer.seal(Flight.Kind.data, content) }
        switch change {
        case .fragmented:
            let (first, rest) = (content.prefix(single), Array(content.dropFirst(single)))
            single -= first.count
            return first.flatMap { sealer.seal(Flight.Kind.data, [$0]) }
                + (rest.isEmpty ? [] : sealer.seal(Flight.Kind.data, rest))
        case .plaintext: return content
        default: break
        }
        guard !isDone else { return data() }
        isDone = true
        switch change {
        case .badMAC:
            var record = data()
            record[record.count - 1] ^= 1
            return record
        case .overflow:
            let length = 18_433
            return [Flight.Kind.data, 3, 3] + length.bytes(2) + [UInt8](repeating: 0x5A, count: length)
        case .plaintextOverflow:
            return sealer.seal(
                Flight.Kind.data, content + [UInt8](repeating: 0x20, count: max(0, 16_386 - content.count)))
        case .empty(let count):
            return (0..<count).flatMap { _ in sealer.seal(Flight.Kind.data, []) } + data()
        case .paddingOnly: return sealer.sealedPadding(64) + data()
        case .unknownType: return sealer.seal(99, Array("Mishap".utf8)) + data()
        case .wrongVersion: return sealer.seal(Flight.Kind.data, content, version: 5)
        case .changeCipherSpec:
            // TLS 1.3 has it in the clear only (RFC 8446, 5).
            let sent =
                isTLS13
                ? [Flight.Kind.changeCipherSpec, 3, 3, 0, 1, 1] : sealer.seal(Flight.Kind.changeCipherSpec, [1])
            return sent + data()
        case .heartbeat:
            // A request with a payload of 4 bytes and the padding of 16 (RFC 6520, 4).
            return sealer.seal(Flight.Kind.heartbeat, [1, 0, 4] + [UInt8](repeating: 0x5A, count: 20)) + data()
        case .closeNotify:
            isOver = true
            return closeNotify(sealer)
        case .closeNotifyMidBody, .dataAfterCloseNotify:
            isOver = true
            let sent = sealer.seal(Flight.Kind.data, Self.beginning(of: content)) + closeNotify(sealer)
            return change == .closeNotifyMidBody ? sent : sent + sealer.seal(Flight.Kind.data, TLSSession.lateData)
        case .fragmented, .plaintext, .noCloseNotify: return data()
        }
    }

    private func closeNotify(_ sealer: RecordSealer) -> [UInt8] { sealer.seal(Flight.Kind.alert, [1, 0]) }

    /// The head of an answer and the first half of what is there of its body.
    private static func beginning(of answer: [UInt8]) -> [UInt8] {
        let end = Array("\r\n\r\n".utf8)
        let body = answer.indices.first { answer[$0...].starts(with: end) }.map { $0 + end.count } ?? answer.count
        return Array(answer[..<(body + (answer.count - body) / 2)])
    }
}
