/// What makes the parts of an answer while it is sent. The server passes it back to the responder, which knows it.
public struct AnswerSource: Sendable, Hashable {
    public let maker: any AnyObject & Sendable

    public init(_ maker: any AnyObject & Sendable) { self.maker = maker }

    public static func == (one: AnswerSource, other: AnswerSource) -> Bool { one.maker === other.maker }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(maker)) }
}

/// The next part of an answer that is made while it is sent.
public enum AnswerPart: Sendable {
    /// These actions, and after them the next part; after the last one what the script has behind the parts.
    case actions([WireAction], isLast: Bool)
    /// It is asked for again after this time, or when the exchange's `shortener` says so.
    case wait(atMost: Nanoseconds)
    /// The client has closed its side: nothing more is made, which might go on for ever.
    case abandoned
}
