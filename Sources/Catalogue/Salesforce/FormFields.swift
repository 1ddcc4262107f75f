internal import Bytes

/// One field of a form that is URL-encoded, found without a table of all of them.
enum FormFields {
    /// The decoded value of the first field of that name; nil where there is none.
    static func value(of name: String, in text: ArraySlice<UInt8>) -> [UInt8]? {
        var position = text.startIndex
        while position < text.endIndex {
            let end = text[position...].firstIndex(of: UInt8(ascii: "&")) ?? text.endIndex
            let field = text[position..<end]
            position = end < text.endIndex ? end + 1 : end
            let key = field.prefix { $0 != UInt8(ascii: "=") }
            guard key.elementsEqual(name.utf8) else { continue }
            let value = field.dropFirst(key.count + 1).map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            return PercentCoding.decode(value[...])
        }
        return nil
    }
}
