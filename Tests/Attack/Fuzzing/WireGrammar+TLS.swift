import Bytes

/// Connections that begin as TLS: a ClientHello of any content, in records of any size, and what may stand behind it.
extension WireGrammar {
    mutating func tls() -> [UInt8] {
        var bytes = records(22, message(1, hello()))
        for _ in 0..<below(4) {
            switch below(7) {
            case 0: bytes += records(22, message(1, hello()))
            // change_cipher_spec, alerts, application data, heartbeats, and types that nobody knows.
            case 1: bytes += records(20, [1])
            case 2: bytes += records(21, [UInt8(1 + below(2)), UInt8(below(125))])
            case 3: bytes += records(23, random(below(600)))
            case 4: bytes += records(22, message(UInt8(below(26)), random(below(300))))
            case 5: bytes += records(UInt8(below(256)), random(below(40)))
            default: bytes += row()
            }
        }
        return bytes
    }

    private mutating func random(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: draws.next()) }
    }

    private func sized(_ bytes: [UInt8], by digits: Int = 2) -> [UInt8] {
        (0..<digits).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * (digits - 1 - $0))) } + bytes
    }

    private mutating func message(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
        [type] + sized(content, by: 3)
    }

    /// The content in records (RFC 8446, 5.1), of one byte each at worst.
    private mutating func records(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
        let most = [1 << 14, 1 << 14, 100, 1][below(4)]
        return stride(from: 0, to: max(1, content.count), by: most).flatMap { start in
            [type, 3, UInt8(below(5))] + sized(Array(content[start..<min(content.count, start + most)]))
        }
    }

    /// As RFC 8446, 4.1.2, has it.
    private mutating func hello() -> [UInt8] {
        let suites: [[UInt8]] = [
            [0x13, 1], [0x13, 2], [0x13, 3], [0xC0, 0x2B], [0xC0, 0x2F], [0, 0xFF], [0x56, 0], [0xA, 0xA],
        ]
        var bytes: [UInt8] = [3, UInt8([3, 3, 3, 1, 4][below(5)])] + random(32)
        bytes += sized(random([0, 32, below(33)][below(3)]), by: 1)
        bytes += sized((0...below(8)).flatMap { _ in pick(suites) })
        bytes += sized(below(6) == 0 ? random(below(5)) : [0], by: 1)
        return bytes + sized((0..<below(14)).flatMap { _ in `extension`() })
    }

    private mutating func `extension`() -> [UInt8] {
        let name =
            switch below(4) {
            case 0: random(below(300))
            case 1: Array("shop.test".utf8)
            default: Array(pick(FailureNames.all).utf8)
            }
        let kinds: [(UInt16, [UInt8])] = [
            (0, sized([0] + sized(name))),
            (43, sized([3, 4, 3, 3], by: 1)),
            (10, sized([0, 29, 0, 23, 0, 24])),
            (13, sized([4, 3, 8, 4, 4, 1, 8, 7])),
            (51, sized([0, 29] + sized(random(32)))),
            (51, sized([0, 23] + sized([4] + random(64)))),
            (16, sized(["h2", "http/1.1"].flatMap { sized(Array($0.utf8), by: 1) })),
            (45, sized([1], by: 1)), (35, random(below(200))), (23, []), (0xFF01, [0]), (42, []),
            (44, sized(random(8))),
            (41, sized(sized(random(below(100))) + random(4)) + sized(sized(random(32), by: 1))),
            (28, [0x40, 0]), (15, [1]), (17, random(4)), (21, [UInt8](repeating: 0, count: below(2_000))),
        ]
        let (type, content) =
            below(8) == 0 ? (UInt16(truncatingIfNeeded: draws.next()), random(below(60))) : pick(kinds)
        return [UInt8(type >> 8), UInt8(type & 0xFF)] + sized(content)
    }
}
