internal import Catalogue
internal import JSONText

/// `system.multicall`: one call whose one parameter is a list of calls, each a struct of `methodName` and `params`.
struct Multicall: Sendable {
    /// For each element, whether it is a valid call.
    let elementsAreCalls: [Bool]
    var usesApacheExtensions = false

    static let method = Array("system.multicall".utf8)

    /// The calls, each with the JSON text that it would have outside of a multicall; nil if the parameter is not a
    /// list.
    static func calls(_ whole: MethodCall) -> [Call]? {
        let json = whole.json
        let options = JSONParser.Options(maximumDepth: 512, duplicateKeys: .lastWins)
        guard case .success(let node) = JSONParser.parse(json, options: options),
            let parameters = node["params"]?.elements, parameters.count == 1, let elements = parameters[0].elements
        else { return nil }
        let payload = whole.isApache ? Payload(ApacheExtensions()) : nil
        return elements.map { element in
            var call = call(element, json)
            call.payload = payload
            return call
        }
    }

    private static func call(_ element: JSONNode, _ json: [UInt8]) -> Call {
        // A nested multicall is refused, as servers do.
        guard let method = element["methodName"]?.utf8, method != self.method, let parameters = element["params"],
            parameters.elements != nil
        else { return Call(text: Array(json[element.range])) }
        var text = Array(#"{"method":"#.utf8)
        JSONWriter.string(method, into: &text)
        text += #","params":"#.utf8
        text += json[parameters.range]
        text.append(UInt8(ascii: "}"))
        return Call(fields: CallFields([XMLRPC.Field.rpc: method]), text: text)
    }

    /// The multicall as one call, for rules that match a batch as a whole.
    static func whole(_ calls: [Call], text: [UInt8]) -> Call {
        let multicall = Multicall(
            elementsAreCalls: calls.map { $0.fields[XMLRPC.Field.rpc] != nil },
            usesApacheExtensions: calls.first?.usesApacheExtensions == true)
        return Call(
            fields: CallFields([XMLRPC.Field.batch: Array("true".utf8)]), text: text, payload: Payload(multicall),
            isWhole: true, count: calls.count)
    }
}

extension Call {
    /// Set for a multicall that is matched as one call.
    var multicall: Multicall? { (payload as? Payload<Multicall>)?.value }
}
