internal import Bytes

/// Where a scenario's text is, and what it was when it was read. The text itself is not kept, since files may be large.
struct ScenarioFile: Sendable {
    let path: String
    let tag: TextTag

    init(path: String, _ text: [UInt8]) {
        self.path = path
        tag = TextTag(of: text)
    }
}

/// A strong validator (RFC 9110, 8.8.3): the same text has the same one.
struct TextTag: Sendable, Hashable {
    /// With its quotes.
    let text: String

    init(of bytes: [UInt8]) {
        text = "\"\(String(ByteHash.hash(bytes.span), radix: 16))-\(bytes.count)\""
    }

    /// Whether a value of If-Match names it: a list of tags, or `*`. Weak ones never do.
    func isNamed(in list: String) -> Bool {
        list.split(separator: ",").contains { entry in
            let entry = entry.drop { $0 == " " || $0 == "\t" }
            return entry == "*" || entry == text[...] || entry.prefix { $0 != " " && $0 != "\t" } == text[...]
        }
    }
}
