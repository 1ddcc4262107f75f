internal import Bytes
internal import Catalogue
internal import JSONText
internal import XMLText

/// Reads a `methodCall` and writes it as JSON, in one pass and without a tree.
///
/// A document that is not a call is still read to its end, because the fault depends on whether it is well-formed XML.
struct MethodCallReader {
    private var xml: XMLReader
    private let extensions: XMLRPCExtensions
    private var openElements: [OpenElement] = []
    private var isConforming = true
    private var valueCount = 0
    private var method: [UInt8]?
    private var json: [UInt8] = []
    /// The prefix of Apache's extensions with its colon; nil if the call does not declare them.
    private var apachePrefix: String?

    private struct OpenElement {
        let element: Element
        /// Child elements so far.
        var count = 0
    }

    private enum Element {
        case call, method, parameters, parameter, value, scalar(XMLRPCScalar), extended(ApacheScalar), array, data,
            structure, member, name
    }

    init(_ bytes: [UInt8], from start: Int, _ extensions: XMLRPCExtensions = XMLRPCExtensions()) {
        xml = XMLReader(bytes, from: start)
        self.extensions = extensions
    }

    /// Reads the whole document; a failure is the fault to answer with.
    mutating func read() -> Result<MethodCall, XMLRPCFault> {
        do throws(XMLReader.SyntaxError) {
            while try readToken() {
                if valueCount > XMLRPC.maximumValues { return .failure(.notConforming) }
            }
        } catch {
            return .failure(error == .documentType ? .notConforming : .notWellFormed)
        }
        guard isConforming, let method else { return .failure(.notConforming) }
        return .success(MethodCall(method: method, json: json, isApache: apachePrefix != nil))
    }

    /// Handles the next tag; false at the end of the document.
    private mutating func readToken() throws(XMLReader.SyntaxError) -> Bool {
        switch try xml.next() {
        case .open(let name): if isConforming { isConforming = open(xml.name(name)) }
        case .close: if isConforming { isConforming = close() }
        case .end: return false
        }
        return true
    }

    // MARK: Elements

    /// False if the element is not allowed here.
    private mutating func open(_ name: ArraySlice<UInt8>) -> Bool {
        guard xml.isBlank, let element = element(named: name) else { return false }
        if case .call = element { apachePrefix = declaredPrefix() }
        if let last = openElements.last {
            switch last.element {
            case .parameters, .data, .structure: if last.count > 0 { json.append(UInt8(ascii: ",")) }
            default: break
            }
        }
        switch element {
        case .parameters: json += #","params":["#.utf8
        case .data: json.append(UInt8(ascii: "["))
        case .structure: json.append(UInt8(ascii: "{"))
        case .value: valueCount += 1
        default: break
        }
        openElements.append(OpenElement(element: element))
        return true
    }

    /// Apache's client declares its extensions in the root element, as `ex`.
    private func declaredPrefix() -> String? {
        let declaration = xml.attributes.first { attribute in
            xml.name(attribute.name).starts(with: "xmlns:".utf8) && attribute.name.count > 6
                && xml.value(of: attribute).elementsEqual(XMLRPCExtensions.apacheNamespace.utf8)
        }
        return declaration.map { String(decoding: xml.name($0.name).dropFirst(6), as: UTF8.self) + ":" }
    }

    private func element(named name: ArraySlice<UInt8>) -> Element? {
        // No known element has a longer name, and an unknown one may be a megabyte long.
        guard name.count <= 16 + (apachePrefix?.utf8.count ?? 0) else { return nil }
        let name = String(decoding: name, as: UTF8.self)
        guard let last = openElements.last else { return name == "methodCall" ? .call : nil }
        switch (last.element, name, last.count) {
        case (.call, "methodName", 0): return .method
        case (.call, "params", 1): return .parameters
        case (.parameters, "param", _): return .parameter
        case (.parameter, "value", 0), (.data, "value", _), (.member, "value", 1): return .value
        case (.value, "array", 0): return .array
        case (.value, "struct", 0): return .structure
        case (.value, _, 0):
            if let apachePrefix, name.hasPrefix(apachePrefix) {
                return ApacheScalar(rawValue: String(name.dropFirst(apachePrefix.count))).map(Element.extended)
            }
            guard let scalar = XMLRPCScalar(rawValue: name), scalar.isAllowed(extensions) else { return nil }
            return .scalar(scalar)
        case (.array, "data", 0): return .data
        case (.structure, "member", _): return .member
        case (.member, "name", 0): return .name
        default: return nil
        }
    }

    /// False if the content of the element is not valid.
    private mutating func close() -> Bool {
        guard let closed = openElements.popLast() else { return false }
        if !openElements.isEmpty { openElements[openElements.count - 1].count += 1 }
        switch closed.element {
        case .method:
            guard isMethod(xml.text) else { return false }
            method = xml.text
            json += #"{"method":"#.utf8
            JSONWriter.string(xml.text, into: &json)
        case .value:
            if closed.count > 0 { return xml.isBlank }
            JSONWriter.string(xml.text, into: &json)
        case .scalar(let scalar): return scalar.write(xml.text, extensions, into: &json)
        case .extended(let scalar): return scalar.write(xml.text, into: &json)
        case .name:
            JSONWriter.string(xml.text, into: &json)
            json.append(UInt8(ascii: ":"))
        case .call:
            if closed.count == 1 { json += #","params":["#.utf8 + [UInt8(ascii: "]")] }
            json.append(UInt8(ascii: "}"))
            return closed.count > 0 && xml.isBlank
        case .parameters, .data:
            json.append(UInt8(ascii: "]"))
            return xml.isBlank
        case .structure:
            json.append(UInt8(ascii: "}"))
            return xml.isBlank
        case .parameter, .array: return closed.count == 1 && xml.isBlank
        case .member: return closed.count == 2 && xml.isBlank
        }
        return true
    }

    /// The characters that the specification allows: letters, digits, underscores, dots, colons and slashes.
    private func isMethod(_ text: [UInt8]) -> Bool {
        !text.isEmpty
            && text.allSatisfy { byte in
                switch byte {
                case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x5F, 0x2E, 0x3A, 0x2F: true
                default: false
                }
            }
    }
}
