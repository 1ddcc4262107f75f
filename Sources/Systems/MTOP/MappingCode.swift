/// The code that apps show to users: `200IES10003` is HTTP status 200 (or the number of the network library), the
/// platform (I or A, missing in a header), and a code of the gateway (ES) or of the SDK (EC).
struct MappingCode: Sendable, Hashable {
    /// ES or EC with five digits: `ES10003`.
    let code: String
    /// Whether the platform is iOS.
    let isFromIOS: Bool

    /// Nil if the text is not a mapping code.
    init?(_ text: String) {
        var rest = Substring(text)
        if rest.hasPrefix("-") { rest = rest.dropFirst() }
        rest = rest.drop { $0.isASCII && $0.isNumber }
        isFromIOS = rest.hasPrefix("I")
        if isFromIOS || rest.hasPrefix("A") { rest = rest.dropFirst() }
        let digits = rest.dropFirst(2)
        guard rest.hasPrefix("ES") || rest.hasPrefix("EC"), digits.utf8.count == 5,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        code = String(rest)
    }

    /// Names under which the catalogue may have it, the likeliest first.
    var names: [String] { isFromIOS ? ["I" + code, code] : [code, "I" + code] }
}
