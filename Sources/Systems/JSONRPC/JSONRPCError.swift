internal import JSONText

/// An error object: its code, its message, and its data as JSON.
struct JSONRPCError: Sendable {
    var code: Int
    var message: String
    var data: [UInt8]?

    /// The object as JSON. Version 1.1 adds a name, and calls the data `error`.
    func text(_ version: JSONRPCCall.Version) -> [UInt8] {
        var text = Array("{".utf8)
        if version == .v11 { text += #""name":"JSONRPCError","#.utf8 }
        text += #""code":\#(code),"message":"#.utf8
        JSONWriter.string(message.utf8, into: &text)
        if let data {
            text += (version == .v11 ? #","error":"# : #","data":"#).utf8
            text += data
        }
        text.append(UInt8(ascii: "}"))
        return text
    }
}

/// An error object, encoded once for each version of the protocol.
struct EncodedJSONRPCError: Sendable {
    let code: Int
    private let v10, v11, v20: [UInt8]

    init(_ error: JSONRPCError) {
        code = error.code
        v10 = error.text(.v10)
        v11 = error.text(.v11)
        v20 = error.text(.v20)
    }

    static let parseError = EncodedJSONRPCError(JSONRPCError(code: -32700, message: "Parse error"))
    static let invalidRequest = EncodedJSONRPCError(JSONRPCError(code: -32600, message: "Invalid Request"))
    static let internalError = EncodedJSONRPCError(JSONRPCError(code: -32603, message: "Internal error"))
    static let methodNotFound = EncodedJSONRPCError(JSONRPCError(code: -32601, message: "Method not found"))

    func text(_ version: JSONRPCCall.Version) -> [UInt8] {
        switch version {
        case .v10: v10
        case .v11: v11
        case .v20: v20
        }
    }
}

/// The envelopes, with their members in the order in which the specifications show them.
extension JSONRPCCall {
    func success(_ result: [UInt8]) -> [UInt8] {
        switch version {
        case .v20: envelope(Prefix.result, result)
        case .v11: envelope(Prefix.result11, result)
        case .v10: envelope(Prefix.result10, result, Prefix.noError)
        }
    }

    func failure(_ error: EncodedJSONRPCError) -> [UInt8] { failure(error.text(version)) }

    /// `text` is the error object, encoded for this version.
    func failure(_ text: [UInt8]) -> [UInt8] {
        switch version {
        case .v20: envelope(Prefix.error, text)
        case .v11: envelope(Prefix.error11, text)
        case .v10: envelope(Prefix.error10, text)
        }
    }

    /// The bytes of an envelope before a value.
    private enum Prefix {
        static let result = Array(#"{"jsonrpc":"2.0","result":"#.utf8)
        static let result11 = Array(#"{"version":"1.1","result":"#.utf8)
        static let result10 = Array(#"{"result":"#.utf8)
        static let noError = Array(#","error":null"#.utf8)
        static let error = Array(#"{"jsonrpc":"2.0","error":"#.utf8)
        static let error11 = Array(#"{"version":"1.1","error":"#.utf8)
        static let error10 = Array(#"{"result":null,"error":"#.utf8)
        static let id = Array(#","id":"#.utf8)
    }

    /// Adds the id at the end. Without an id, 1.1 leaves the member out, and the other versions send null.
    private func envelope(_ opening: [UInt8], _ value: [UInt8], _ closing: [UInt8] = []) -> [UInt8] {
        let id = id ?? (version == .v11 ? [] : Self.null)
        var text: [UInt8] = []
        text.reserveCapacity(opening.count + value.count + closing.count + Prefix.id.count + id.count + 1)
        text += opening
        text += value
        text += closing
        if !id.isEmpty {
            text += Prefix.id
            text += id
        }
        text.append(UInt8(ascii: "}"))
        return text
    }
}
