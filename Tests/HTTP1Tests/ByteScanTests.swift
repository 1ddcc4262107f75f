import Testing
import Wire

@testable import HTTP1

/// Searches by blocks of 16 bytes against the same searches byte by byte, at each length and each place in it.
struct ByteScanTests {
    private static let counts = 0...50

    private static func scan<Found>(_ bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Found) -> Found {
        bytes.withUnsafeBufferPointer(body)
    }

    @Test(arguments: counts)
    func aLineFeedIsFoundWhereverItIs(count: Int) {
        for start in 0...count {
            for place in 0...count {
                var bytes = [UInt8](repeating: 0x0B, count: count)
                if place < count { bytes[place] = 0x0A }
                // A second one does not matter.
                if place + 3 < count { bytes[place + 3] = 0x0A }
                let expected = bytes.indices.first { $0 >= start && bytes[$0] == 0x0A }
                #expect(Self.scan(bytes) { $0.lineFeed(from: start) } == expected, "\(place) from \(start)")
            }
        }
    }

    @Test(arguments: counts)
    func eachByteIsFoundByWhatLooksForIt(count: Int) {
        for place in 0..<count {
            for byte in UInt8.min...UInt8.max {
                var bytes = [UInt8](repeating: 0x61, count: count)
                bytes[place] = byte
                let found = Self.scan(bytes) {
                    [$0.hasNULOrCR, $0.hasControl, $0.hasControlOrSpace, $0.hasControlButCR]
                }
                let expected = [
                    byte == 0 || byte == 0x0D, byte < 0x20 || byte == 0x7F, byte <= 0x20 || byte == 0x7F,
                    byte < 0x20 && byte != 0x0D,
                ]
                if found != expected { Issue.record("\(byte) at \(place): \(found)") }
            }
        }
    }

    @Test func nothingIsFoundInNoBytes() {
        let found = Self.scan([]) { [$0.hasNULOrCR, $0.hasControl, $0.hasControlOrSpace, $0.hasControlButCR] }
        #expect(found == [false, false, false, false])
        #expect(UnsafeBufferPointer<UInt8>(start: nil, count: 0).lineFeed(from: 0) == nil)
    }

    @Test(arguments: ["host", "expect", "connection", "content-length", "transfer-encoding"] as [StaticString])
    func aNameIsFoundInAnyCaseAndNoOther(name: StaticString) {
        let text = Array(name.description.utf8)
        #expect(Self.scan(text) { $0.isToken(named: name) })
        #expect(Self.scan(Array(name.description.uppercased().utf8)) { $0.isToken(named: name) })
        #expect(!Self.scan(text + [0x61]) { $0.isToken(named: name) })
        #expect(!Self.scan(Array(text.dropLast())) { $0.isToken(named: name) })
        for place in text.indices {
            for byte in UInt8(0x21)...0x7E where byte.isTokenByte {
                var other = text
                other[place] = byte
                let isSame = Character(Unicode.Scalar(byte)).lowercased() == String(Unicode.Scalar(text[place]))
                if Self.scan(other, { $0.isToken(named: name) }) != isSame { Issue.record("\(byte) at \(place)") }
                if Self.scan(other, { $0.equalsIgnoringCase(name) }) != isSame { Issue.record("\(byte) at \(place)") }
            }
        }
    }

    @Test func blanksAreTrimmedAtBothEndsOnly() {
        for (text, expected) in [("", 0..<0), (" \t ", 3..<3), ("\ta b\t ", 1..<4), ("a", 0..<1)] {
            #expect(Self.scan(Array(text.utf8)) { $0.trimmingSpaces(0..<$0.count) } == expected, "\(text)")
        }
    }
}
