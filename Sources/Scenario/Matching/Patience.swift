/// How long one match goes on with values for which a pattern is given up on: a client may send a hundred thousand of
/// them, each of which takes as long as a pattern may.
public struct Patience {
    /// What comes behind so many is taken as no match.
    public static let most = 16

    private var givenUp = 0

    public init() {}

    public var isOver: Bool { givenUp >= Self.most }

    /// A value, or a call, was looked at.
    public mutating func note(_ wasOverLimit: Bool) {
        if wasOverLimit { givenUp += 1 }
    }

    /// Whether a value will do; `overLimit` is set where a pattern gave up.
    mutating func holds(_ overLimit: inout Bool, _ judge: (inout Bool) -> Bool) -> Bool {
        guard !isOver else { return false }
        var isOverLimit = false
        let holds = judge(&isOverLimit)
        note(isOverLimit)
        if isOverLimit { overLimit = true }
        return holds
    }
}
