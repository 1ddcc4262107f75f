public import Wire

/// The calls that a dialect reads from a request.
public enum Reading: Sendable {
    /// One call, whose answer is the response.
    case call(Call)
    /// One or more calls, whose answers are combined.
    case calls([Call])
    /// A batch: as one call, for rules that match whole batches, and its elements.
    case batch(Call, [Call])
    /// The request cannot be read; with the real gateway's answer. Rules without match fields of the system still
    /// apply.
    case unreadable(Reply)

    /// The maximum total size in bytes of the answers to the calls of one request; more is an internal error.
    public static let maximumAnswerBytes = 64 << 20

    /// The number of calls.
    public var callCount: Int {
        switch self {
        case .call: 1
        case .calls(let calls), .batch(_, let calls): calls.count
        case .unreadable: 0
        }
    }

    /// The request as one call; nil if it could not be read.
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
