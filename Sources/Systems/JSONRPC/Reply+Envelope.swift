internal import Catalogue
internal import JSONText
internal import Wire

/// Edits of a response that failures make.
extension Reply {
    typealias Members = [(String, JSONValue)]

    /// Edits the envelope, or each envelope of a batch.
    mutating func editEnvelopes(_ change: (inout Members) -> Void) {
        edit { value in
            switch value {
            case .object(var members):
                change(&members)
                value = .object(members)
            case .array(let elements):
                value = .array(
                    elements.map { element in
                        guard case .object(var members) = element else { return element }
                        change(&members)
                        return .object(members)
                    })
            default: break
            }
        }
    }

    /// The ids of the envelope, or of each envelope of a batch; null where there is none.
    var envelopeIDs: [JSONValue] {
        switch json {
        case .object(let members)?: [Self.id(members)]
        case .array(let elements)?:
            elements.map { element in if case .object(let members) = element { Self.id(members) } else { .null } }
        default: []
        }
    }

    /// Whether it answers a batch.
    var isList: Bool { JSONRPC.isList(content) }

    private static func id(_ members: Members) -> JSONValue { members.first { $0.0 == "id" }?.1 ?? .null }

    /// Edits the list of a batch that is not empty; its elements keep their bytes.
    mutating func editBatch(_ change: (inout [[UInt8]]) -> Void) {
        let text = content
        guard let elements = Self.parse(text)?.elements, !elements.isEmpty else { return }
        var texts = elements.map { Array(text[$0.range]) }
        change(&texts)
        replaceBody(JSONRPC.list(texts))
    }

    /// Replaces the result, or the error, of the envelope or of each envelope of a batch with bytes that need not be
    /// JSON. All other bytes stay.
    mutating func replaceResults(_ result: [UInt8]) {
        let text = content
        guard let root = Self.parse(text) else { return }
        var (edited, position): ([UInt8], Int) = ([], 0)
        edited.reserveCapacity(text.count + result.count)
        for envelope in root.elements ?? [root] {
            guard let member = envelope.member("result") ?? envelope.member("error") else { continue }
            edited += text[position..<member.nameRange.lowerBound] + Array(#""result":"#.utf8) + result
            position = member.value.range.upperBound
        }
        replaceBody(edited + text[position...])
    }

    private mutating func edit(_ change: (inout JSONValue) -> Void) {
        guard var value = json else { return }
        change(&value)
        replaceBody(value.bytes())
    }

    fileprivate var json: JSONValue? { Self.parse(content).map { JSONValue($0) } }

    private static func parse(_ text: [UInt8]) -> JSONNode? {
        let options = JSONParser.Options(maximumDepth: JSONRPC.maximumDepth, duplicateKeys: .lastWins)
        guard case .success(let node) = JSONParser.parse(text, options: options) else { return nil }
        return node
    }
}

extension Reply.Members {
    /// Sets a member that is missing or null. A new member is inserted in front of `next`.
    mutating func setIfMissing(_ name: String, with value: JSONValue, before next: String) {
        if let index = firstIndex(where: { $0.0 == name }) {
            if self[index].1 == .null { self[index].1 = value }
        } else {
            insert((name, value), at: firstIndex { $0.0 == next } ?? endIndex)
        }
    }

    /// The version that the envelope tells.
    var version: JSONRPCCall.Version {
        if contains(where: { $0.0 == "jsonrpc" }) { return .v20 }
        return contains { $0.0 == "version" } ? .v11 : .v10
    }

    /// Replaces the result with the stock error; an error that is there stays, and the answer is false.
    mutating func replaceResultWithError() -> Bool {
        if case .object? = first(where: { $0.0 == "error" })?.1 { return false }
        guard let result = firstIndex(where: { $0.0 == "result" }) else { return false }
        if let error = firstIndex(where: { $0.0 == "error" }) {
            self[result].1 = .null
            self[error].1 = JSONRPC.stockError
        } else {
            self[result] = ("error", JSONRPC.stockError)
        }
        return true
    }
}

extension JSONRPC {
    static let stockError: JSONValue = .object([("code", .int(-32603)), ("message", .string("Internal error"))])
    static let stockResponse = reply(Array(#"{"jsonrpc":"2.0","result":{"ok":true},"id":1}"#.utf8))
    static let stockBatch = reply(
        list([1, 2, 3].map { Array(#"{"jsonrpc":"2.0","result":{"ok":true},"id":\#($0)}"#.utf8) }))
}

extension Failure.Objection {
    @Sendable static func noEnvelope(_ arguments: Arguments, _ reply: Reply) -> Self? {
        switch reply.json {
        case .object?, .array?: nil
        default: Self("the reply is not a JSON object")
        }
    }

    @Sendable static func noResult(_ arguments: Arguments, _ reply: Reply) -> Self? {
        switch reply.json {
        case .object(let members)? where !members.contains { $0.0 == "result" }: Self("the reply has no result")
        case .object?, .array?: nil
        default: Self("the reply is not a JSON object")
        }
    }

    @Sendable static func noBatch(_ arguments: Arguments, _ reply: Reply) -> Self? {
        if case .array? = reply.json { nil } else { Self("the reply is not a list") }
    }
}
