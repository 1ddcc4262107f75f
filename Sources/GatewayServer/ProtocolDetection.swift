internal import Wire

/// Tells from the first bytes on a transport which protocol its peer speaks. It has no state and knows no socket: the bytes that
/// TLS or a tunnel carries are looked at in the same way.
enum ProtocolDetection: Equatable {
    /// More bytes are needed.
    case undecided
    case http1
    /// TLS, or what begins like it.
    case tls
    /// A protocol that nobody here speaks.
    case foreign(ForeignProtocolStart.Kind)

    /// The preface of HTTP/2 begins with `PRI * HTTP/2.0` (RFC 9113, 3.4). A TLS record that opens a connection begins
    /// with the bytes 22, 3 (RFC 8446, 5.1), and a request of SOCKS with its version, 4 or 5 (RFC 1928, 3).
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let first = bytes.first else {
            self = .undecided
            return
        }
        let preface = "PRI * HTTP/2.0".utf8
        if first == 0x16, bytes.count == 1 || bytes[1] == 3 {
            self = bytes.count == 1 ? .undecided : .tls
        } else if first == 4 || first == 5 {
            self = .foreign(.socks)
        } else if first == UInt8(ascii: "P"), zip(bytes, preface).allSatisfy({ $0 == $1 }) {
            self = bytes.count < preface.count ? .undecided : .foreign(.http2)
        } else {
            self = .http1
        }
    }
}
