internal import JSONText

/// Types of Apache's extensions whose values are text (https://ws.apache.org/xmlrpc/types.html).
enum ApacheScalar: String {
    case null = "nil"
    case i1, i2, i8, float, biginteger, bigdecimal, dateTime

    /// Writes the value as JSON: a date as the string that came, null, else a number. False if the text is not valid
    /// for the type.
    func write(_ text: [UInt8], into json: inout [UInt8]) -> Bool {
        switch self {
        case .null:
            guard text.isEmpty else { return false }
            json += "null".utf8
        case .i1: return write(integer(text, Int8.self), into: &json)
        case .i2: return write(integer(text, Int16.self), into: &json)
        case .i8: return write(integer(text, Int64.self), into: &json)
        case .biginteger:
            guard let digits = XMLRPCScalar.wholeNumber(text) else { return false }
            json += digits
        case .float, .bigdecimal:
            guard let number = XMLRPCScalar.number(text) else { return false }
            json += number
        case .dateTime:
            guard XMLRPCDate.isXMLSchemaDateTime(text) else { return false }
            JSONWriter.string(text, into: &json)
        }
        return true
    }

    private func integer<Value: FixedWidthInteger>(_ text: [UInt8], _ type: Value.Type) -> Value? {
        Value(String(decoding: text, as: UTF8.self))
    }

    private func write(_ value: (some FixedWidthInteger)?, into json: inout [UInt8]) -> Bool {
        guard let value else { return false }
        json += String(value).utf8
        return true
    }
}
