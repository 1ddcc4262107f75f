internal import XMLText

/// A faultCode with its faultString.
struct XMLRPCFault: Error {
    var code: Code
    var message: String

    /// An integer, or the text that some servers send in its place.
    enum Code {
        case number(Int)
        case text([UInt8])
    }

    init(_ code: Int, _ message: String? = nil) {
        self.init(.number(code), message ?? FaultCode(code).message)
    }

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static let notWellFormed = XMLRPCFault(-32700)
    static let unsupportedEncoding = XMLRPCFault(-32701)
    static let invalidCharacter = XMLRPCFault(-32702)
    static let notConforming = XMLRPCFault(-32600)
    /// `name` is the method of the call.
    static func methodNotFound(_ name: some Collection<UInt8>) -> XMLRPCFault {
        XMLRPCFault(
            -32601, "server error. requested method \(String(decoding: name, as: UTF8.self)) does not exist.")
    }
    static let invalidParameters = XMLRPCFault(-32602)
    static let internalError = XMLRPCFault(-32603)

    /// The struct of the fault, as XML.
    var value: [UInt8] {
        var text = Array("<value><struct><member><name>faultCode</name><value>".utf8)
        switch code {
        case .number(let number): text += "<int>\(number)</int>".utf8
        case .text(let code):
            text += "<string>".utf8
            XMLWriter.escape(code, into: &text)
            text += "</string>".utf8
        }
        text += "</value></member><member><name>faultString</name><value><string>".utf8
        XMLWriter.escape(Array(message.utf8), into: &text)
        text += "</string></value></member></struct></value>".utf8
        return text
    }
}
