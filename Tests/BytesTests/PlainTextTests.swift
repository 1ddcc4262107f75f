import Bytes
import Testing

/// Runs of plain text, compared with a search byte by byte.
@Suite struct PlainTextTests {
    @Test func endsAtTheFirstByteThatIsNotPlain() {
        for place in 0..<20 {
            for byte in UInt8.min...UInt8.max {
                var bytes = [UInt8](repeating: 0x7E, count: 20)
                bytes[place] = byte
                for start in [0, 3, place] {
                    let end = PlainText.end(in: bytes, from: start, except: 0x22, 0x5C, 0x3C)
                    let isEnd = byte < 0x20 || byte >= 0x80 || [0x22, 0x5C, 0x3C].contains(byte)
                    #expect(end == (isEnd && place >= start ? place : 20), "\(byte) at \(place) from \(start)")
                }
            }
        }
    }

    @Test func findsTheFirstOfSeveral() {
        for byte in UInt8.min...UInt8.max {
            let bytes = [0x41, 0x41, 0x22, byte, 0x00, 0xFF, byte, 0x22, 0x41, 0x41]
            #expect(PlainText.end(in: bytes, from: 0, except: 0x22, 0x22) == 2)
            #expect(PlainText.end(in: [UInt8(0x20)] + bytes[3...], from: 0, except: 0x22, 0x22) <= 2)
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 16, 17]) func ofPlainTextIsAllOfIt(count: Int) {
        #expect(PlainText.end(in: Array(repeating: 0x20, count: count), from: 0, except: 0x22, 0x5C) == count)
    }
}
