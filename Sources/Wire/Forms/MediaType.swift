internal import Bytes

/// A media type with its parameters (RFC 9110, 8.3.1).
package struct MediaType {
    /// In lower case, without parameters.
    package let name: [UInt8]
    private let parameters: ArraySlice<UInt8>

    package init(_ field: ArraySlice<UInt8>) {
        let end = field.firstIndex(of: UInt8(ascii: ";")) ?? field.endIndex
        name = field[..<end].trimmingBlanks.map(\.asciiLowercased)
        parameters = field[end...]
    }

    /// The first parameter of that name, which must be in lower case; a quoted value without its quotes.
    package func parameter(_ name: String) -> [UInt8]? { HeaderParameters.value(name, in: parameters) }
}

/// Parameters of a field value: `; name="x"; filename=y` (RFC 9110, 5.6.6).
package enum HeaderParameters {
    /// The first one of that name, which must be in lower case; a quoted value without its quotes.
    package static func value(_ name: String, in bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var rest = bytes
        while let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
            rest = rest[(semicolon + 1)...]
            let end = rest.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") } ?? rest.endIndex
            guard end < rest.endIndex, rest[end] == UInt8(ascii: "=") else { continue }
            let isWanted = rest[..<end].trimmingBlanks.map(\.asciiLowercased).elementsEqual(name.utf8)
            let value = value(&rest, from: end + 1)
            if isWanted { return value }
        }
        return nil
    }

    /// Reads the value that begins at `start`; `rest` is then what follows it.
    private static func value(_ rest: inout ArraySlice<UInt8>, from start: Int) -> [UInt8] {
        rest = rest[start...]
        guard let first = rest.firstIndex(where: { $0 != UInt8(ascii: " ") }), rest[first] == UInt8(ascii: "\"") else {
            let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
            defer { rest = rest[end...] }
            return Array(rest[..<end].trimmingBlanks)
        }
        var value: [UInt8] = []
        var index = first + 1
        while index < rest.endIndex, rest[index] != UInt8(ascii: "\"") {
            // Only quotes and backslashes are unescaped: browsers send the backslashes of a file path unescaped.
            if rest[index] == UInt8(ascii: "\\"), index + 1 < rest.endIndex,
                rest[index + 1] == UInt8(ascii: "\"") || rest[index + 1] == UInt8(ascii: "\\")
            {
                index += 1
            }
            value.append(rest[index])
            index += 1
        }
        rest = rest[min(index + 1, rest.endIndex)...]
        return value
    }
}
