import Testing
import Wire

@testable import GatewayServer

@Suite struct ProtocolDetectionTests {
    private func detect(_ bytes: [UInt8]) -> ProtocolDetection {
        bytes.withUnsafeBufferPointer { ProtocolDetection($0) }
    }

    @Test func tlsBeginsWithTwoBytes() {
        #expect(detect([]) == .undecided)
        #expect(detect([0x16]) == .undecided)
        #expect(detect([0x16, 3]) == .tls)
        #expect(detect([0x16, 3, 1, 2, 0]) == .tls)
        #expect(detect([0x16, 4]) == .http1)
    }

    @Test func anyBeginningOfThePrefaceIsUndecided() {
        let preface = Array("PRI * HTTP/2.0".utf8)
        for count in 1..<preface.count { #expect(detect(Array(preface.prefix(count))) == .undecided) }
        #expect(detect(preface) == .foreign(.http2))
        #expect(detect(preface + Array("\r\n\r\nSM\r\n\r\n".utf8)) == .foreign(.http2))
        for count in 1..<preface.count {
            #expect(detect(Array(preface.prefix(count)) + [0x21]) == .http1)
        }
    }

    @Test func socksBeginsWithItsVersion() {
        #expect(detect([4]) == .foreign(.socks))
        #expect(detect([5, 1, 0]) == .foreign(.socks))
        #expect(detect([6]) == .http1)
    }

    @Test(arguments: ["G", "POST / HTTP/1.1\r\n", "\r\n", "\u{6}", "PUT"]) func restIsHTTP1(text: String) {
        #expect(detect(Array(text.utf8)) == .http1)
    }
}
