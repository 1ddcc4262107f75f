/// Reads XML with namespaces (Namespaces in XML 1.0): elements have expanded names, and any of them can be extracted as
/// a document of its own.
package struct NamespaceReader {
    package enum Token {
        case open(ExpandedName)
        /// The end of the element that was opened last.
        case close
        case end
    }

    /// The maximum number of prefixes in scope, since each look-up is a linear search.
    package static let maximumPrefixes = 256

    private struct Binding {
        /// The depth of the element that declares it.
        package let depth: Int
        /// Empty for the default namespace.
        package let prefix: [UInt8]
        package let namespace: [UInt8]
        /// Whether the element that `takeElement` extracts uses it.
        package var isNeeded = false
    }

    private static let xml = Array("http://www.w3.org/XML/1998/namespace".utf8)
    private static let xmlns = Array("http://www.w3.org/2000/xmlns/".utf8)
    private static let colon = UInt8(ascii: ":")

    private var reader: XMLReader
    private var depth = 0
    private var bindings: [Binding] = []
    private var languages: [(depth: Int, value: [UInt8])] = []
    /// The range of the name of the element that was opened last.
    private var opened: Range<Int> = 0..<0
    /// The depth of the element that `takeElement` extracts; nil outside of it.
    private var takenDepth: Int?

    package init(_ document: XMLDocument) { reader = XMLReader(document.bytes, from: document.start) }

    package mutating func next() throws(XMLReader.SyntaxError) -> Token {
        switch try reader.next() {
        case .open(let name):
            depth += 1
            opened = name
            try declare()
            return .open(try resolveOpened())
        case .close:
            while bindings.last?.depth == depth { bindings.removeLast() }
            if languages.last?.depth == depth { languages.removeLast() }
            depth -= 1
            return .close
        case .end: return .end
        }
    }

    /// Skips the rest of the element that was opened last.
    package mutating func skip() throws(XMLReader.SyntaxError) {
        let around = depth - 1
        while depth > around { _ = try next() }
    }

    /// Reads the rest of the element that was opened last, and returns the element as it was written, with the
    /// declarations of prefixes and language that it inherits from the elements around it, so that it can stand alone.
    package mutating func takeElement() throws(XMLReader.SyntaxError) -> [UInt8] {
        let (name, around) = (opened, bindings.count { $0.depth < depth })
        for index in bindings.indices { bindings[index].isNeeded = false }
        takenDepth = depth
        defer { takenDepth = nil }
        _ = try resolveOpened()
        let language = languages.last.flatMap { $0.depth < depth ? $0.value : nil }
        try skip()
        var element = [UInt8(ascii: "<")] + reader.name(name)
        for binding in bindings[..<around] where binding.isNeeded {
            element += " xmlns".utf8
            if !binding.prefix.isEmpty { element += [Self.colon] + binding.prefix }
            Self.appendValue(binding.namespace, to: &element)
        }
        if let language {
            element += " xml:lang".utf8
            Self.appendValue(language, to: &element)
        }
        return element + reader.name(name.upperBound..<reader.offset)
    }

    private static func appendValue(_ value: [UInt8], to element: inout [UInt8]) {
        element += "=\"".utf8
        XMLWriter.escapeValue(value, into: &element)
        element.append(UInt8(ascii: "\""))
    }

    // MARK: Prefixes

    /// Registers the prefixes and the language that the element opened last declares.
    private mutating func declare() throws(XMLReader.SyntaxError) {
        for attribute in reader.attributes {
            let name = reader.name(attribute.name)
            if name.elementsEqual("xmlns".utf8) {
                try bind([], to: reader.value(of: attribute))
            } else if name.starts(with: "xmlns:".utf8) {
                guard name.count > 6 else { throw .notWellFormed }
                try bind(Array(name.dropFirst(6)), to: reader.value(of: attribute))
            } else if name.elementsEqual("xml:lang".utf8) {
                languages.append((depth, reader.value(of: attribute)))
            }
        }
    }

    /// Only the default namespace can be empty. The prefixes `xml` and `xmlns` have fixed meanings (section 3).
    private mutating func bind(_ prefix: [UInt8], to namespace: [UInt8]) throws(XMLReader.SyntaxError) {
        guard bindings.count < Self.maximumPrefixes, namespace != Self.xmlns,
            prefix.elementsEqual("xml".utf8) == (namespace == Self.xml), !prefix.elementsEqual("xmlns".utf8)
        else { throw .notWellFormed }
        if !prefix.isEmpty {
            guard !namespace.isEmpty, Self.isSimple(prefix[...]) else { throw .notWellFormed }
        }
        bindings.append(Binding(depth: depth, prefix: prefix, namespace: namespace))
    }

    /// The expanded name of the element that was opened last. The names of its attributes are checked first.
    private mutating func resolveOpened() throws(XMLReader.SyntaxError) -> ExpandedName {
        var seen: [ExpandedName] = []
        for attribute in reader.attributes where reader.name(attribute.name).contains(Self.colon) {
            guard !reader.name(attribute.name).starts(with: "xmlns:".utf8) else { continue }
            let name = try expand(attribute.name)
            guard !seen.contains(name) else { throw .notWellFormed }
            seen.append(name)
        }
        return try expand(opened)
    }

    /// Not for attributes without a prefix, which are in no namespace.
    private mutating func expand(_ range: Range<Int>) throws(XMLReader.SyntaxError) -> ExpandedName {
        let name = reader.name(range)
        guard let colon = name.firstIndex(of: Self.colon) else {
            return ExpandedName(namespace: namespace(of: []) ?? [], name: Array(name))
        }
        let local = name[(colon + 1)...]
        guard Self.isSimple(local), let namespace = namespace(of: name[..<colon]) else { throw .notWellFormed }
        return ExpandedName(namespace: namespace, name: Array(local))
    }

    private mutating func namespace(of prefix: ArraySlice<UInt8>) -> [UInt8]? {
        if let index = bindings.lastIndex(where: { $0.prefix.elementsEqual(prefix) }) {
            if let takenDepth, bindings[index].depth < takenDepth { bindings[index].isNeeded = true }
            return bindings[index].namespace
        }
        return prefix.elementsEqual("xml".utf8) ? Self.xml : nil
    }

    /// Whether this is a valid name without a colon (an NCName).
    private static func isSimple(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, XMLReader.isNameByte(first, first: true) else { return false }
        return !name.contains(colon)
    }
}
