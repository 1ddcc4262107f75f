internal import JSONText

/// An error object: a code, the text that goes with it, and JSON that tells more.
struct JSONRPCError: Sendable {
    var code: Int
    var message: String
    var data: [UInt8]?

    static let parseError = JSONRPCError(code: -32700, message: "Parse error")
    static let invalidRequest = JSONRPCError(code: -32600, message: "Invalid Request")
    static let internalError = JSONRPCError(code: -32603, message: "Internal error")
    static let methodNotFound = JSONRPCError(code: -32601, message: "Method not found")

    /// In 1.1 it has a name, and calls its data `error`.
    func text(_ version: JSONRPCCall.Version) -> [UInt8] {
        var text = Array("{".utf8)
        if version == .oneOne { text += #""name":"JSONRPCError","#.utf8 }
        text += #""code":\#(code),"message":"#.utf8
        JSONWriter.string(message.utf8, into: &text)
        if let data {
            text += (version == .oneOne ? #","error":"# : #","data":"#).utf8
            text += data
        }
        text.append(UInt8(ascii: "}"))
        return text
    }
}

/// The envelopes, each in the order in which its specification shows the members.
extension JSONRPCCall {
    func success(_ result: [UInt8]) -> [UInt8] {
        switch version {
        case .two: Self.join(#"{"jsonrpc":"2.0","result":"#, result, idMember)
        case .oneOne: Self.join(#"{"version":"1.1","result":"#, result, idMember)
        case .one: Self.join(#"{"result":"#, result, Array(#","error":null"#.utf8) + idMember)
        }
    }

    func failure(_ error: JSONRPCError) -> [UInt8] {
        let text = error.text(version)
        return switch version {
        case .two: Self.join(#"{"jsonrpc":"2.0","error":"#, text, idMember)
        case .oneOne: Self.join(#"{"version":"1.1","error":"#, text, idMember)
        case .one: Self.join(#"{"result":null,"error":"#, text, idMember)
        }
    }

    /// In 1.1 what had no id gets none.
    private var idMember: [UInt8] {
        if id == nil, version == .oneOne { return [] }
        return Array(#","id":"#.utf8) + (id ?? Self.null)
    }

    private static func join(_ opening: String, _ value: [UInt8], _ id: [UInt8]) -> [UInt8] {
        var text = Array(opening.utf8)
        text.reserveCapacity(text.count + value.count + id.count + 1)
        text += value
        text += id
        text.append(UInt8(ascii: "}"))
        return text
    }
}
