internal import Glibc
internal import Wire

/// The names of a certificate that is for others than the client asks for.
struct FaultyNames {
    let common: String
    /// The content of a subjectAltName in DER (RFC 5280, 4.2.1.6); nil for none.
    let alternatives: [UInt8]?

    /// - Parameter subjects: What a good certificate would be for.
    init(_ subjects: [SubjectName], _ fault: CertificateFault.Names?) {
        let asked = subjects.lazy.compactMap { if case .host(let name) = $0 { name } else { nil } }.first ?? "localhost"
        let labels = asked.split(separator: ".").map(String.init)
        func host(_ name: String) -> [UInt8] { DER.value(0x82, Array(name.utf8)) }
        let good = subjects.map { subject in
            switch subject {
            case .host(let name): host(name)
            case .address(let bytes): DER.value(0x87, bytes)
            }
        }
        var name = asked
        var all = good
        switch fault {
        case nil, .withoutCommonName: break
        case .commonNameOnly: all = []
        case .otherHost: name = "wrong.host.invalid"
        case .otherAddress:
            // An address for documentation (RFC 5737).
            name = "192.0.2.1"
            all = [DER.value(0x87, [192, 0, 2, 1])]
        case .addressAsHost:
            name =
                subjects.lazy.compactMap { if case .address(let bytes) = $0 { Self.text(bytes) } else { nil } }.first
                ?? "127.0.0.1"
        case .wildcardTooDeep: name = "*." + (labels.count > 2 ? labels.dropFirst(2).joined(separator: ".") : asked)
        case .topLevelWildcard: name = "*." + (labels.last ?? asked)
        case .partialWildcard:
            name = ([labels[0].prefix(1) + "*"] + labels.dropFirst().map { Substring($0) }).joined(separator: ".")
        case .unicode: name = "bücher." + asked
        case .nul: all = [DER.value(0x82, Array(asked.utf8) + [0] + Array(".other.invalid".utf8))]
        case .many(let count):
            for number in 1...count { all.append(host("name-\(number).\(asked)")) }
        }
        if name != asked, fault != .otherAddress { all = [host(name)] }
        common = name.utf8.count <= 64 ? name : "Mishap"
        alternatives = all.isEmpty ? nil : DER.value(0x30, Array(all.joined()))
    }

    /// An address as text.
    private static func text(_ bytes: [UInt8]) -> String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        _ = inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
