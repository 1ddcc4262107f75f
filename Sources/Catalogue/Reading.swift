public import Wire

/// What a dialect finds in a request.
public enum Reading: Sendable {
    /// One call, whose answer is the response.
    case call(Call)
    /// At least one call, whose answers are combined.
    case calls([Call])
    /// A batch: all of it as one call, for rules that ask for that, and its elements.
    case batch(Call, [Call])
    /// Not of this system: what the real gateway answers. Rules without a field of the system still see it.
    case unreadable(Reply)

    /// Answers to the calls of one request that are more bytes together are an internal error.
    public static let maximumAnswerBytes = 64 << 20

    /// How many calls there are.
    public var callCount: Int {
        switch self {
        case .call: 1
        case .calls(let calls), .batch(_, let calls): calls.count
        case .unreadable: 0
        }
    }

    /// The request as one call; nil where it could not be read.
    public var whole: Call? {
        switch self {
        case .call(let call): call
        case .calls(let calls): calls.first
        case .batch(let whole, _): whole
        case .unreadable: nil
        }
    }

    /// Whether it is a batch.
    public var isBatch: Bool { if case .batch = self { true } else { false } }
}
