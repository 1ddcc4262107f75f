/// One thing that a request asks for: an element of a batch, or all of the request.
public struct Call: Sendable {
    /// What the system's match fields look at, such as the method of JSON-RPC.
    public var fields: CallFields
    /// The element's own text, for matchers on its JSON.
    public var text: [UInt8]
    /// What its system has to know to answer it, and nobody else.
    public var payload: (any CallPayload)?
    /// Whether it is a batch that is taken as one request.
    public var isWhole: Bool
    /// How many calls are answered with it: more than one only for a batch that is taken as one request.
    public var count: Int
    /// Whether its client waits for no answer.
    public var wantsNoAnswer: Bool

    public init(
        fields: CallFields = CallFields(), text: [UInt8] = [], payload: (any CallPayload)? = nil, isWhole: Bool = false,
        count: Int = 1, wantsNoAnswer: Bool = false
    ) {
        self.fields = fields
        self.text = text
        self.payload = payload
        self.isWhole = isWhole
        self.count = count
        self.wantsNoAnswer = wantsNoAnswer
    }
}

/// What only the system that read a call knows of it.
///
///     extension Call {
///         var letter: Letter? { (payload as? Payload<Letter>)?.value }
///     }
public protocol CallPayload: AnyObject, Sendable {}

/// A value as the payload of a call.
public final class Payload<Value: Sendable>: CallPayload {
    public let value: Value
    public init(_ value: Value) { self.value = value }
}
