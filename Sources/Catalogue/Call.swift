/// One call of a request: an element of a batch, or the whole request.
public struct Call: Sendable {
    /// The values of the system's match fields, such as the method of JSON-RPC.
    public var fields: CallFields
    /// The text of the element, for matchers on its JSON.
    public var text: [UInt8]
    /// Data for the system that answers it, opaque to the engine.
    public var payload: (any CallPayload)?
    /// Whether it is a whole batch that is handled as one call.
    public var isWhole: Bool
    /// The number of calls that its answer covers: more than 1 only for a whole batch.
    public var count: Int
    /// Whether the client expects no answer, as for a notification of JSON-RPC.
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

/// Data that a system attaches to a call when it reads it.
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
