/// What a JSON-RPC request says about its own answer: the version it speaks, and the id that comes back.
public struct JSONRPCCall: Sendable, Hashable {
    public enum Version: Sendable, Hashable {
        case one, oneOne, two
    }

    public var version: Version
    /// The id's own JSON text, so that it comes back as it was written; nil where the request has none.
    public var id: [UInt8]?
    /// Whether it is a request at all; what is none is answered with an error.
    public var isValid: Bool
    /// The elements of a batch that is taken as one request.
    public var elements: [JSONRPCCall]?

    public init(
        _ version: Version = .two, id: [UInt8]?, isValid: Bool = true, elements: [JSONRPCCall]? = nil
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
    public var isNotification: Bool {
        guard isValid, elements == nil else { return false }
        return switch version {
        case .two: id == nil
        case .one: id == Self.null
        case .oneOne: false
        }
    }
}
