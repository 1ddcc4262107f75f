internal import Bytes
internal import Catalogue
internal import JSONText
internal import XMLText

/// Values that XML-RPC cannot represent, found when a scenario is loaded.
extension XMLRPCValue {
    static func objection(to node: JSONNode, _ extensions: XMLRPCExtensions) -> TranslationObjection? {
        switch kind(node) {
        case .nil where !extensions.nil:
            TranslationObjection(
                "XML-RPC has no null", at: node.range,
                hint: "\"settings\": { \"nil\": true } turns on the extension that has it")
        case .longInteger where !extensions.i8:
            TranslationObjection(
                "an integer of XML-RPC has 32 bits", at: node.range,
                hint: "\"settings\": { \"i8\": true } turns on the extension with 64 bits; 1.0 is a double")
        case .unrepresentable where node.number?.double == nil:
            TranslationObjection("this number is too large for a double", at: node.range)
        case .unrepresentable:
            TranslationObjection("this integer has more than 64 bits", at: node.range, hint: "1.0 is a double")
        case .string: text(node.utf8 ?? [], node.range)
        case .date: date(node)
        case .base64: base64(node)
        case .structure: structure(node, extensions)
        case .list: list(node.elements ?? [], extensions)
        case .integer, .longInteger, .double, .boolean, .nil: nil
        }
    }

    private static func text(_ text: [UInt8], _ range: Range<Int>) -> TranslationObjection? {
        if XMLWriter.canRepresent(text) { return nil }
        return TranslationObjection("a character of this string is not allowed in XML", at: range)
    }

    private static func structure(_ node: JSONNode, _ extensions: XMLRPCExtensions) -> TranslationObjection? {
        let members = node.members ?? []
        if hasTagName(node) {
            return TranslationObjection("\"\(members[0].name)\" must be a string", at: members[0].value.range)
        }
        for member in members {
            let found = text(Array(member.name.utf8), member.nameRange) ?? objection(to: member.value, extensions)
            if let found { return found }
        }
        return nil
    }

    // `lazy.compactMap(…).first` would evaluate the element that it finds twice, and so double the work at each level.
    private static func list(_ elements: [JSONNode], _ extensions: XMLRPCExtensions) -> TranslationObjection? {
        for element in elements {
            if let found = objection(to: element, extensions) { return found }
        }
        return nil
    }

    private static func date(_ node: JSONNode) -> TranslationObjection? {
        guard let value = node["$dateTime"], let text = value.utf8, !hasPlaceholder(text),
            XMLRPCDate.basicFormat(text) == nil
        else { return nil }
        return TranslationObjection(
            "this is not an XML-RPC date", at: value.range,
            hint: "it is written \"2030-01-01T00:00:00\" or \"20300101T00:00:00\", without a time zone or with Z")
    }

    private static func base64(_ node: JSONNode) -> TranslationObjection? {
        guard let value = node["$base64"], let text = value.utf8, !hasPlaceholder(text), Base64.decode(text) == nil
        else { return nil }
        return TranslationObjection(
            "\"$base64\" is not base64", at: value.range,
            hint: "it is padded, of A-Z a-z 0-9 + /, without spaces")
    }

    /// Whether the text has a placeholder, so that its value is not known yet.
    private static func hasPlaceholder(_ text: [UInt8]) -> Bool {
        zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "{") && $1 == UInt8(ascii: "{") }
    }
}
