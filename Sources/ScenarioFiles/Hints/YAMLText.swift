/// Recognizes YAML, in which other tools keep their mocks: the parser of JSON would only name the first unexpected byte.
enum YAMLText {
    /// The first thing in the text that is YAML and not JSON: a mark of a document or of a list, or a key. Nil if the
    /// text does not look like YAML. Comments do not count: they may be a mistake in JSON.
    static func start(of bytes: [UInt8]) -> Range<Int>? {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let line = bytes[start..<end]
            let isSkipped = line.starts(with: "%".utf8)
            if let first = line.firstIndex(where: { $0 > 0x20 }), bytes[first] != UInt8(ascii: "#"), !isSkipped {
                return mark(line[first...])
            }
            start = end + 1
        }
        return nil
    }

    /// `---`, `- ` or `key:`. A key in quotes may be JSON without its first brace.
    private static func mark(_ line: ArraySlice<UInt8>) -> Range<Int>? {
        let start = line.startIndex
        if line.starts(with: "---".utf8) { return start..<start + 3 }
        if line.starts(with: "- ".utf8) { return start..<start + 1 }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let next = line[colon...].dropFirst().first ?? 0x20
        let key = line[..<colon]
        let isKey = key.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "$"): true
            default: false
            }
        }
        return !key.isEmpty && isKey && next <= 0x20 ? start..<colon : nil
    }

    static func isName(_ path: String) -> Bool { path.hasSuffix(".yaml") || path.hasSuffix(".yml") }
}
