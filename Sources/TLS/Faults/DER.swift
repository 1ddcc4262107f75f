/// Values of ASN.1 in DER (X.690), as far as certificates of which something is wrong need them.
enum DER {
    static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        if content.count < 0x80 {
            length = [UInt8(content.count)]
        } else {
            var rest = content.count
            while rest > 0 {
                length.insert(UInt8(rest & 0xFF), at: 0)
                rest >>= 8
            }
            length.insert(0x80 | UInt8(length.count), at: 0)
        }
        return [tag] + length + content
    }

    static func sequence(_ parts: [UInt8]...) -> [UInt8] { value(0x30, Array(parts.joined())) }
    static func octets(_ bytes: [UInt8]) -> [UInt8] { value(0x04, bytes) }
    static func bits(_ bytes: [UInt8]) -> [UInt8] { value(0x03, [0] + bytes) }
    static func integer(_ bytes: [UInt8]) -> [UInt8] { value(0x02, bytes) }
    static let null: [UInt8] = [0x05, 0x00]

    /// An object identifier of ones whose first two numbers make one byte.
    static func identifier(_ numbers: [Int]) -> [UInt8] {
        var content = [UInt8(numbers[0] * 40 + numbers[1])]
        for number in numbers.dropFirst(2) {
            var bytes = [UInt8(number & 0x7F)]
            var rest = number >> 7
            while rest > 0 {
                bytes.insert(0x80 | UInt8(rest & 0x7F), at: 0)
                rest >>= 7
            }
            content += bytes
        }
        return value(0x06, content)
    }

    /// The ranges of the contents, and of the whole values, that stand behind one another in a part of DER.
    static func parts(_ bytes: [UInt8], in range: Range<Int>) -> [(whole: Range<Int>, content: Range<Int>)] {
        var parts: [(whole: Range<Int>, content: Range<Int>)] = []
        var start = range.lowerBound
        while start + 2 <= range.upperBound {
            var (content, length) = (start + 2, Int(bytes[start + 1]))
            if length >= 0x80 {
                let count = length & 0x7F
                guard content + count <= range.upperBound, count <= 4 else { break }
                length = bytes[content..<content + count].reduce(0) { $0 << 8 | Int($1) }
                content += count
            }
            guard content + length <= range.upperBound else { break }
            parts.append((start..<content + length, content..<content + length))
            start = content + length
        }
        return parts
    }
}
