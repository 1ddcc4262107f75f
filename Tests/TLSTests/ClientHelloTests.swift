import TLS
import TLSClient
import Testing
import Wire

/// What a ClientHello says, of one that GnuTLS has made.
@Suite struct ClientHelloTests {
    private static func hello(_ name: String?) throws -> [UInt8] {
        let session = try ClientSession(ClientSettings.standard, serverName: name)
        _ = try session.handshake()
        return session.takeOutput()
    }

    @Test func itSaysWhomItAsksForAndWhatItSpeaks() throws {
        let bytes = try Self.hello("Expired.TLS.localhost")
        let hello = try #require(bytes.withUnsafeBufferPointer { ClientHello(records: $0) })
        #expect(hello.said.serverName == "expired.tls.localhost")
        #expect(hello.said.versions.contains(0x0304) && hello.said.versions.contains(0x0303))
        #expect(!hello.offersSession)
        let other = try Self.hello(nil)
        #expect(other.withUnsafeBufferPointer { ClientHello(records: $0)?.said.serverName } == .some(nil))
    }

    /// Whatever is cut off, or changed, it is read without an end of the program.
    @Test func brokenOnesAreNone() throws {
        let bytes = try Self.hello("a.test")
        for count in 0..<bytes.count {
            #expect(bytes.prefix(count).withContiguousStorageIfAvailable { ClientHello(records: $0) } == .some(nil))
        }
        for index in 43..<bytes.count {
            var changed = bytes
            changed[index] = 0xFF
            _ = changed.withUnsafeBufferPointer { ClientHello(records: $0) }
        }
    }
}
