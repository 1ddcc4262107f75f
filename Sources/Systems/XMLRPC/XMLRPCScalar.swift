internal import Bytes
internal import JSONText
internal import XMLText

/// Types whose values are text in an element of the type's name.
enum XMLRPCScalar: String {
    case i4, int, boolean, double, string, base64, i8
    case null = "nil"
    case dateTime = "dateTime.iso8601"

    /// False for an extension that the scenario has not turned on.
    func isAllowed(_ extensions: XMLRPCExtensions) -> Bool {
        switch self {
        case .i8: extensions.i8
        case .null: extensions.nil
        default: true
        }
    }

    /// Writes the value as JSON: numbers and booleans as such, all else as a string. False if the text is not valid for
    /// the type.
    func write(_ text: [UInt8], _ extensions: XMLRPCExtensions, into json: inout [UInt8]) -> Bool {
        switch self {
        case .string: JSONWriter.string(text, into: &json)
        // Where there are integers of 64 bits, clients such as kolo/xmlrpc write them as <int> too.
        case .int where extensions.i8:
            guard let value = Int64(String(decoding: text, as: UTF8.self)) else { return false }
            json += String(value).utf8
        case .i4, .int:
            guard let value = Int32(String(decoding: text, as: UTF8.self)) else { return false }
            json += String(value).utf8
        case .i8:
            guard let value = Int64(String(decoding: text, as: UTF8.self)) else { return false }
            json += String(value).utf8
        case .null:
            guard text.isEmpty else { return false }
            json += "null".utf8
        case .boolean:
            guard text == [UInt8(ascii: "0")] || text == [UInt8(ascii: "1")] else { return false }
            json += (text[0] == UInt8(ascii: "1") ? "true" : "false").utf8
        case .double:
            guard let number = Self.number(text) else { return false }
            json += number
        case .dateTime:
            guard let text = XMLRPCDate.basicFormat(text) else { return false }
            JSONWriter.string(text, into: &json)
        case .base64:
            let digits = text.contains(where: XMLReader.isSpace) ? text.filter { !XMLReader.isSpace($0) } : text
            guard Base64.isCanonical(digits) else { return false }
            JSONWriter.string(digits, into: &json)
        }
        return true
    }

    /// A decimal number in the form of JSON: `+.5` is 0.5, `007.` is 7.0. An exponent is accepted, because some clients
    /// send one, though the specification has none.
    static func number(_ text: [UInt8]) -> [UInt8]? {
        var rest = text[...]
        let sign = rest.first
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest.removeFirst() }
        let whole = rest.prefix(while: isDigit)
        rest = rest[whole.endIndex...]
        var fraction: ArraySlice<UInt8> = []
        if rest.first == UInt8(ascii: ".") {
            fraction = rest.dropFirst().prefix(while: isDigit)
            rest = rest.dropFirst(fraction.count + 1)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        var number: [UInt8] = sign == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
        let digits = whole.drop { $0 == UInt8(ascii: "0") }
        number += digits.isEmpty ? [UInt8(ascii: "0")] : digits
        number.append(UInt8(ascii: "."))
        number += fraction.isEmpty ? [UInt8(ascii: "0")] : fraction
        return JSONNumber(String(decoding: number + rest, as: UTF8.self)).map { Array($0.text.utf8) }
    }

    /// An integer of any length, without zeros in front; nil if it is none.
    static func wholeNumber(_ text: [UInt8]) -> [UInt8]? {
        var digits = text[...]
        let sign = digits.first
        if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits.removeFirst() }
        guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return nil }
        let shown = digits.drop { $0 == UInt8(ascii: "0") }
        if shown.isEmpty { return [UInt8(ascii: "0")] }
        return (sign == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []) + shown
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
