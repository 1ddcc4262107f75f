/// A moment as XML-RPC writes it: `20300101T00:00:00`, of no time zone.
enum XMLRPCDate {
    /// The specification's form; nil where the text is no date. Hyphens may stand in it, and behind it a fraction of
    /// a second and a Z, all of which are left out.
    static func basic(_ text: [UInt8]) -> [UInt8]? {
        var date: [UInt8] = []
        var rest = text[...]
        for piece in ["####-##-##", "T##:##:##"] {
            for wanted in piece.utf8 {
                let isOptional = wanted == UInt8(ascii: "-")
                guard let byte = rest.first else { return nil }
                if wanted == UInt8(ascii: "#") ? !(0x30...0x39).contains(byte) : byte != wanted {
                    if isOptional { continue }
                    return nil
                }
                rest.removeFirst()
                if !isOptional { date.append(byte) }
            }
        }
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !fraction.isEmpty else { return nil }
            rest = rest[fraction.endIndex...]
        }
        if rest.first == UInt8(ascii: "Z") { rest.removeFirst() }
        return rest.isEmpty ? date : nil
    }
}
