internal import Catalogue

extension Call {
    /// A call of JSON-RPC.
    init(_ rpc: JSONRPCCall, fields: CallFields = CallFields(), text: [UInt8] = []) {
        self.init(fields: fields, text: text, payload: Payload(rpc), wantsNoAnswer: rpc.isNotification)
    }

    /// What JSON-RPC has to know to answer it.
    var rpc: JSONRPCCall? { (payload as? Payload<JSONRPCCall>)?.value }
}

/// What a JSON-RPC request says about its own answer: the version it speaks, and the id that comes back.
struct JSONRPCCall: Sendable, Hashable {
    enum Version: Sendable, Hashable {
        case v10, v11, v20
    }

    var version: Version
    /// The id's own JSON text, so that it comes back as it was written; nil where the request has none.
    var id: [UInt8]?
    /// Whether it is a request at all; what is none is answered with an error.
    var isValid: Bool
    /// The elements of a batch that is taken as one request.
    var elements: [JSONRPCCall]?

    init(
        _ version: Version = .v20, id: [UInt8]?, isValid: Bool = true, elements: [JSONRPCCall]? = nil
    ) {
        self.version = version
        self.id = id
        self.isValid = isValid
        self.elements = elements
    }

    static let null = Array("null".utf8)
    /// Nothing is known of the request.
    static let unknown = JSONRPCCall(id: null, isValid: false)

    /// Whether it wants no answer: without an id in 2.0, with a null one in 1.0. In 1.1 there is no such thing.
    var isNotification: Bool {
        guard isValid, elements == nil else { return false }
        return switch version {
        case .v20: id == nil
        case .v10: id == Self.null
        case .v11: false
        }
    }
}
