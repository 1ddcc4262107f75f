internal import Bytes

/// Reads a multipart/form-data body (RFC 7578): the name and the content of each part, files included. Other parts are
/// ignored, and so is a last part without a closing delimiter.
package struct MultipartForm {
    private let body: [UInt8]
    /// Two dashes and the boundary.
    private let delimiter: [UInt8]

    /// Nil if the boundary is not valid (RFC 2046, 5.1.1).
    package init?(_ body: [UInt8], boundary: [UInt8]) {
        guard (1...70).contains(boundary.count) else { return nil }
        self.body = body
        delimiter = Array("--".utf8) + boundary
    }

    package func fields() -> FieldTable {
        var table = FieldTable()
        guard var delimiter = nextDelimiter(from: 0) else { return table }
        while !delimiter.isLast, !table.isFull, let next = nextDelimiter(from: delimiter.end) {
            add(delimiter.end..<max(delimiter.end, next.start), to: &table)
            delimiter = next
        }
        return table
    }

    /// A delimiter line: the end of the part before it, and the start of the part after it.
    private struct Delimiter {
        let start: Int
        let end: Int
        let isLast: Bool
    }

    private func nextDelimiter(from position: Int) -> Delimiter? {
        // A delimiter begins a line. The CRLF before it belongs to the delimiter.
        var line = position
        while line < body.count {
            if begins(line) {
                let after = line + delimiter.count
                let isLast = after + 1 < body.count && body[after] == 0x2D && body[after + 1] == 0x2D
                var end = isLast ? after + 2 : after
                while end < body.count, body[end] == 0x20 || body[end] == 0x09 { end += 1 }
                let start = line >= 2 && line > position ? line - 2 : line
                if isLast { return Delimiter(start: start, end: end, isLast: true) }
                if end + 1 < body.count, body[end] == 0x0D, body[end + 1] == 0x0A {
                    return Delimiter(start: start, end: end + 2, isLast: false)
                }
            }
            guard let next = lineBehind(line) else { return nil }
            line = next
        }
        return nil
    }

    private func begins(_ line: Int) -> Bool {
        guard body.count - line >= delimiter.count else { return false }
        for index in delimiter.indices where body[line + index] != delimiter[index] { return false }
        return true
    }

    /// The start of the next line.
    private func lineBehind(_ position: Int) -> Int? {
        var index = position
        while index + 1 < body.count {
            if body[index] == 0x0D, body[index + 1] == 0x0A { return index + 2 }
            index += 1
        }
        return nil
    }

    private func add(_ part: Range<Int>, to table: inout FieldTable) {
        var name: [UInt8]?
        var line = part.lowerBound
        while line < part.upperBound, let next = lineBehind(line), next <= part.upperBound {
            let field = body[line..<next - 2]
            line = next
            if field.isEmpty {
                if let name { table.add(name[...], body[line..<part.upperBound]) }
                return
            }
            if name == nil { name = Self.name(field) }
        }
    }

    /// The name in `Content-Disposition: form-data; name="x"`, in which browsers write a quote as `%22` and line ends
    /// as `%0D` and `%0A` (HTML, 4.10.21.8).
    private static func name(_ field: ArraySlice<UInt8>) -> [UInt8]? {
        guard let colon = field.firstIndex(of: UInt8(ascii: ":")),
            field[..<colon].equalsIgnoringCase("content-disposition")
        else { return nil }
        let value = field[(colon + 1)...]
        let end = value.firstIndex(of: UInt8(ascii: ";")) ?? value.endIndex
        guard value[..<end].trimmingBlanks.equalsIgnoringCase("form-data") else { return nil }
        return HeaderParameters.value("name", in: value[end...]).map { unescaped($0) }
    }

    private static func unescaped(_ name: [UInt8]) -> [UInt8] {
        guard name.contains(UInt8(ascii: "%")) else { return name }
        var result: [UInt8] = []
        var index = 0
        while index < name.count {
            switch name[index...].prefix(3).text.uppercased() {
            case "%22": result.append(0x22)
            case "%0D": result.append(0x0D)
            case "%0A": result.append(0x0A)
            default:
                result.append(name[index])
                index += 1
                continue
            }
            index += 3
        }
        return result
    }
}
