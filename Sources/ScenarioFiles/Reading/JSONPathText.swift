internal import JSONText

/// A path to values in JSON as other tools write it, `$.items[0].id` or `items.0.id`, translated into a JSON Pointer.
enum JSONPathText {
    enum Translation: Equatable {
        case pointer(String)
        /// A value of this name at any depth, which no pointer finds.
        case anywhere(String)
        /// A filter, a slice or a function, with the pointer to what is before it.
        case beyond(String)
    }

    static func translate(_ path: String) -> Translation {
        var rest = path[...]
        if rest.first == "$" || rest.first == "@" { rest.removeFirst() }
        var pointer = ""
        while let first = rest.first {
            if rest.hasPrefix("..") {
                return .anywhere(String(rest.dropFirst(2).prefix { $0 != "." && $0 != "[" }))
            }
            if first == "[" {
                guard let end = rest.firstIndex(of: "]") else { return .beyond(pointer) }
                guard let name = bracketed(rest[..<end].dropFirst()) else { return .beyond(pointer) }
                pointer += "/" + escaped(name)
                rest = rest[end...].dropFirst()
                continue
            }
            if first == "." { rest.removeFirst() }
            let name = rest.prefix { $0 != "." && $0 != "[" }
            if name.hasSuffix("()") { return .beyond(pointer) }
            if !name.isEmpty || rest.isEmpty { pointer += "/" + escaped(name) }
            rest = rest.dropFirst(name.count)
        }
        return .pointer(pointer)
    }

    /// The name or index between brackets; nil for filters and slices.
    private static func bracketed(_ text: Substring) -> Substring? {
        for quote in ["'", "\""] where text.hasPrefix(quote) && text.hasSuffix(quote) && text.count >= 2 {
            return text.dropFirst().dropLast()
        }
        let isIndex = !text.isEmpty && text.allSatisfy { ("0"..."9").contains($0) }
        return isIndex || text == "*" ? text : nil
    }

    private static func escaped(_ name: Substring) -> String {
        name.reduce(into: "") { result, character in
            result += character == "~" ? "~0" : character == "/" ? "~1" : String(character)
        }
    }
}

extension JSONPathText {
    /// A hint for a path in the place of a JSON Pointer.
    static func hint(_ path: String) -> String {
        switch translate(path) {
        case .pointer(""): "the pointer to the whole is \"\""
        case .pointer(let pointer): "did you mean \"\(pointer.shown)\"?"
        case .anywhere(let name):
            "a pointer has every name on the way, with * for any element: \"/*/\(name.isEmpty ? "id" : name.shown)\""
        case .beyond(let pointer):
            "a pointer has no filters, ranges and functions, but * for any element: \"\(pointer.shown)/*\""
        }
    }
}
