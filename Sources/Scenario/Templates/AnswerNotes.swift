/// What the journal says about an answer beyond the answer itself.
public struct AnswerNotes: OptionSet, Sendable, Hashable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A placeholder had no value.
    public static let missingValue = AnswerNotes(rawValue: 1)
    /// Control characters of a value were kept out of a head.
    public static let droppedBytes = AnswerNotes(rawValue: 2)
    /// The request was over the rule's rate limit.
    public static let overRate = AnswerNotes(rawValue: 4)
    /// `countBy` has met all the values that it counts apart: this one shares the count of the others.
    public static let sharedCount = AnswerNotes(rawValue: 8)
    /// A browser asked whether it may ask: no rule saw the request.
    public static let preflight = AnswerNotes(rawValue: 16)
    /// What the answer waited for had not come when it had waited for as long as it may.
    public static let waitedInVain = AnswerNotes(rawValue: 32)
    /// The answers to the calls of a request would have been too much for one response.
    public static let tooLarge = AnswerNotes(rawValue: 64)
    /// A step set a variable to more than is kept of one.
    public static let cutVariable = AnswerNotes(rawValue: 128)
    /// A field was left out of a head, since its name came to none.
    public static let droppedField = AnswerNotes(rawValue: 256)
    /// The system's own answer could not be spoiled as the step says, and went out as it was.
    public static let notSpoiled = AnswerNotes(rawValue: 512)
    /// No steps were left for a pattern of what the answer waits for, so that a change of variables was not judged.
    public static let untilOverLimit = AnswerNotes(rawValue: 1024)
}
