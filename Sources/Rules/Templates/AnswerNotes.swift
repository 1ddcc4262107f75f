/// Remarks about an answer for the journal.
public struct AnswerNotes: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A placeholder had no value.
    public static let missingValue = AnswerNotes(rawValue: 1)
    /// Control characters were removed from a value for the head.
    public static let droppedBytes = AnswerNotes(rawValue: 2)
    /// The request was over the rate limit of the rule.
    public static let overRate = AnswerNotes(rawValue: 4)
    /// `countBy` has seen as many values as get a count of their own: this one shares the count of the others.
    public static let sharedCount = AnswerNotes(rawValue: 8)
    /// A CORS preflight request, which no rule saw.
    public static let preflight = AnswerNotes(rawValue: 16)
    /// The answer waited for its longest time in vain.
    public static let waitedInVain = AnswerNotes(rawValue: 32)
    /// The answers to the calls of a batch would have been too large for one response.
    public static let tooLarge = AnswerNotes(rawValue: 64)
    /// A step set a variable to a longer value than is kept, and it was truncated.
    public static let cutVariable = AnswerNotes(rawValue: 128)
    /// A field was left out of a head because its substituted name was empty or not allowed there.
    public static let droppedField = AnswerNotes(rawValue: 256)
    /// The failure of the step could not change the system's own answer, which was sent unchanged.
    public static let notSpoiled = AnswerNotes(rawValue: 512)
    /// The match budget was used up while waiting for variables, so that a change of variables was not evaluated.
    public static let untilOverLimit = AnswerNotes(rawValue: 1024)
    /// Elements of a batch had a status or fields of their own, which the response has no place for.
    public static let headInBatch = AnswerNotes(rawValue: 2048)
    /// The failure strikes after a share of the request's body, which came without a Content-Length.
    public static let shareUnknown = AnswerNotes(rawValue: 4096)
    /// The body of the request could not be decoded, so that no rule saw the request.
    public static let undecodedBody = AnswerNotes(rawValue: 8192)
    /// The body was too large to be encoded, and went out as it was.
    public static let notEncoded = AnswerNotes(rawValue: 16384)
    /// Too many answers of the rule were on their way.
    public static let crowded = AnswerNotes(rawValue: 32768)
    /// There is no file of the name that its placeholders made: a 500 in its place.
    public static let missingFile = AnswerNotes(rawValue: 65536)
    /// The body could not be decoded, and was seen as it came.
    public static let keptEncoded = AnswerNotes(rawValue: 131072)
    /// The answer came in place of a 100 (Continue).
    public static let headRefused = AnswerNotes(rawValue: 262144)
    /// No request: the body of one that was refused by its head.
    public static let refusedBody = AnswerNotes(rawValue: 4_194_304)
    /// The request came in the place of the body of the one before.
    public static let inPlaceOfBody = AnswerNotes(rawValue: 524288)
    /// A value that its placeholder came to is none: a 500 in place of the answer.
    public static let badValue = AnswerNotes(rawValue: 1_048_576)
    /// A body was left out, since the status that a placeholder came to has none.
    public static let droppedBody = AnswerNotes(rawValue: 2_097_152)
    /// No request: a TLS handshake that did not end well, or TLS within TLS.
    public static let handshake = AnswerNotes(rawValue: 8_388_608)
    /// No request: a client that takes the gateway for a SOCKS proxy.
    public static let socks = AnswerNotes(rawValue: 16_777_216)
}
