internal import Bytes
internal import JSONText

/// A journal entry without what should not be in the log of a CI run: credentials, cookies and tokens are left out, and bodies
/// are cut.
enum Redaction {
    /// Characters of a body that are kept.
    static let longestBody = 200

    /// What says once more what is in `target` and `body`.
    private static let leftOut: Set<String> = [
        "rawTarget", "rawTargetEncoding", "path", "query", "json", "decoded", "decodedEncoding",
    ]

    static func entry(_ entry: JSONValue) -> JSONValue {
        guard case .object(let members) = entry else { return entry }
        // What is no text is not looked through.
        let isBinary = entry["bodyEncoding"] != nil
        return .object(
            members.filter { !Self.leftOut.contains($0.0) }.map { name, value in
                switch (name, value) {
                case ("body", _) where isBinary: (name, .string(""))
                case ("target", .string(let text)): (name, .string(target(text)))
                case ("headers", .array(let fields)): (name, .array(fields.map { field($0) }))
                case ("body", .string(let text)): (name, .string(body(text)))
                case ("sent", .object(let sent)):
                    (name, .object(sent.map { ($0, $0 == "head" ? head($1, value["headEncoding"] != nil) : $1) }))
                case ("differences", .array(let texts)): (name, .array(texts.map { difference(of: $0) }))
                default: (name, value)
                }
            })
    }

    /// A field as name and value.
    private static func field(_ field: JSONValue) -> JSONValue {
        guard case .array(let pair) = field, pair.count == 2, case .string(let name) = pair[0] else { return field }
        var isSecret = SecretNames.occur(in: name)
        if !isSecret, case .string(let value) = pair[1] { isSecret = hasSecretPair(value) }
        return isSecret ? .array([pair[0], .string(SecretNames.redacted)]) : field
    }

    /// An address, such as the target of a redirect, may have a token in its query.
    private static func hasSecretPair(_ value: some StringProtocol) -> Bool {
        value.utf8.contains(UInt8(ascii: "=")) && SecretNames.occur(in: value)
    }

    /// The head of an answer, line by line.
    private static func head(_ head: JSONValue, _ isBinary: Bool) -> JSONValue {
        guard case .string(let text) = head else { return head }
        guard !isBinary else { return .string("") }
        let lines = text.split(separator: "\r\n" as Character, omittingEmptySubsequences: false).map { line -> String in
            let name = line.prefix { $0 != ":" }
            guard name.endIndex != line.endIndex else { return String(line) }
            let isSecret = SecretNames.occur(in: name) || hasSecretPair(line)
            return isSecret ? "\(name): \(SecretNames.redacted)" : String(line)
        }
        return .string(lines.joined(separator: "\r\n"))
    }

    static func target(_ target: String) -> String {
        guard let mark = target.firstIndex(of: "?") else { return target }
        return target[...mark] + pairs(target[target.index(after: mark)...])
    }

    /// Of a query or a form.
    private static func pairs(_ text: Substring) -> String {
        text.split(separator: "&" as Character, omittingEmptySubsequences: false).map { pair -> String in
            guard let end = pair.firstIndex(of: "="), SecretNames.occur(in: decoded(pair[..<end])) else {
                return String(pair)
            }
            return pair[...end] + SecretNames.redacted
        }.joined(separator: "&")
    }

    private static func decoded(_ name: Substring) -> String { PercentCoding.decode(Array(name.utf8)[...]).text }

    static func body(_ text: String) -> String {
        let shown = withoutSecrets(text)
        return shown.count > longestBody ? shown.prefix(longestBody) + "…" : shown
    }

    private static func withoutSecrets(_ text: String) -> String {
        // Escapes of JSON may spell any name.
        if case .success(let node) = JSONParser.parse(Array(text.utf8)), node.members != nil || node.elements != nil {
            guard SecretNames.occur(in: text) || text.utf8.contains(UInt8(ascii: "\\")) else { return text }
            return JSONValue(node).redacted.bytes().text
        }
        guard SecretNames.occur(in: decoded(text[...])) else { return text }
        // A form has no blanks and no markup; what else it may be is left out as a whole.
        let isForm =
            text.utf8.contains(UInt8(ascii: "=")) && !text.utf8.contains { byte in " <>{}\"\n".utf8.contains(byte) }
        return isForm ? pairs(text[...]) : SecretNames.redacted
    }

    /// They quote values of what they name.
    static func difference(_ text: String) -> String { SecretNames.occur(in: text) ? SecretNames.redacted : text }

    private static func difference(of value: JSONValue) -> JSONValue {
        if case .string(let text) = value { .string(difference(text)) } else { value }
    }
}

extension JSONValue {
    /// Without the values of members whose names are those of secrets.
    fileprivate var redacted: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.redacted))
        case .object(let members):
            .object(
                members.map { ($0, SecretNames.occur(in: $0) ? .string(SecretNames.redacted) : $1.redacted) })
        default: self
        }
    }
}
