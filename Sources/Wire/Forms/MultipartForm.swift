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
        visitParts { part in
            if let part = self.part(part, withFields: false) { table.add(part.name[...], part.content) }
            return !table.isFull
        }
        return table
    }

    /// The parts of the form in a request's body; none of another body. Further ones than a `FieldTable` has are ignored.
    package static func parts(of request: Request) -> [MultipartPart] {
        guard let field = request.first(Array("content-type".utf8)) else { return [] }
        let type = MediaType(request.head[field])
        guard type.name.elementsEqual("multipart/form-data".utf8), let boundary = type.parameter("boundary"),
            let form = MultipartForm(request.body, boundary: boundary)
        else { return [] }
        var parts: [MultipartPart] = []
        form.visitParts { range in
            if let part = form.part(range, withFields: true) { parts.append(part) }
            return parts.count < FieldTable.maximumCount
        }
        return parts
    }

    private func visitParts(_ visit: (Range<Int>) -> Bool) {
        guard var delimiter = nextDelimiter(from: 0) else { return }
        while !delimiter.isLast, let next = nextDelimiter(from: delimiter.end) {
            guard visit(delimiter.end..<max(delimiter.end, next.start)) else { return }
            delimiter = next
        }
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

    /// A part with a name; nil for others.
    private func part(_ range: Range<Int>, withFields: Bool) -> MultipartPart? {
        var (name, filename): ([UInt8]?, [UInt8]?)
        var fields: [(name: [UInt8], value: ArraySlice<UInt8>)] = []
        var line = range.lowerBound
        while line < range.upperBound, let next = lineBehind(line), next <= range.upperBound {
            let field = body[line..<next - 2]
            line = next
            if field.isEmpty {
                return name.map {
                    MultipartPart(name: $0, filename: filename, fields: fields, content: body[line..<range.upperBound])
                }
            }
            if name == nil, let parameters = Self.disposition(field) {
                name = HeaderParameters.value("name", in: parameters).map { Self.unescaped($0) }
                if withFields {
                    filename = HeaderParameters.value("filename", in: parameters).map { Self.unescaped($0) }
                }
            }
            if withFields, fields.count < Self.mostFields, let colon = field.firstIndex(of: UInt8(ascii: ":")) {
                fields.append((field[..<colon].map(\.asciiLowercased), field[(colon + 1)...].trimmingBlanks))
            }
        }
        return nil
    }

    /// Most fields of a part.
    private static let mostFields = 100

    /// The parameters of `Content-Disposition: form-data; name="x"`; nil for other fields.
    private static func disposition(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let colon = field.firstIndex(of: UInt8(ascii: ":")),
            field[..<colon].equalsIgnoringCase("content-disposition")
        else { return nil }
        let value = field[(colon + 1)...]
        let end = value.firstIndex(of: UInt8(ascii: ";")) ?? value.endIndex
        guard value[..<end].trimmingBlanks.equalsIgnoringCase("form-data") else { return nil }
        return value[end...]
    }

    /// Browsers write a quote as `%22` and line ends as `%0D` and `%0A` (HTML, 4.10.21.8).
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
