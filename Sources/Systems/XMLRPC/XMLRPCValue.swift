internal import JSONText
internal import XMLText

/// Writes JSON values as values of XML-RPC.
///
/// `{ "$dateTime": "2030-01-01T00:00:00" }` and `{ "$base64": "SGVsbG8=" }` stand for types that JSON does not have.
enum XMLRPCValue {
    /// The type that a JSON value is written as.
    enum Kind {
        case integer, double, boolean, string, date, base64, list, structure
        case `nil`
        case longInteger
        /// A number that no type can hold.
        case unrepresentable
    }

    /// Type and text of an object such as `{ "$base64": "SGVsbG8=" }`; nil for any other value.
    private static func taggedValue(_ node: JSONNode) -> (kind: Kind, text: [UInt8])? {
        guard let members = node.members, members.count == 1, let text = members[0].value.utf8 else { return nil }
        return switch members[0].name {
        case "$dateTime": (.date, text)
        case "$base64": (.base64, text)
        default: nil
        }
    }

    /// Whether it is an object with `$dateTime` or `$base64` as its only member, whatever the member's value is.
    static func hasTagName(_ node: JSONNode) -> Bool {
        guard let members = node.members, members.count == 1 else { return false }
        return ["$dateTime", "$base64"].contains(members[0].name)
    }

    static func kind(_ node: JSONNode) -> Kind {
        switch node.value {
        case .null: .nil
        case .bool: .boolean
        case .string: .string
        case .array: .list
        case .object: taggedValue(node)?.kind ?? .structure
        case .number(let number): kind(number)
        }
    }

    private static func kind(_ number: JSONNumber) -> Kind {
        if number.isWhole {
            if Int32(number.text) != nil { return .integer }
            return Int64(number.text) != nil ? .longInteger : .unrepresentable
        }
        return number.double == nil ? .unrepresentable : .double
    }

    /// Whether it is written otherwise for calls with Apache's extensions: a null, or an integer of more than 32 bits,
    /// is in it.
    static func hasExtendedForm(_ node: JSONNode) -> Bool {
        switch kind(node) {
        case .nil, .longInteger: true
        case .unrepresentable: node.number?.isWhole == true
        case .list: node.elements?.contains { hasExtendedForm($0) } == true
        case .structure: node.members?.contains { hasExtendedForm($0.value) } == true
        case .integer, .double, .boolean, .string, .date, .base64: false
        }
    }

    /// Writes the value with its element; a value without a type is written as a string.
    static func write(_ node: JSONNode, _ extensions: XMLRPCExtensions, into output: inout [UInt8]) {
        output += "<value>".utf8
        switch node.value {
        case .null where extensions.apache: output += "<ex:nil/>".utf8
        case .null where extensions.nil: output += "<nil/>".utf8
        case .null: output += "<string></string>".utf8
        case .bool(let bool): output += "<boolean>\(bool ? 1 : 0)</boolean>".utf8
        case .number(let number): write(number, extensions, into: &output)
        case .string(let text): write(text, into: &output)
        case .array(let elements):
            output += "<array><data>".utf8
            for element in elements { write(element, extensions, into: &output) }
            output += "</data></array>".utf8
        case .object(let members): write(members, of: node, extensions, into: &output)
        }
        output += "</value>".utf8
    }

    private static func write(_ number: JSONNumber, _ extensions: XMLRPCExtensions, into output: inout [UInt8]) {
        switch kind(number) {
        case .integer: output += "<int>\(number.text)</int>".utf8
        case .longInteger where extensions.apache: output += "<ex:i8>\(number.text)</ex:i8>".utf8
        case .unrepresentable where extensions.apache && number.isWhole:
            output += "<ex:biginteger>\(number.text)</ex:biginteger>".utf8
        case .longInteger where extensions.i8: output += "<i8>\(number.text)</i8>".utf8
        case .double: output += "<double>\(PlainDecimal.text(number.text))</double>".utf8
        default: output += "<string>\(number.text)</string>".utf8
        }
    }

    private static func write(_ text: [UInt8], into output: inout [UInt8]) {
        output += "<string>".utf8
        XMLWriter.escape(text, into: &output)
        output += "</string>".utf8
    }

    private static func write(
        _ members: [JSONMember], of node: JSONNode, _ extensions: XMLRPCExtensions, into output: inout [UInt8]
    ) {
        switch taggedValue(node) {
        case (.date, let text)?:
            output += "<dateTime.iso8601>".utf8
            XMLWriter.escape(XMLRPCDate.basicFormat(text) ?? text, into: &output)
            output += "</dateTime.iso8601>".utf8
        case (_, let text)?:
            output += "<base64>".utf8
            XMLWriter.escape(text, into: &output)
            output += "</base64>".utf8
        case nil:
            output += "<struct>".utf8
            for member in members {
                output += "<member><name>".utf8
                XMLWriter.escape(Array(member.name.utf8), into: &output)
                output += "</name>".utf8
                write(member.value, extensions, into: &output)
                output += "</member>".utf8
            }
            output += "</struct>".utf8
        }
    }
}

extension JSONNumber {
    /// Whether it is written as an integer.
    fileprivate var isWhole: Bool { !text.utf8.contains { ".eE".utf8.contains($0) } }
}

/// Types outside of the specification: those that a scenario can turn on, and those of the call that is answered.
struct XMLRPCExtensions: Sendable, Hashable {
    var `nil` = false
    var i8 = false
    /// Whether the call declares Apache's extensions.
    var apache = false

    /// The namespace of Apache's extensions, whose prefix is `ex` in answers
    /// (https://ws.apache.org/xmlrpc/extensions.html).
    static let apacheNamespace = "http://ws.apache.org/xmlrpc/namespaces/extensions"
}
