/// One entity tag of a request (RFC 9110, 8.8.3).
struct EntityTag: Hashable {
    let isWeak: Bool
    /// With its quotes.
    let opaque: [UInt8]

    /// Takes one off the beginning; nil where none stands there.
    init?(takenFrom text: inout ArraySlice<UInt8>) {
        isWeak = text.starts(with: "W/".utf8)
        var rest = isWeak ? text.dropFirst(2) : text
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        let inner = rest.dropFirst().prefix { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") }
        guard inner.endIndex < rest.endIndex, rest[inner.endIndex] == UInt8(ascii: "\"") else { return nil }
        opaque = Array(rest[...inner.endIndex])
        rest = rest[(inner.endIndex + 1)...]
        text = rest
    }

    func matches(_ tag: [UInt8], weakly: Bool) -> Bool {
        guard tag.starts(with: "W/".utf8) else { return (weakly || !isWeak) && tag == opaque }
        return weakly && tag[2...].elementsEqual(opaque)
    }
}
