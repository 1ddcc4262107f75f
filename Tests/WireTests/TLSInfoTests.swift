import Testing

@testable import Wire

@Suite struct TLSInfoTests {
    @Test(arguments: [
        TLSInfo(version: .tls12), TLSInfo(version: .tls13, isResumed: true),
        TLSInfo(version: .tls13, serverName: "a.example"), TLSInfo(version: .tls12, alpn: "http/1.1"),
        TLSInfo(version: .tls13, clientCertificate: #"CN=client\, one,O=Äcme"#),
        TLSInfo(version: .tls12, serverName: ""),
        TLSInfo(
            version: .tls13, serverName: "a", alpn: "h2", isResumed: true,
            clientCertificate: String(repeating: "x", count: 70_000)),
    ])
    func whatJournalsKeepIsReadAgain(info: TLSInfo) {
        // Other bytes may follow.
        let read = (info.encoded + [1, 2, 3]).withUnsafeBytes { TLSInfo(encoded: $0) }
        #expect(read == info)
        #expect(read.encoded == info.encoded)
    }
}
