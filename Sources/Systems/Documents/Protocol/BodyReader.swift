internal import Catalogue
internal import XMLText

/// Reads the XML of a request element by element; unknown elements are skipped (RFC 4918, 17).
struct BodyReader {
    private var reader: NamespaceReader

    /// Enters the root element, which must have this name in the namespace `DAV:`.
    init(_ body: [UInt8], charset: String?, atMost limit: Int, root: String) throws(BodyProblem) {
        guard body.count <= limit else { throw .tooLarge }
        switch XMLDocument.read(body, charset: charset) {
        case .success(let document): reader = NamespaceReader(document)
        case .failure(.unsupportedEncoding): throw .unsupportedEncoding
        case .failure: throw .notWellFormed
        }
        guard try child()?.davName == root else {
            // XML that is not well-formed is another problem, so that the rest is read first.
            try skip()
            try end()
            throw .notConforming
        }
    }

    /// Enters the next child of the current element; nil at its end.
    mutating func child() throws(BodyProblem) -> PropertyName? {
        if case .open(let name) = try step() { return name }
        return nil
    }

    mutating func skip() throws(BodyProblem) {
        do throws(XMLReader.SyntaxError) { try reader.skip() } catch { throw Self.problem(of: error) }
    }

    /// Takes the whole current element, and continues behind it.
    mutating func element() throws(BodyProblem) -> [UInt8] {
        do throws(XMLReader.SyntaxError) { return try reader.takeElement() } catch { throw Self.problem(of: error) }
    }

    /// The names of the children of the current element; continues behind it.
    mutating func names() throws(BodyProblem) -> [PropertyName] {
        var names: [PropertyName] = []
        while let name = try child() {
            names.append(name)
            try skip()
        }
        return names
    }

    /// Reads to the end of the document: what is behind the root element may not be well-formed.
    mutating func end() throws(BodyProblem) {
        while true {
            if case .end = try step() { return }
        }
    }

    private mutating func step() throws(BodyProblem) -> NamespaceReader.Token {
        do throws(XMLReader.SyntaxError) { return try reader.next() } catch { throw Self.problem(of: error) }
    }

    private static func problem(of mistake: XMLReader.SyntaxError) -> BodyProblem {
        mistake == .documentType ? .documentType : .notWellFormed
    }
}

/// Why the XML of a request cannot be used.
enum BodyProblem: Error, Hashable {
    case notWellFormed, documentType, unsupportedEncoding, tooLarge, notConforming

    /// RFC 4918, 8.2 and 11.2.
    var status: Int {
        switch self {
        case .notWellFormed, .documentType: 400
        case .unsupportedEncoding: 415
        case .tooLarge: 413
        case .notConforming: 422
        }
    }

    var message: String {
        switch self {
        case .notWellFormed: "the body is not well-formed XML with namespaces"
        case .documentType: "the body has a document type, which the store does not read"
        case .unsupportedEncoding: "the body is in an encoding that the store does not read; UTF-8 is one that it does"
        case .tooLarge: "the body asks for more than the store takes in one request"
        case .notConforming: "the body is XML, but not what this method needs"
        }
    }
}
