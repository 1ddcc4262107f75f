internal import Bytes
internal import JSONText
internal import Wire

/// Header fields: an object of well-formed ones, or a list of pairs that is the whole head.
extension FileReading {
    /// Sets the fields of an object on a head; null takes a field away that would be added.
    func setHeaders(_ members: [JSONMember], on head: inout ResponseHead) {
        let change = headerChange(members)
        head.replace(change.names, with: change.fields)
    }

    /// The names of an object in lower case, and the fields that come in their place.
    func headerChange(_ members: [JSONMember]) -> (names: Set<[UInt8]>, fields: [HeaderField]) {
        var names: Set<[UInt8]> = []
        var fields: [HeaderField] = []
        for member in members {
            let name = Array(member.name.utf8)
            guard isHeaderName(name, member.nameRange) else { continue }
            guard names.insert(name.map(\.asciiLowercased)).inserted else {
                givenTwice(member)
                continue
            }
            if member.value.isNull { continue }
            if member.value.elements?.isEmpty == true {
                error(member.value.range, "the list of values is empty", hint: "null takes the header away")
            }
            for node in member.value.elements ?? [member.value] {
                guard let value = headerValue(node) else { continue }
                fields.append(HeaderField(name: name, value: value))
            }
        }
        return (names, fields)
    }

    /// Names of headers are the same in any case.
    func givenTwice(_ member: JSONMember, hint: String? = "a header with several values has a list of them") {
        error(member.nameRange, "the header \"\(member.name.shown)\" is given twice", hint: hint)
    }

    /// A list of `[name, value]`, in which everything goes that does not end the line.
    func pairs(_ node: JSONNode, _ what: String) -> [HeaderField]? {
        guard let nodes = node.elements else {
            wrongType(node, what, "a list of pairs")
            return nil
        }
        var fields: [HeaderField] = []
        for node in nodes {
            guard let pair = node.elements, pair.count == 2, pair[0].utf8 != nil, pair[1].utf8 != nil else {
                error(node.range, "a header is a pair [name, value] of strings")
                return nil
            }
            guard let name = literal(pair[0], "a name"), let value = literal(pair[1], "a value") else { return nil }
            if name.isEmpty {
                error(pair[0].range, "a header's name cannot be empty")
                return nil
            }
            guard staysInLine(name, pair[0]), staysInLine(value, pair[1]) else { return nil }
            fields.append(HeaderField(name: name, value: value))
        }
        return fields
    }

    func isHeaderName(_ name: [UInt8], _ range: Range<Int>) -> Bool {
        if !name.isEmpty, name.allSatisfy(\.isTokenByte) { return true }
        error(
            range, "\"\(name.text.shown)\" is not a header name",
            hint: "malformed heads are written as a list of pairs, or are failures")
        return false
    }

    /// A string, or a number or boolean by its JSON text.
    func headerValue(_ node: JSONNode) -> [UInt8]? {
        switch node.value {
        case .number(let number): return Array(number.text.utf8)
        case .bool(let bool): return Array((bool ? "true" : "false").utf8)
        case .string(let bytes):
            guard let value = literal(bytes, node.range), staysInLine(value, node) else { return nil }
            return value
        default:
            wrongType(node, "a header's value", "a string, a number or a boolean")
            return nil
        }
    }

    /// Whether the text has no byte that would end its line (RFC 9110, 5.5).
    func staysInLine(_ bytes: [UInt8], _ node: JSONNode) -> Bool {
        // As the file has it: braces that stand for braces are not in what goes out.
        guard let offset = (node.utf8 ?? bytes).firstIndex(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 })
        else { return true }
        error(place(offset, offset + 1, node), "a head has no CR, LF or NUL within a line")
        return false
    }
}
