internal import Glibc
internal import Wire

/// A name that a certificate is for (subjectAltName, RFC 5280, 4.2.1.6).
public enum SubjectName: Sendable, Hashable {
    /// In lower case; its first label may be `*`.
    case host(String)
    /// 4 or 16 bytes; an IPv4-mapped address is the IPv4 one.
    case address([UInt8])

    /// A host name of letters, digits, `-` and `_`, or an address of either family, without brackets; nil for any other text.
    public init?(_ text: String) {
        var (four, sixteen) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 {
            self = .address(withUnsafeBytes(of: four) { Array($0) })
        } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
            self.init(address: withUnsafeBytes(of: sixteen) { Array($0) })
        } else {
            let bytes = text.utf8.map(\.asciiLowercased)
            guard bytes.count <= 253 else { return nil }
            let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            let isWildcard = labels.count > 1 && labels[0].elementsEqual("*".utf8)
            // A label has 1 to 63 bytes (RFC 1035, 2.3.4).
            let isName = labels.dropFirst(isWildcard ? 1 : 0).allSatisfy { label in
                (1...63).contains(label.count) && label.allSatisfy(Self.isAllowed)
            }
            guard isName else { return nil }
            self = .host(String(decoding: bytes, as: UTF8.self))
        }
    }

    init(address: [UInt8]) {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        self = .address(address.count == 16 && address.starts(with: mapped) ? Array(address.suffix(4)) : address)
    }

    var isWildcard: Bool {
        if case .host(let name) = self { name.utf8.first == UInt8(ascii: "*") } else { false }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
