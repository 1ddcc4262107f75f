import TLS
import TLSClient
import Testing

struct ClientHelloSpanTests {
    private func span(_ bytes: [UInt8]) -> ClientHelloSpan { bytes.withUnsafeBufferPointer { ClientHelloSpan($0) } }

    private func hello() throws -> [UInt8] {
        let session = try ClientSession(.standard, serverName: "shop.test")
        _ = try session.handshake()
        return session.takeOutput()
    }

    @Test func everyPartIsPartial() throws {
        let hello = try hello()
        for count in 0..<hello.count { #expect(span(Array(hello.prefix(count))) == .partial) }
        #expect(span(hello) == .whole)
        #expect(span(hello + [1, 2, 3]) == .whole)
    }

    @Test(arguments: [1, 3, 100]) func itMayHaveManyRecords(size: Int) throws {
        let message = try Array(hello().dropFirst(5))
        let records = stride(from: 0, to: message.count, by: size).map { start in
            let part = message[start..<min(start + size, message.count)]
            return [22, 3, 1, 0, UInt8(part.count)] + part
        }
        #expect(span(Array(records.joined())) == .whole)
        #expect(span(Array(records.dropLast().joined())) == .partial)
    }

    @Test func whatIsNoneIsGnuTLSsToRefuse() {
        #expect(span([22, 3, 1, 0, 0]) == .whole)
        #expect(span([22, 3, 1, 0x40, 1]) == .whole)
        #expect(span([22, 3, 1, 0, 4, 2]) == .whole)
        #expect(span([22, 3, 1, 0, 1, 1, 23]) == .whole)
    }

    @Test func theLengthHasABound() {
        #expect(span([22, 3, 1, 0x40, 0, 1, 1, 0, 0]) == .partial)
        #expect(span([22, 3, 1, 0x40, 0, 1, 1, 0, 1]) == .tooLong)
    }
}
