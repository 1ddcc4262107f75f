/// A value in the text of a JSON document, which is known to be valid: found by skipping what is before it, without
/// making anything of the rest.
package struct JSONSkim {
    private let text: [UInt8]
    private let start: Int

    package init(_ text: [UInt8]) { self.init(text, 0) }

    private init(_ text: [UInt8], _ start: Int) {
        self.text = text
        self.start = Self.blanks(text, start)
    }

    /// A member of an object.
    package subscript(_ name: StaticString) -> JSONSkim? {
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        var found: JSONSkim?
        visit("{") { place in
            let end = Self.end(text, place)
            let value = JSONSkim(text, Self.blanks(text, end) + 1)
            if text[place + 1..<end - 1].elementsEqual(wanted) { found = value }
            return found == nil ? Self.end(text, value.start) : nil
        }
        return found
    }

    /// The elements of an array.
    package var elements: [JSONSkim] {
        var elements: [JSONSkim] = []
        visit("[") { place in
            elements.append(JSONSkim(text, place))
            return Self.end(text, place)
        }
        return elements
    }

    /// The value as it is written.
    package var raw: ArraySlice<UInt8> { start < text.count ? text[start..<Self.end(text, start)] : [] }

    /// Whether it is a string whose text, which needs no escapes, is that.
    package func isText(_ wanted: String) -> Bool {
        let raw = raw
        return raw.first == UInt8(ascii: "\"") && raw.dropFirst().dropLast().elementsEqual(wanted.utf8)
    }

    package func isNumber(_ wanted: Int) -> Bool { raw.elementsEqual(String(wanted).utf8) }

    package var isNull: Bool { raw.elementsEqual("null".utf8) }

    /// The text of a string, which has no escapes.
    package var string: String? {
        raw.first == UInt8(ascii: "\"") ? String(decoding: raw.dropFirst().dropLast(), as: UTF8.self) : nil
    }

    /// Visits the beginnings of what is listed, each of which returns the end of what was read; nil ends the visit.
    private func visit(_ open: Unicode.Scalar, _ each: (Int) -> Int?) {
        guard start < text.count, text[start] == UInt8(ascii: open) else { return }
        var place = Self.blanks(text, start + 1)
        while place < text.count, text[place] != UInt8(ascii: "}"), text[place] != UInt8(ascii: "]") {
            guard let end = each(place) else { return }
            place = Self.blanks(text, end)
            if place < text.count, text[place] == UInt8(ascii: ",") { place = Self.blanks(text, place + 1) }
        }
    }

    private static func blanks(_ text: [UInt8], _ start: Int) -> Int {
        var place = start
        while place < text.count, text[place] <= UInt8(ascii: " ") { place += 1 }
        return place
    }

    /// The end of the value that begins at `start`.
    private static func end(_ text: [UInt8], _ start: Int) -> Int {
        var (place, depth) = (start, 0)
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "\""):
                place += 1
                while place < text.count, text[place] != UInt8(ascii: "\"") {
                    place += text[place] == UInt8(ascii: "\\") ? 2 : 1
                }
                if depth == 0 { return min(place + 1, text.count) }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // That of what is around a number or word.
                if depth == 0 { return place }
                depth -= 1
                if depth == 0 { return place + 1 }
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0...0x20: if depth == 0 { return place }
            default: break
            }
            place += 1
        }
        return place
    }
}
