internal import Bytes
internal import JSONText
internal import Rules
internal import Wire

/// Header fields: an object of valid fields, or a list of pairs that is the whole head.
extension AnswerReader {
    /// The members of an object of header fields. `hasHead` is whether a list could stand in `head`.
    func headerMembers(_ node: JSONNode, _ what: String, hasHead: Bool) -> [JSONMember]? {
        if let members = node.members { return members }
        let isList = node.elements != nil
        error(
            node.range, "\(what) must be an object, not \(node.kind)",
            hint: !isList
                ? nil
                : hasHead
                    ? "a list of pairs is the whole head: \"head\": [[\"Name\", \"value\"]]"
                    : "fields are set by name: { \"Name\": \"value\" }")
        return nil
    }

    /// Sets the fields of an object in a head; null removes a field that would be added.
    func setHeaders(_ members: [JSONMember], _ section: FieldSection, on head: inout ResponseHead) {
        let change = headerChange(members)
        head.replace(change.names, with: change.fields)
        substitute(change.substitutions, section, from: head.fields.count - change.fields.count)
    }

    /// The names of an object in lower case, the fields that replace them, and the substitutions in those.
    func headerChange(
        _ members: [JSONMember]
    ) -> (names: Set<[UInt8]>, fields: [HeaderField], substitutions: [FieldSubstitution]) {
        var names: Set<[UInt8]> = []
        var fields: [HeaderField] = []
        var substitutions: [FieldSubstitution] = []
        for member in members {
            let name = Array(member.name.utf8)
            guard isHeaderName(name, member.nameRange) else { continue }
            guard names.insert(name.map(\.asciiLowercased)).inserted else {
                givenTwice(member)
                continue
            }
            if member.value.isNull {
                if Self.framingFields.contains(name.map(\.asciiLowercased).text) { rejectNull(member) }
                continue
            }
            if member.value.elements?.isEmpty == true {
                error(member.value.range, "the list of values is empty", hint: "null takes the header away")
            }
            for node in member.value.elements ?? [member.value] {
                guard let value = headerValue(node) else { continue }
                if value.constant == nil {
                    substitutions.append(FieldSubstitution(index: fields.count, isName: false, text: value))
                }
                fields.append(HeaderField(name: name, value: sampleText(value, node)))
            }
        }
        return (names, fields, substitutions)
    }

    /// Fields for the end of the body and the persistence of the connection.
    private static let framingFields: Set = ["content-length", "transfer-encoding", "connection"]

    private func rejectNull(_ member: JSONMember) {
        error(
            member.nameRange, "null does not take \"\(member.name.shown)\" away",
            hint: "\"framing\" selects how the end of the body is marked; nothing is added to a \"head\""
        )
    }

    /// A list of `[name, value]`, in which every byte is allowed except CR, LF and NUL.
    func pairs(_ node: JSONNode, _ what: String) -> (fields: [HeaderField], substitutions: [FieldSubstitution])? {
        guard let nodes = node.elements else {
            wrongType(node, what, "a list of pairs")
            return nil
        }
        var fields: [HeaderField] = []
        var substitutions: [FieldSubstitution] = []
        for node in nodes {
            guard let pair = node.elements, pair.count == 2, pair[0].utf8 != nil,
                pair[1].utf8 != nil || pair[1].members != nil
            else {
                error(node.range, "a header is a pair [name, value] of strings")
                return nil
            }
            guard let name = templates.template(pair[0], "a name"),
                let value = pair[1].members == nil ? templates.template(pair[1], "a value") : fieldBytes(pair[1])
            else { return nil }
            if name.pieces.isEmpty || name.constant?.isEmpty == true {
                error(pair[0].range, "a header's name cannot be empty")
                return nil
            }
            guard staysInLine(pair[0]), staysInLine(pair[1]) else { return nil }
            for (text, isName) in [(name, true), (value, false)] where text.constant == nil {
                substitutions.append(FieldSubstitution(index: fields.count, isName: isName, text: text))
            }
            fields.append(HeaderField(name: sampleText(name, pair[0]), value: sampleText(value, pair[1])))
        }
        return (fields, substitutions)
    }

    func isHeaderName(_ name: [UInt8], _ range: Range<Int>) -> Bool {
        if !name.isEmpty, name.allSatisfy(\.isTokenByte) { return true }
        error(
            range, "\"\(name.text.shown)\" is not a header name",
            hint: "a malformed head is a \"head\", which is a list of pairs, or a failure")
        return false
    }

    /// Bytes that need not be UTF-8: `{ "base64": … }` or `{ "latin1": … }`.
    private func fieldBytes(_ node: JSONNode) -> TextTemplate? {
        guard let bytes = fileReader.bytes(node, .fieldBytes) else { return nil }
        if bytes.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) {
            error(node.range, "a head has no CR, LF or NUL within a line", hint: "\"raw\" has any bytes")
            return nil
        }
        return TextTemplate([.literal(bytes)])
    }

    /// A string, a number or boolean as JSON text, or bytes.
    func headerValue(_ node: JSONNode) -> TextTemplate? {
        switch node.value {
        case .number, .bool: return TextTemplate([.literal(JSONWriter.bytes(node))])
        case .string(let bytes):
            guard let value = templates.template(bytes, node.range), staysInLine(node) else { return nil }
            return value
        case .object: return fieldBytes(node)
        default:
            wrongType(node, "a header's value", "a string, a number or a boolean")
            return nil
        }
    }

    /// Whether the text has no byte that would end its line (RFC 9110, 5.5).
    func staysInLine(_ node: JSONNode) -> Bool {
        // Searches the string before `{{{{` is unescaped, so that the offset is that in the file.
        guard let offset = node.utf8?.firstIndex(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 })
        else { return true }
        error(sourceRange(offset, offset + 1, node), "a head has no CR, LF or NUL within a line")
        return false
    }
}

extension PartReader {
    /// Names of header fields are case-insensitive.
    func givenTwice(_ member: JSONMember, hint: String? = "a header with several values has a list of them") {
        error(member.nameRange, "the header \"\(member.name.shown)\" is given twice", hint: hint)
    }
}
