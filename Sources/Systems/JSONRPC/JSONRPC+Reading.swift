internal import Catalogue
internal import JSONText
internal import Wire

extension JSONRPC {
    func read(_ request: Request) -> Reading {
        if request.body.isEmpty, !request.head[request.method].elementsEqual("POST".utf8) {
            return .unreadable(.bare(405, [HeaderField("Allow", "POST")]))
        }
        let body = request.body
        if RequestSizeCheck.isTooLarge(body) { return .unreadable(failure(.invalidRequest, for: statuses.unread)) }
        // Keeps the members of a call and the type of each value; nothing below that is needed.
        let options = JSONParser.Options(
            maximumDepth: Self.maximumDepth, duplicateKeys: .lastWins, keptDepth: Self.isList(body) ? 2 : 1)
        guard case .success(let node) = JSONParser.parse(body, options: options) else {
            return .unreadable(failure(.parseError, for: statuses.unread))
        }
        guard let elements = node.elements else {
            return .call(call(node, body, isSingle: true))
        }
        guard !elements.isEmpty, elements.count <= Self.maximumBatch else {
            return .unreadable(failure(.invalidRequest, for: statuses.unread))
        }
        let idDistance = JSONRPCCall.idDistance(elements.compactMap { $0["id"]?.number.flatMap { Int($0.text) } })
        let calls = elements.map { element in
            var call = call(element, body)
            guard var rpc = call.rpc else { return call }
            rpc.isElement = true
            rpc.idDistance = idDistance
            call.payload = Payload(rpc)
            return call
        }
        return .batch(Self.whole(calls, text: body), calls)
    }

    private static let notBatch = Array("false".utf8)

    /// The batch as one call, for rules that match a batch as a whole.
    static func whole(_ calls: [Call], text: [UInt8]) -> Call {
        let elements = calls.compactMap(\.rpc)
        var whole = Call(
            JSONRPCCall(elements.first?.version ?? .v20, id: JSONRPCCall.null, elements: elements),
            fields: CallFields([Field.batch: Array("true".utf8)]), text: text)
        whole.isWhole = true
        whole.count = calls.count
        return whole
    }

    /// The members of a request that decide how it is answered.
    private struct Members {
        var id, method, parameters, version, version11: JSONNode?

        init(_ members: [JSONMember]) {
            for member in members {
                switch member.name {
                case "id": id = member.value
                case "method": method = member.value
                case "params": parameters = member.value
                case "jsonrpc": version = member.value
                case "version": version11 = member.value
                default: break
                }
            }
        }
    }

    private func call(_ node: JSONNode, _ body: [UInt8], isSingle: Bool = false) -> Call {
        let members = Members(node.members ?? [])
        var rpc = node.members == nil ? statuses.unread : envelope(members, body, isSingle: isSingle)
        var fields = CallFields()
        if let method = members.method?.utf8, hasParameters(members, rpc.version) {
            if rpc.isValid { fields[Field.rpc] = method }
        } else {
            rpc.isValid = false
        }
        if isSingle { fields[Field.batch] = Self.notBatch }
        // An invalid request is never a notification: it is answered with an id of null.
        if !rpc.isValid { rpc.id = rpc.id ?? JSONRPCCall.null }
        let text = node.range == 0..<body.count ? body : Array(body[node.range])
        return Call(rpc, fields: fields, text: text)
    }

    private func envelope(_ members: Members, _ body: [UInt8], isSingle: Bool) -> JSONRPCCall {
        var rpc = JSONRPCCall(statuses.isBitcoind ? .v10 : .v20, id: nil)
        if let id = members.id {
            switch id.value {
            case .string, .number, .null: rpc.id = Array(body[id.range])
            case .bool, .array, .object: return statuses.unread
            }
        }
        if let version = members.version {
            switch version.utf8 {
            case Self.v20Text: rpc.version = .v20
            // Of bitcoind's relatives, which answer an id of null, and a request without one.
            case Self.v10Text:
                rpc.version = .v10
                if rpc.id == JSONRPCCall.null { rpc.id = nil }
            default: rpc.isValid = false
            }
        } else if !statuses.isBitcoind {
            Self.readOlder(&rpc, members.version11, isSingle: isSingle)
        }
        return statuses.isBitcoind ? statuses.taken(rpc) : rpc
    }

    /// A request of 1.1, or one that names no version. Neither 1.1 nor 1.0 has batches.
    private static func readOlder(_ rpc: inout JSONRPCCall, _ version: JSONNode?, isSingle: Bool) {
        if isSingle, let version {
            rpc.version = .v11
            rpc.isValid = version.utf8 == v11Text
        } else if isSingle, rpc.id != nil {
            rpc.version = .v10
        } else {
            rpc.isValid = false
        }
    }

    private static let v20Text = Array("2.0".utf8)
    private static let v11Text = Array("1.1".utf8)
    private static let v10Text = Array("1.0".utf8)

    /// Whether the parameters are such as the version has: named ones exist from 1.1 on, and in bitcoind's 1.0. Null is
    /// taken as none, which clients of 1.0 send, and others such as alloy.
    private func hasParameters(_ members: Members, _ version: JSONRPCCall.Version) -> Bool {
        guard let parameters = members.parameters else { return true }
        return switch parameters.value {
        case .array: true
        case .object: version != .v10 || members.version != nil || statuses.isBitcoind
        case .null: version == .v10 || !isStrict
        case .bool, .number, .string: false
        }
    }
}
