internal import JSONText
public import Wire

extension JSONRPC {
    public func read(_ request: Request) -> Reading {
        if request.body.isEmpty, !request.head[request.method].elementsEqual("POST".utf8) {
            return .unreadable(.bare(405, [HeaderField("Allow", "POST")]))
        }
        let body = request.body
        if RequestBulk.isTooMuch(body) { return .unreadable(Self.failure(.invalidRequest, for: .unknown)) }
        let options = JSONParser.Options(maximumDepth: Self.maximumDepth, duplicateKeys: .lastWins)
        guard case .success(let node) = JSONParser.parse(body, options: options) else {
            return .unreadable(Self.failure(.parseError, for: .unknown))
        }
        guard let elements = node.elements else {
            var call = Self.call(node, body)
            call.fields["batch"] = Self.noBatch
            return .call(call)
        }
        guard !elements.isEmpty, elements.count <= Self.maximumBatch else {
            return .unreadable(Self.failure(.invalidRequest, for: .unknown))
        }
        let calls = elements.map { element in
            var call = Self.call(element, body)
            // Only 2.0 knows batches.
            if call.rpc?.version != .two {
                call = Call(text: call.text, rpc: JSONRPCCall(id: call.rpc?.id, isValid: false))
            }
            return call
        }
        return .batch(Self.whole(calls, text: body), calls)
    }

    private static let noBatch = Array("false".utf8)

    /// A batch as one request.
    static func whole(_ calls: [Call], text: [UInt8]) -> Call {
        Call(
            fields: ["batch": Array("true".utf8)], text: text,
            rpc: JSONRPCCall(id: JSONRPCCall.null, elements: calls.compactMap(\.rpc)), isWhole: true)
    }

    private static func call(_ node: JSONNode, _ body: [UInt8]) -> Call {
        var rpc = envelope(node, body)
        var fields: CallFields = [:]
        if let method = node["method"]?.utf8, hasParameters(node, rpc.version) {
            fields["rpc"] = method
        } else {
            rpc.isValid = false
        }
        if !rpc.isValid {
            fields = [:]
            // Nobody asked for silence who did not send a request.
            rpc.id = rpc.id ?? JSONRPCCall.null
        }
        let text = node.range == 0..<body.count ? body : Array(body[node.range])
        return Call(fields: fields, text: text, rpc: rpc)
    }

    private static func envelope(_ node: JSONNode, _ body: [UInt8]) -> JSONRPCCall {
        guard node.members != nil else { return .unknown }
        var rpc = JSONRPCCall(id: nil)
        if let id = node["id"] {
            switch id.value {
            case .string, .number, .null: rpc.id = Array(body[id.range])
            case .bool, .array, .object: rpc = .unknown
            }
        }
        if let version = node["jsonrpc"] {
            if version.string != "2.0" { rpc.isValid = false }
        } else if let version = node["version"] {
            rpc.version = .oneOne
            if version.string != "1.1" { rpc.isValid = false }
        } else if rpc.id != nil {
            rpc.version = .one
        } else {
            rpc.isValid = false
        }
        return rpc
    }

    /// By name only from 1.1 on; where a client of 1.0 has none it says null.
    private static func hasParameters(_ node: JSONNode, _ version: JSONRPCCall.Version) -> Bool {
        guard let parameters = node["params"] else { return true }
        return switch parameters.value {
        case .array: true
        case .object: version != .one
        case .null: version == .one
        case .bool, .number, .string: false
        }
    }
}
