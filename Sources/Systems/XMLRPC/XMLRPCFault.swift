internal import XMLText

/// A faultCode with its faultString.
struct XMLRPCFault: Error {
    var code: Int
    var message: String

    init(_ code: Int, _ message: String? = nil) {
        self.code = code
        self.message = message ?? FaultCode(code).message
    }

    static let notWellFormed = XMLRPCFault(-32700)
    static let unsupportedEncoding = XMLRPCFault(-32701)
    static let invalidCharacter = XMLRPCFault(-32702)
    static let notConforming = XMLRPCFault(-32600)
    static let methodNotFound = XMLRPCFault(-32601)
    static let invalidParameters = XMLRPCFault(-32602)
    static let internalError = XMLRPCFault(-32603)

    /// The struct of the fault, as XML.
    var value: [UInt8] {
        var text = Array("<value><struct><member><name>faultCode</name><value><int>\(code)</int></value></member>".utf8)
        text += "<member><name>faultString</name><value><string>".utf8
        XMLWriter.escape(Array(message.utf8), into: &text)
        text += "</string></value></member></struct></value>".utf8
        return text
    }
}
