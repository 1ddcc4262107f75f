internal import Catalogue

extension Call {
    /// A call of JSON-RPC.
    init(_ rpc: JSONRPCCall, fields: CallFields = CallFields(), text: [UInt8] = []) {
        self.init(fields: fields, text: text, payload: Payload(rpc), wantsNoAnswer: rpc.isNotification)
    }

    /// The version, id and validity of the request.
    var rpc: JSONRPCCall? { (payload as? Payload<JSONRPCCall>)?.value }
}

/// What the answer to a request depends on: its version and its id.
struct JSONRPCCall: Sendable, Hashable {
    enum Version: Sendable, Hashable {
        case v10, v11, v20
    }

    var version: Version
    /// JSON text of the id, so that it is returned as it was written; nil if the request has none.
    var id: [UInt8]?
    /// False for JSON that is not a request, which is answered with an error.
    var isValid: Bool
    /// The calls of a batch that is matched as one call; nil for a single call.
    var elements: [JSONRPCCall]?
    /// What is added to an id to get one that no call of the same batch has, if it is a number; 1 outside of batches.
    var idDistance = 1
    /// Whether it is an element of a batch, whose answer has no status of its own.
    var isElement = false

    init(
        _ version: Version = .v20, id: [UInt8]?, isValid: Bool = true, elements: [JSONRPCCall]? = nil
    ) {
        self.version = version
        self.id = id
        self.isValid = isValid
        self.elements = elements
    }

    /// What is added to each id of a batch to go past all of them.
    static func idDistance(_ ids: [Int]) -> Int {
        guard let least = ids.min(), let greatest = ids.max() else { return 1 }
        let (span, isTooFar) = greatest.subtractingReportingOverflow(least)
        return isTooFar || span == .max ? 1 : span + 1
    }

    static let null = Array("null".utf8)

    /// Whether it gets no answer: without an id in 2.0, with an id of null in 1.0. Neither version 1.1 has notifications,
    /// nor the 1.0 of bitcoind, whose id of null is read as none.
    var isNotification: Bool {
        guard isValid, elements == nil else { return false }
        return switch version {
        case .v20: id == nil
        case .v10: id == Self.null
        case .v11: false
        }
    }
}
